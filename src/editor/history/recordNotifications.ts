import * as vscode from 'vscode';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';
import { type RecordProblem, UnreportedProblems } from './recordAlerts.ts';
import type { WindowRecord } from './windowRecord.ts';

/** Tells of a record that is not as it should be; each notification leads to the history. */
export class RecordNotifications implements vscode.Disposable {
  readonly #record: WindowRecord;
  readonly #messages: BackgroundMessages;
  readonly #show: () => void;
  readonly #subscription: vscode.Disposable;
  readonly #notices = new UnreportedProblems();

  constructor(record: WindowRecord, messages: BackgroundMessages, show: () => void) {
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
    for (const notice of this.#notices.takeNew({ found, failure, state })) {
      void this.#tell(notice);
    }
  }

  async #tell({ text, isWarning }: RecordProblem): Promise<void> {
    const show = vscode.l10n.t('Show History');
    const severity = isWarning ? 'warning' : 'information';
    if ((await this.#messages.show({ severity, text, buttons: [show] })) === show) {
      this.#show();
    }
  }
}
