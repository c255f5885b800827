import * as vscode from 'vscode';
import type { Server } from '../../core/servers/server.ts';
import { plainName } from '../plainText.ts';
import * as plainWindow from '../plainWindow.ts';

/** Signs the person out of a server, and says so. */
export async function signOutOf(server: Server): Promise<void> {
  const name = plainName(server.definition.name);
  const revoked = await server.signOut();
  void plainWindow.showInformationMessage(
    revoked
      ? vscode.l10n.t('You are signed out of {0}.', name)
      : vscode.l10n.t(
          'You are signed out of {0} here. Its authorization server could not be told, so what it had granted ends by itself.',
          name,
        ),
  );
}

/** A server that the person is signed in to. */
export function isSignedIn({ signedIn }: Server): boolean {
  return signedIn;
}
