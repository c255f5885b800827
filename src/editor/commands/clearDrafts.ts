import * as vscode from 'vscode';
import { plainLines } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';

/** Removes what was typed into forms and not sent, of all windows, after one question. Never rejects. */
export async function clearDrafts({ drafts }: CommandContext): Promise<void> {
  try {
    const { count } = drafts;
    if (count === 0) {
      void plainWindow.showInformationMessage(vscode.l10n.t('There are no drafts.'));
      return;
    }
    const left = (await isWanted(count)) ? await drafts.clear() : 0;
    if (left > 0) {
      void plainWindow.showErrorMessage(
        left === 1
          ? vscode.l10n.t('1 draft could not be removed. Try again when nothing else uses it.')
          : vscode.l10n.t('{0} drafts could not be removed. Try again when nothing else uses them.', left),
      );
    }
  } catch (error) {
    const reason = plainLines(error instanceof Error ? error.message : String(error));
    void plainWindow.showErrorMessage(vscode.l10n.t('The drafts could not be cleared. {0}', reason));
  }
}

async function isWanted(count: number): Promise<boolean> {
  const question =
    count === 1 ? vscode.l10n.t('Clear the draft of 1 form?') : vscode.l10n.t('Clear the drafts of {0} forms?', count);
  const detail = vscode.l10n.t(
    'What you filled in and did not send is lost for good, in all windows. A form that is open keeps what stands in it.',
  );
  const yes = vscode.l10n.t('Clear Drafts');
  return (await plainWindow.showWarningMessage(question, { modal: true, detail }, yes)) === yes;
}
