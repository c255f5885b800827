import * as vscode from 'vscode';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import { scopeLabel } from '#editor/settings/scopes.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { pickOne, serverLine } from './quickPicks.ts';
import { withServer } from './serverCommands.ts';

/**
 * Signs the user out of a server: it stops, and what was granted is given back and forgotten. Sign-ins to servers that the
 * settings do not have any more are listed too.
 */
export async function signOutCommand(context: CommandContext, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Sign Out');
  const unused = (argument ?? undefined) === undefined ? await context.storedSecrets.unused('signIn') : [];
  if (unused.length === 0) {
    return withServer(context, argument, title, hasSignedIn, signOutOf);
  }
  const signedIn = context.servers.all.filter(hasSignedIn);
  const lines = [
    ...signedIn.map((server) => ({ ...serverLine(server), act: () => signOutOf(server) })),
    ...unused.map(({ name, scope, isGone, delete: forget }) => ({
      label: plainName(name),
      description: [
        scopeLabel(scope),
        isGone ? vscode.l10n.t('no longer configured') : vscode.l10n.t('not readable in the settings'),
      ]
        .filter(Boolean)
        .join(' · '),
      act: async () => saySignedOut(plainName(name), await forget()),
    })),
  ];
  const picked = await pickOne(lines, title, vscode.l10n.t('Pick a server'));
  await picked?.act().catch((error: unknown) => context.serverNotifications.showFailure(error));
}

async function signOutOf(server: Server): Promise<void> {
  saySignedOut(plainName(server.definition.name), await server.signOut());
}

function saySignedOut(name: string, revoked: boolean): void {
  void plainWindow.showInformationMessage(
    revoked
      ? vscode.l10n.t('You are signed out of {0}.', name)
      : vscode.l10n.t(
          'You are signed out of {0} here. Its authorization server could not be told, so what it had granted ends by itself.',
          name,
        ),
  );
}

function hasSignedIn({ signedIn }: Server): boolean {
  return signedIn;
}
