import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import { ResultDirectory } from '#core/results/resultDirectory.ts';
import { resultCleanupMs } from '#core/results/resultLimits.ts';
import { Results } from '#core/results/results.ts';
import { settingIds } from '#editor/common/contributions.ts';
import { plainLines } from '#editor/common/plainText.ts';
import { userSetting } from '#editor/settings/ownSetting.ts';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';

/** The results of this workspace, in the extension's own storage. What is too old is removed, until the extension ends. */
export function openResults(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  workspace: string,
  messages: BackgroundMessages,
): Results {
  const results = new Results({
    files: new ResultDirectory(vscode.Uri.joinPath(globalStorageUri, 'results').fsPath),
    clock: systemClock,
    workspace,
    // Only the user's own value counts: a folder must not have results written.
    keep: () => userSetting(settingIds.resultsKeep) !== false,
    failed: (error, work) => {
      const reason = plainLines(error instanceof Error ? error.message : String(error));
      const said =
        work === 'write'
          ? vscode.l10n.t('Results are kept only until this window closes: they could not be written. {0}', reason)
          : vscode.l10n.t('A result could not be removed from the disk. Try Clear Results. {0}', reason);
      void messages.show({ severity: 'warning', text: said, buttons: [] });
    },
  });
  void results.tidy();
  void results.load();
  const timer = setInterval(() => void results.tidy(), resultCleanupMs).unref();
  subscriptions.push(
    { dispose: () => clearInterval(timer) },
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(settingIds.resultsKeep)) {
        void results.keepChanged();
      }
    }),
  );
  return results;
}
