import * as vscode from 'vscode';
import type { CallOrigin } from '#core/model/call.ts';
import type { Server } from '#core/servers/server.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { InvalidNode, ServerNode } from '#editor/serversView/treeNodes.ts';
import { openSettings } from '#editor/settings/scopes.ts';
import type { CommandContext } from './commandContext.ts';
import { serverFor } from './quickPicks.ts';
import { chooseLogLevel, mayLog } from './setLogLevel.ts';

/** Starts a server. Programs, which pass a name, get what went wrong; the person is told by `Notices`. */
export function startServerCommand(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Start Server'), isStartable, (server) =>
    context.serverStarter.start(server, originOf(argument)),
  );
}

export function stopServer(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Stop Server'), isAlive, (server) => server.stop());
}

/** Restarts a server; a change of its entry that waited takes effect. */
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

/** Lets the person choose from which level on a server logs; it is remembered. */
export function setLogLevel(context: CommandContext, argument: unknown): Promise<void> {
  return withServer(context, argument, vscode.l10n.t('Set Log Level'), mayLog, chooseLogLevel);
}

/** Opens the settings where the view's item is written. */
export async function openServerSettings(_context: CommandContext, argument: unknown): Promise<void> {
  if (argument instanceof ServerNode) {
    await openSettings(argument.server.definition.scope, settingIds.servers);
  } else if (argument instanceof InvalidNode) {
    await openSettings(argument.faulty.scope, settingIds[argument.faulty.setting]);
  }
}

/** Starts a server that the person wants. False when it did not start; they have been told why. */
export async function startForUser(context: CommandContext, server: Server): Promise<boolean> {
  try {
    await context.serverStarter.start(server, 'person');
    return true;
  } catch (error) {
    context.serverNotifications.showFailure(error);
    return false;
  }
}

/**
 * Does something to the server that a command is about. A program, which passes a name, gets what went wrong; the person
 * is told.
 */
export async function withServer(
  context: CommandContext,
  argument: unknown,
  title: string,
  fits: ((server: Server) => boolean) | undefined,
  action: (server: Server) => Promise<void>,
): Promise<void> {
  const server = await serverFor(context, argument, title, fits);
  if (!server) {
    return;
  }
  try {
    await action(server);
  } catch (error) {
    if (originOf(argument) === 'program') {
      throw error;
    }
    context.serverNotifications.showFailure(error);
  }
}

/** Programs pass a name; the view passes its own items, and without either the person picks from a list. */
export function originOf(argument: unknown): CallOrigin {
  return typeof argument === 'string' ? 'program' : 'person';
}

function isEnabled({ definition }: Server): boolean {
  return definition.entry.enabled;
}

function isAlive({ state }: Server): boolean {
  return state.kind === 'running' || state.kind === 'starting';
}

function isStartable(server: Server): boolean {
  return isEnabled(server) && !isAlive(server);
}
