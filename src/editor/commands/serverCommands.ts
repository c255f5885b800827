import * as vscode from 'vscode';
import type { CallOrigin } from '#core/model/call.ts';
import { type LoggingLevel, loggingLevels } from '#core/model/loggingLevel.ts';
import type { Server } from '#core/servers/server.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { plainName } from '#editor/common/plainText.ts';
import { InvalidNode, ServerNode } from '#editor/serversView/treeNodes.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';
import { openSettings } from '#editor/settings/serverSettings.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { findOrPickServer, pickOne, serverLine } from './quickPicks.ts';

/** Starts a server. Throws to a program, which passes a name; for the user, `ServerNotifications` shows the failure. */
export function startServer(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Start Server'), isStartable, (server) =>
    context.serverStarter.start(server, originOf(argument)),
  );
}

export function stopServer(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Stop Server'), isStoppable, (server) => server.stop());
}

/** Restarts a server. A pending change of its entry takes effect. */
export function restartServer(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Restart Server'), isEnabled, (server) =>
    context.serverStarter.restart(server, originOf(argument)),
  );
}

export function showServerLog(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Show Server Log'), undefined, async ({ definition }) =>
    context.logs.show(definition),
  );
}

/** Lets the user pick the log level of a server. The level is stored. */
export function setLogLevel(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Set Log Level'), canLog, chooseLogLevel);
}

/** Opens the settings at the entry of the view's item. */
export async function openServerSettings(_context: CommandContext, argument: unknown): Promise<void> {
  if (argument instanceof ServerNode) {
    await openSettings(argument.server.definition.scope, settingIds.servers);
  } else if (argument instanceof InvalidNode) {
    await openSettings(argument.faulty.scope, settingIds[argument.faulty.setting]);
  }
}

/** Starts a server for the user. Returns false if it did not start; the user has seen the failure then. */
export async function startForUser(context: CommandContext, server: Server): Promise<boolean> {
  try {
    await context.serverStarter.start(server, 'user');
    return true;
  } catch (error) {
    context.serverNotifications.showFailure(error);
    return false;
  }
}

/**
 * Applies an action to the server of a command. Throws to a program, which passes a name or something invalid; shows the user a
 * failure as a notification.
 */
export async function withServer(
  context: CommandContext,
  argument: unknown,
  title: string,
  isListed: ((server: Server) => boolean) | undefined,
  action: (server: Server) => Promise<void>,
): Promise<void> {
  try {
    const server = await findOrPickServer(context, argument, title, isListed);
    await (server && action(server));
  } catch (error) {
    // Without an argument the user picks a server; the view and the lenses pass an item.
    if (argument !== undefined && !(argument instanceof ServerNode)) {
      throw error;
    }
    context.serverNotifications.showFailure(error);
  }
}

/** The origin of a command. A program passes the name of a server. The view passes its items; without an argument the user picks one. */
export function originOf(argument: unknown): CallOrigin {
  return typeof argument === 'string' ? 'program' : 'user';
}

/** True if the entry of a server does not disable it. */
export function isEnabled({ definition }: Server): boolean {
  return definition.entry.enabled;
}

function isAlive({ state }: Server): boolean {
  return state.kind === 'running' || state.kind === 'starting';
}

/** True if the server is alive, or will be started again automatically. */
function isStoppable(server: Server): boolean {
  const { state } = server;
  return isAlive(server) || (state.kind === 'failed' && state.restarts === true);
}

function isStartable(server: Server): boolean {
  return isEnabled(server) && !isAlive(server);
}

interface LevelItem extends vscode.QuickPickItem {
  /** Absent if the server chooses the level. */
  readonly level?: LoggingLevel;
}

/** Lets the user pick the log level of a server. Rejects if the server refuses the level. */
async function chooseLogLevel(server: Server): Promise<void> {
  const name = plainName(server.definition.name);
  if (!canLog(server)) {
    void plainWindow.showInformationMessage(vscode.l10n.t('{0} sends no log messages.', name));
    return;
  }
  const current = server.logLevel;
  const serverLevel: LevelItem = {
    label: vscode.l10n.t("The server's own level"),
    description: serverLevelDescription(server),
  };
  const items = [
    serverLevel,
    ...loggingLevels.map((level): LevelItem => ({ label: level, level, description: levelDescription(level) })),
  ];
  const picked = await plainWindow.showQuickPick(items, {
    title: vscode.l10n.t('Log Level of {0}', name),
    placeHolder: vscode.l10n.t('Current: {0}', current ?? serverLevel.label),
    ...keepOpen,
  });
  if (picked && picked.level !== current) {
    await server.setLogLevel(picked.level);
  }
}

/** False for a running server without the logging capability. True for a stopped server, whose capabilities are unknown. */
function canLog({ state }: Server): boolean {
  return state.kind !== 'running' || state.serverInfo.declares.logging;
}

/** The description of the item that leaves the level to the server. A running server of the legacy era cannot unset a level. */
function serverLevelDescription({ state, logLevel }: Server): string | undefined {
  const needsRestart = state.kind === 'running' && state.serverInfo.era === 'legacy' && logLevel !== undefined;
  return needsRestart ? vscode.l10n.t('after its next start') : undefined;
}

function levelDescription(level: LoggingLevel): string | undefined {
  switch (level) {
    case 'debug':
      return vscode.l10n.t('everything');
    case 'emergency':
      return vscode.l10n.t('only emergencies');
    default:
      return undefined;
  }
}

/**
 * Signs the user out of a server: stops the server, revokes the grant and deletes it. The list also contains grants of servers whose
 * entries were removed from the settings.
 */
export async function signOut(context: CommandContext, argument: unknown): Promise<void> {
  const title = vscode.l10n.t('Sign Out');
  const unused = (argument ?? undefined) === undefined ? await context.storedSecrets.unused('signIn') : [];
  if (unused.length === 0) {
    return withServer(context, argument, title, hasSignedIn, signOutOf);
  }
  const signedIn = context.servers.all.filter(hasSignedIn);
  const lines = [
    ...signedIn.map((server) => ({ ...serverLine(server), act: () => signOutOf(server) })),
    ...unused.map(({ name, scope, isDefinitelyGone, delete: forget }) => ({
      label: plainName(name),
      description: [
        scopeLabel(scope),
        isDefinitelyGone ? vscode.l10n.t('no longer configured') : vscode.l10n.t('not readable in the settings'),
      ]
        .filter(Boolean)
        .join(' · '),
      act: async () => showSignedOut(plainName(name), await forget()),
    })),
  ];
  const picked = await pickOne(lines, title, vscode.l10n.t('Choose a server'));
  await picked?.act().catch((error: unknown) => context.serverNotifications.showFailure(error));
}

async function signOutOf(server: Server): Promise<void> {
  showSignedOut(plainName(server.definition.name), await server.signOut());
}

function showSignedOut(name: string, revoked: boolean): void {
  void plainWindow.showInformationMessage(
    revoked
      ? vscode.l10n.t('You are signed out of {0}.', name)
      : vscode.l10n.t(
          'You are signed out of {0} on this machine. Its authorization server could not be reached, so its tokens stay valid until they expire.',
          name,
        ),
  );
}

function hasSignedIn({ isSignedIn }: Server): boolean {
  return isSignedIn;
}
