import * as vscode from 'vscode';
import { plainLines, plainName } from '#editor/common/plainText.ts';
import { isPassword } from '#editor/servers/inputPrompts.ts';
import { scopeLabel } from '#editor/settings/scopeLabels.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import { keepOpen } from '#editor/window/plainWindow.ts';
import type { CommandContext } from './commandContext.ts';

/** Deletes the drafts of all windows, after the user has confirmed it. Never rejects. */
export async function clearDrafts({ drafts }: CommandContext): Promise<void> {
  try {
    const { count } = drafts;
    if (count === 0) {
      void plainWindow.showInformationMessage(vscode.l10n.t('There are no drafts.'));
      return;
    }
    const remaining = (await confirmClearingDrafts(count)) ? await drafts.clear() : 0;
    if (remaining > 0) {
      void plainWindow.showErrorMessage(
        remaining === 1
          ? vscode.l10n.t('1 draft could not be removed. Try again when nothing else uses it.')
          : vscode.l10n.t('{0} drafts could not be removed. Try again when nothing else uses them.', remaining),
      );
    }
  } catch (error) {
    const reason = plainLines(error instanceof Error ? error.message : String(error));
    void plainWindow.showErrorMessage(vscode.l10n.t('The drafts could not be cleared. {0}', reason));
  }
}

/** Asks the user to confirm that the drafts of `count` forms are deleted. */
async function confirmClearingDrafts(count: number): Promise<boolean> {
  const question =
    count === 1 ? vscode.l10n.t('Clear the draft of 1 form?') : vscode.l10n.t('Clear the drafts of {0} forms?', count);
  const detail = vscode.l10n.t(
    'What you filled in and did not send is deleted permanently, in all windows. Open forms keep their content.',
  );
  const clearLabel = vscode.l10n.t('Clear Drafts');
  return (await plainWindow.showWarningMessage(question, { modal: true, detail }, clearLabel)) === clearLabel;
}

/** Deletes the results of all calls in all workspaces, after the user has confirmed it. Never rejects. */
export async function clearResults({ results }: CommandContext): Promise<void> {
  const detail = vscode.l10n.t('They are removed from this computer, for all workspaces.');
  const clearLabel = vscode.l10n.t('Clear Results');
  const question = vscode.l10n.t('Clear the results of all calls?');
  if ((await plainWindow.showWarningMessage(question, { modal: true, detail }, clearLabel)) !== clearLabel) {
    return;
  }
  const remaining = await results.clear();
  if (remaining > 0) {
    void plainWindow.showErrorMessage(
      remaining === 1
        ? vscode.l10n.t('1 result could not be removed. Try again when nothing else uses it.')
        : vscode.l10n.t('{0} results could not be removed. Try again when nothing else uses them.', remaining),
    );
  }
}

/** Lets the user pick stored input values to delete. If a later start needs a deleted value, the user is asked for it. */
export async function forgetInputValues({ configured, inputValues, storedSecrets }: CommandContext): Promise<void> {
  const stored: { label: string; description: string; forget(): Promise<unknown> }[] = [];
  for (const scope of configured.settings.scopes) {
    for (const [id, input] of configured.settings.inputsOf(scope)) {
      const valueId = { scope, id, password: isPassword(input) };
      if ((await inputValues.get(valueId)) !== undefined) {
        const secret = valueId.password ? vscode.l10n.t('secret') : undefined;
        const description = [scopeLabel(scope), secret].filter(Boolean).join(' · ');
        stored.push({ label: plainName(id), description, forget: () => inputValues.forget(valueId) });
      }
    }
  }
  // The values whose definitions are not in the settings.
  for (const { name, scope, isDefinitelyGone, delete: forget } of await storedSecrets.unused('input')) {
    const description = [
      scopeLabel(scope),
      isDefinitelyGone ? vscode.l10n.t('no longer defined') : vscode.l10n.t('not readable in the settings'),
    ]
      .filter(Boolean)
      .join(' · ');
    stored.push({ label: plainName(name), description, forget });
  }
  if (stored.length === 0) {
    void plainWindow.showInformationMessage(vscode.l10n.t('No values are kept.'));
    return;
  }
  const picked = await plainWindow.showQuickPick(stored, {
    title: vscode.l10n.t('Forget Input Values'),
    placeHolder: vscode.l10n.t('Choose the values to forget'),
    canPickMany: true,
    ...keepOpen,
  });
  for (const { forget } of picked ?? []) {
    await forget();
  }
}
