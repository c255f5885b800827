import * as vscode from 'vscode';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { TextDocuments } from '#editor/window/textDocuments.ts';
import type { ShownLending } from './connectDialogs.ts';

export interface Choice<T> extends vscode.QuickPickItem {
  readonly choice: T;
}

/** Lets the user pick one row; `undefined` if the user dismisses the list. */
export async function pickChoice<T>(
  items: readonly Choice<T>[],
  title: string,
  placeHolder: string,
): Promise<T | undefined> {
  const picked = await plainWindow.showQuickPick(items, { title, placeHolder, matchOnDescription: true, ...keepOpen });
  return picked?.choice;
}

/** Shows a text in a read-only document beside the editor while the user decides. */
export async function besideText(
  textDocuments: Pick<TextDocuments, 'showChange'>,
  { title, text }: ShownLending,
  decide: () => Promise<boolean>,
): Promise<boolean> {
  const shown = await textDocuments.showChange({ title, name: 'servers.txt', after: text });
  try {
    return await decide();
  } finally {
    await shown.close();
  }
}

/** Asks in a list, which unlike a dialog leaves the document readable. */
export async function confirm(
  title: string,
  placeHolder: string,
  { label, detail }: { readonly label: string; readonly detail: string },
): Promise<boolean> {
  const items: Choice<boolean>[] = [
    { label, detail, choice: true },
    { label: vscode.l10n.t('Leave It as It Is'), choice: false },
  ];
  return (await pickChoice(items, title, placeHolder)) === true;
}
