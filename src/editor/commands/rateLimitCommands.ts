import * as vscode from 'vscode';
import type { Server } from '#core/servers/server.ts';
import { plainName } from '#editor/common/plainText.ts';
import { applyRateLimitAction } from '#editor/panel/notices/rateLimitCards.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';
import { needsConfirmation } from './readCommandArguments.ts';
import { isEnabled, originOf, withServer } from './serverCommands.ts';

type Action = Parameters<typeof applyRateLimitAction>[1];

/** Suspends the limit on a server's requests until the window closes, and ends a mute. */
export function allowServer(context: CommandContext, argument: unknown): Promise<void> {
  return applyToServer(context, argument, vscode.l10n.t('Allow All Questions for This Session'), 'allow', isNotAllowed);
}

/** Withholds a server's requests until it is unmuted. */
export function muteServer(context: CommandContext, argument: unknown): Promise<void> {
  return applyToServer(context, argument, vscode.l10n.t('Mute Server'), 'mute', isNotMuted);
}

/** Withholds a server's requests for ten minutes. */
export function muteServerBriefly(context: CommandContext, argument: unknown): Promise<void> {
  return applyToServer(context, argument, vscode.l10n.t('Mute Server for 10 Minutes'), 'muteBriefly', isNotMuted);
}

export function unmuteServer(context: CommandContext, argument: unknown): Promise<void> {
  return applyToServer(context, argument, vscode.l10n.t('Unmute Server'), 'unmute', (server) => !isNotMuted(server));
}

/** Cancels a server's waiting requests, and the calls whose requests are withheld. */
export function cancelAllQuestions(context: CommandContext, argument: unknown): Promise<void> {
  return applyToServer(context, argument, vscode.l10n.t('Cancel All Questions'), 'cancelAll', isEnabled);
}

function applyToServer(
  context: CommandContext,
  argument: unknown,
  title: string,
  action: Action,
  isListed: (server: Server) => boolean,
): Promise<void> {
  return withServer(context, argument, title, isListed, async (server) => {
    if (!needsConfirmation(action, argument) || (await confirmForProgram(server, title))) {
      applyRateLimitAction(server.rateControl, action, originOf(argument));
    }
  });
}

/** Asks the user whether a program may lift the limit on a server's requests, or end a mute. */
async function confirmForProgram({ definition }: Server, title: string): Promise<boolean> {
  const question = vscode.l10n.t(
    'Another extension asks to lift the limit on questions from {0}.',
    plainName(definition.name),
  );
  const detail = vscode.l10n.t('Allow this only if you expect it.');
  return (await plainWindow.showWarningMessage(question, { modal: true, detail }, title)) === title;
}

function isNotAllowed(server: Server): boolean {
  return isEnabled(server) && !server.rateControl.report.allowed;
}

function isNotMuted(server: Server): boolean {
  return isEnabled(server) && server.rateControl.report.mutedUntil === undefined;
}
