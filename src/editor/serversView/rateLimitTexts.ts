import * as vscode from 'vscode';

/** How long something is muted. `until`: in milliseconds since the epoch; `Infinity` for a mute without end. */
export function mutedText(until: number): string {
  return Number.isFinite(until)
    ? vscode.l10n.t('muted until {0}', new Date(until).toLocaleTimeString([], { timeStyle: 'short' }))
    : vscode.l10n.t('muted');
}

/** How often a server asked in a minute, and how many of these requests were held back. */
export function heldBackText({ asked, withheld }: { readonly asked: number; readonly withheld: number }): string {
  if (asked === 1) {
    return vscode.l10n.t('asked once in a minute, held back');
  }
  return withheld === 1
    ? vscode.l10n.t('asked {0} times in a minute, 1 held back', asked)
    : vscode.l10n.t('asked {0} times in a minute, {1} held back', asked, withheld);
}
