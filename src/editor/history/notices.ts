import * as vscode from 'vscode';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';
import type { KeptRecord } from './keptRecord.ts';
import { NewNotices, type RecordNotice } from './newNotices.ts';

/** Tells of a record that is not as it should be; each notification leads to the history. */
export class RecordNotices implements vscode.Disposable {
  readonly #record: KeptRecord;
  readonly #messages: BackgroundMessages;
  readonly #show: () => void;
  readonly #subscription: vscode.Disposable;
  readonly #notices = new NewNotices();

  constructor(record: KeptRecord, messages: BackgroundMessages, show: () => void) {
    this.#record = record;
    this.#messages = messages;
    this.#show = show;
    this.#subscription = record.onDidChange(() => this.#look());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #look(): void {
    const { found, failure, state } = this.#record;
    for (const notice of this.#notices.look({ found, failure, state })) {
      void this.#tell(notice);
    }
  }

  async #tell({ text, isWarning }: RecordNotice): Promise<void> {
    const show = vscode.l10n.t('Show History');
    const severity = isWarning ? 'warning' : 'information';
    if ((await this.#messages.show({ severity, text, buttons: [show] })) === show) {
      this.#show();
    }
  }
}
