import * as vscode from 'vscode';
import { withoutLinks } from '../plainText.ts';
import { failingText, foundText } from './alerts.ts';
import type { KeptRecord } from './keptRecord.ts';
import { isRepaired } from './words.ts';

/** Tells, once each, what a start found and that recording does not work; both lead to the history. */
export class RecordNotices implements vscode.Disposable {
  readonly #record: KeptRecord;
  readonly #show: () => void;
  readonly #subscription: vscode.Disposable;
  #foundTold = false;
  #failingTold = false;

  constructor(record: KeptRecord, show: () => void) {
    this.#record = record;
    this.#show = show;
    this.#subscription = record.onDidChange(() => this.#look());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #look(): void {
    const { found, recorder } = this.#record;
    if (found.length > 0 && !this.#foundTold) {
      this.#foundTold = true;
      void this.#tell(foundText(found), isRepaired(found) ? 'showInformationMessage' : 'showWarningMessage');
    }
    const { state } = recorder;
    if (state.kind === 'failing' && state.waiting > 0 && !this.#failingTold) {
      this.#failingTold = true;
      void this.#tell(failingText(state), 'showWarningMessage');
    }
  }

  async #tell(text: string, how: 'showInformationMessage' | 'showWarningMessage'): Promise<void> {
    const show = vscode.l10n.t('Show History');
    if ((await vscode.window[how](withoutLinks(text), show)) === show) {
      this.#show();
    }
  }
}
