import * as vscode from 'vscode';

/** How long something is muted. `until`: in milliseconds since the epoch; `Infinity` for a mute without end. */
export function mutedText(until: number): string {
  return Number.isFinite(until)
    ? vscode.l10n.t('muted until {0}', new Date(until).toLocaleTimeString([], { timeStyle: 'short' }))
    : vscode.l10n.t('muted');
}
