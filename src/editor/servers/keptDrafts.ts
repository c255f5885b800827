import * as vscode from 'vscode';
import { systemClock } from '#core/common/clock.ts';
import { DraftFolder } from '#core/drafts/draftFolder.ts';
import { Drafts, startDraftCleanup } from '#core/drafts/drafts.ts';
import { plainLines } from '#editor/common/plainText.ts';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';

/** The drafts of all windows, in the extension's own storage. What is too old is removed, until the extension ends. */
export function openDrafts(
  { globalStorageUri, subscriptions }: vscode.ExtensionContext,
  messages: BackgroundMessages,
): Drafts {
  const drafts = new Drafts({
    files: new DraftFolder(vscode.Uri.joinPath(globalStorageUri, 'drafts').fsPath),
    clock: systemClock,
    failed: (error, work) => {
      const reason = plainLines(error instanceof Error ? error.message : String(error));
      const said =
        work === 'write'
          ? vscode.l10n.t(
              'What you fill in is kept only until this window closes: it could not be written. {0}',
              reason,
            )
          : vscode.l10n.t('What you filled in could not be removed from the disk. Try Clear Drafts. {0}', reason);
      void messages.show({ severity: 'warning', text: said, buttons: [] });
    },
  });
  subscriptions.push(startDraftCleanup(drafts));
  return drafts;
}
