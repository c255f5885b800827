import * as vscode from 'vscode';
import type { Server } from '../../core/servers/server.ts';
import { limit } from '../panel/eager.ts';
import type { CommandParts } from './parts.ts';
import { withServer } from './serverCommands.ts';

type Act = Parameters<typeof limit>[1];

/** Lets a server ask as often as it likes until the window closes. */
export function allowServer(parts: CommandParts, argument: unknown): Promise<void> {
  return onServer(parts, argument, vscode.l10n.t('Allow All Questions for This Session'), 'allow', isNotAllowed);
}

/** Shows none of a server's questions until it is unmuted. */
export function muteServer(parts: CommandParts, argument: unknown): Promise<void> {
  return onServer(parts, argument, vscode.l10n.t('Mute Server'), 'mute', isNotMuted);
}

/** Shows none of a server's questions for ten minutes. */
export function muteServerBriefly(parts: CommandParts, argument: unknown): Promise<void> {
  return onServer(parts, argument, vscode.l10n.t('Mute Server for 10 Minutes'), 'muteBriefly', isNotMuted);
}

export function unmuteServer(parts: CommandParts, argument: unknown): Promise<void> {
  return onServer(parts, argument, vscode.l10n.t('Unmute Server'), 'unmute', (server) => !isNotMuted(server));
}

/** Cancels everything that a server asks now. */
export function cancelAllQuestions(parts: CommandParts, argument: unknown): Promise<void> {
  return onServer(parts, argument, vscode.l10n.t('Cancel All Questions'), 'cancelAll', isEnabled);
}

function onServer(
  parts: CommandParts,
  argument: unknown,
  title: string,
  act: Act,
  fits: (server: Server) => boolean,
): Promise<void> {
  return withServer(parts, argument, title, fits, async ({ asking }) => limit(asking, act));
}

function isEnabled({ definition }: Server): boolean {
  return definition.entry.enabled;
}

function isNotAllowed(server: Server): boolean {
  return isEnabled(server) && !server.asking.report.allowed;
}

function isNotMuted(server: Server): boolean {
  return isEnabled(server) && server.asking.report.mutedUntil === undefined;
}
