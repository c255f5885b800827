import * as vscode from 'vscode';
import type { Results } from '#core/results/results.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';

/** Dismisses the results of all calls, in all workspaces, after the user has confirmed it. Never rejects. */
export async function clearResults({ results }: { readonly results: Results }): Promise<void> {
  const detail = vscode.l10n.t('They are removed from this computer, for all workspaces.');
  const yes = vscode.l10n.t('Clear Results');
  const question = vscode.l10n.t('Clear the results of all calls?');
  if ((await plainWindow.showWarningMessage(question, { modal: true, detail }, yes)) !== yes) {
    return;
  }
  const left = await results.clear();
  if (left > 0) {
    void plainWindow.showErrorMessage(
      left === 1
        ? vscode.l10n.t('1 result could not be removed. Try again when nothing else uses it.')
        : vscode.l10n.t('{0} results could not be removed. Try again when nothing else uses them.', left),
    );
  }
}
