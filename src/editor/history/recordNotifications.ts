import * as vscode from 'vscode';
import type { BackgroundMessages } from '#editor/window/backgroundMessages.ts';
import { type RecordProblem, UnreportedProblems } from './recordAlerts.ts';
import type { WindowRecord } from './windowRecord.ts';

/** Shows notifications about problems of the record, each with a button that opens the history. */
export class RecordNotifications implements vscode.Disposable {
  readonly #record: WindowRecord;
  readonly #messages: BackgroundMessages;
  readonly #show: () => void;
  readonly #subscription: vscode.Disposable;
  readonly #problems = new UnreportedProblems();

  constructor(record: WindowRecord, messages: BackgroundMessages, show: () => void) {
    this.#record = record;
    this.#messages = messages;
    this.#show = show;
    this.#subscription = record.onDidChange(() => this.#notifyNew());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #notifyNew(): void {
    const { findings, failure, state } = this.#record;
    for (const problem of this.#problems.takeNew({ findings, failure, state })) {
      void this.#notify(problem);
    }
  }

  async #notify({ text, isWarning }: RecordProblem): Promise<void> {
    const show = vscode.l10n.t('Show History');
    const severity = isWarning ? 'warning' : 'information';
    if ((await this.#messages.show({ severity, text, buttons: [show] })) === show) {
      this.#show();
    }
  }
}
