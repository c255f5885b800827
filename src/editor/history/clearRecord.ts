import * as vscode from 'vscode';
import { clearRecordFiles } from '#core/record/retention.ts';
import type { Heads } from '#core/record/store/heads.ts';
import { plainLines } from '#editor/common/plainText.ts';
import * as plainWindow from '#editor/window/plainWindow.ts';
import type { WindowRecord } from './windowRecord.ts';

/** Deletes the whole record, also of other windows, after the user has confirmed it. Never rejects. */
export async function clearRecord(record: WindowRecord): Promise<void> {
  try {
    record.endCounting();
    await record.flush();
    const count = await countEntries(record.heads);
    const detail =
      count === 1
        ? vscode.l10n.t(
            'The only entry is deleted permanently: what a server asked, what you decided, or which tool was called. A new entry says that the record was cleared.',
          )
        : vscode.l10n.t(
            'All {0} entries are deleted permanently, also those of other windows: what servers asked, what you decided, and which tools were called. A new entry says that the record was cleared.',
            count,
          );
    const clearLabel = vscode.l10n.t('Clear History');
    const question = vscode.l10n.t('Clear the history of what servers asked?');
    if ((await plainWindow.showWarningMessage(question, { modal: true, detail }, clearLabel)) !== clearLabel) {
      return;
    }
    const progress = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Clearing the history') };
    record.endCounting();
    const results = await plainWindow.withProgress(progress, () =>
      Promise.all(record.stores.map((store) => clearRecordFiles(store))),
    );
    const failed = results.flatMap((result) => result.failed);
    if (failed.length > 0) {
      await plainWindow.showErrorMessage(
        failed.length === 1
          ? vscode.l10n.t('1 file of the record could not be deleted. Try again when nothing else uses it.')
          : vscode.l10n.t(
              '{0} files of the record could not be deleted. Try again when nothing else uses them.',
              failed.length,
            ),
      );
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await plainWindow.showErrorMessage(vscode.l10n.t('The history could not be cleared. {0}', plainLines(reason)));
  } finally {
    record.filesChanged();
  }
}

/** The number of entries that the heads confirm. */
async function countEntries(heads: Heads): Promise<number> {
  let sum = 0;
  for (const name of await heads.names()) {
    sum += (await heads.get(name))?.count ?? 0;
  }
  return sum;
}
