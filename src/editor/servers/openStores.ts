import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import { DraftFolder } from '#core/drafts/draftFolder.ts';
import { Drafts, startDraftCleanup } from '#core/drafts/drafts.ts';
import { FileMemory } from '#core/remembered/fileMemory.ts';
import { importOldAnswers } from '#core/remembered/oldAnswers.ts';
import { RememberedAnswers, rememberedKey } from '#core/remembered/rememberedAnswers.ts';
import { ResultDirectory } from '#core/results/resultDirectory.ts';
import { resultCleanupMs } from '#core/results/resultLimits.ts';
import { Results } from '#core/results/results.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { plainLines } from '#editor/common/plainText.ts';
import { userSetting } from '#editor/settings/userSettings.ts';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';

/** Opens the drafts of all windows in the extension's global storage. Deletes expired ones while the extension runs. */
export function openDrafts(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  messages: BackgroundMessages,
): Drafts {
  const drafts = new Drafts({
    files: new DraftFolder(vscode.Uri.joinPath(globalStorageUri, 'drafts').fsPath),
    clock: systemClock,
    onFailure: (error, operation) => {
      const reason = plainLines(error instanceof Error ? error.message : String(error));
      const text =
        operation === 'write'
          ? vscode.l10n.t(
              'What you fill in is kept only until this window closes, because it could not be saved. {0}',
              reason,
            )
          : vscode.l10n.t('What you filled in could not be removed from the disk. Try Clear Drafts. {0}', reason);
      void messages.show({ severity: 'warning', text, buttons: [] });
    },
  });
  subscriptions.push(startDraftCleanup(drafts));
  return drafts;
}

/** Opens the results of this workspace in the extension's global storage. Deletes expired ones while the extension runs. */
export function openResults(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  workspace: string,
  messages: BackgroundMessages,
): Results {
  const results = new Results({
    files: new ResultDirectory(vscode.Uri.joinPath(globalStorageUri, 'results').fsPath),
    clock: systemClock,
    workspace,
    keep: () => userSetting(settingIds.resultsKeep) !== false,
    onFailure: (error, operation) => {
      const reason = plainLines(error instanceof Error ? error.message : String(error));
      const text =
        operation === 'write'
          ? vscode.l10n.t(
              'Results are kept only until this window closes, because they could not be saved. {0}',
              reason,
            )
          : vscode.l10n.t('A result could not be removed from the disk. Try Clear Results. {0}', reason);
      void messages.show({ severity: 'warning', text, buttons: [] });
    },
  });
  void results.tidy();
  void results.load();
  const timer = setInterval(() => void results.tidy(), resultCleanupMs).unref();
  subscriptions.push(
    { dispose: () => clearInterval(timer) },
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.resultsKeep)) {
        void results.applyKeep();
      }
    }),
  );
  return results;
}

/**
 * Opens the remembered answers in a file of the extension's global storage. They are not in the editor's global state, because a browser
 * writes that state late. Imports once the answers that version 0.1.0 stored there.
 */
export function openRemembered(
  { globalState, globalStorageUri }: vscode.ExtensionContext,
  messages: BackgroundMessages,
): RememberedAnswers {
  const folder = vscode.Uri.joinPath(globalStorageUri, 'answers').fsPath;
  const memory = new FileMemory(folder, 'answers.json', (error) => {
    const reason = plainLines(error instanceof Error ? error.message : String(error));
    const text = vscode.l10n.t(
      'Changes to remembered answers are kept only until this window closes, because they could not be saved. {0}',
      reason,
    );
    void messages.show({ severity: 'warning', text, buttons: [] });
  });
  const remembered = new RememberedAnswers({ memory, clock: systemClock });
  const oldAnswers = globalState.get<unknown>(rememberedKey);
  if (oldAnswers !== undefined && importOldAnswers(remembered, memory, oldAnswers)) {
    globalState.update(rememberedKey, undefined).then(undefined, () => undefined);
  }
  return remembered;
}
