import type { QuickPickOptions } from 'vscode';

/**
 * For each list that the person opens. The panel may be taking the keyboard just then, for a result that came, or the
 * editor gives it back to the panel a moment after the command palette has closed: no reason to take the list away.
 */
export const keepOpen = { ignoreFocusOut: true } as const satisfies QuickPickOptions;
