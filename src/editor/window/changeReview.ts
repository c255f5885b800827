import * as vscode from 'vscode';
import { commandIds, contextKeys, type ReviewAnswer } from '#editor/common/contributions.ts';
import * as plainWindow from './plainWindow.ts';
import type { ShownDocument, TextChange, TextDocuments } from './textDocuments.ts';

/** What the user can do with a change that is shown, besides leaving the file as it is. */
export type ReviewedAction = Exclude<ReviewAnswer, 'leaveAgentFile'>;

interface PendingReview {
  readonly action: ReviewedAction;
  readonly settle: (isAgreed: boolean) => void;
}

/**
 * Asks whether a change is to be made, while the editor shows it. Nothing lies over the change: the buttons are in the title of its tab and in a
 * notification, and the command palette has them, too. Closing the tab leaves the file as it is, and so does another review.
 * As long as the user does nothing, nothing is changed.
 */
export class ChangeReview {
  readonly #documents: Pick<TextDocuments, 'showChange'>;
  #pending: PendingReview | undefined;

  constructor(documents: Pick<TextDocuments, 'showChange'>) {
    this.#documents = documents;
  }

  /** Shows a change and asks. `question`: sentences for the user. `label`: the action's, as in package.json. Resolves when the user has decided. */
  async ask(change: TextChange, action: ReviewedAction, question: string, label: string): Promise<boolean> {
    this.#pending?.settle(false);
    let settle = (_: boolean) => {};
    const decided = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    const pending = { action, settle };
    this.#pending = pending;
    try {
      const shown = await this.#documents.showChange(change);
      // Another question may have been asked meanwhile.
      if (this.#pending === pending) {
        await this.#decide(shown, pending, decided, question, label);
      }
      await shown.close();
    } finally {
      if (this.#pending === pending) {
        this.#pending = undefined;
        await setShown(undefined);
      }
      settle(false);
    }
    return decided;
  }

  async #decide(
    shown: ShownDocument,
    { action, settle }: PendingReview,
    decided: Promise<boolean>,
    question: string,
    label: string,
  ): Promise<void> {
    const closing = whenClosed(shown, () => settle(false));
    await setShown(action);
    const ended = decided.then(() => undefined);
    plainWindow.askUntil(ended, question, { label, command: commandIds[action] }, () => settle(false));
    await ended;
    closing.dispose();
  }

  /** Handles a button. It has no effect unless it belongs to the change that is shown. */
  answer(answer: ReviewAnswer): void {
    if (answer === 'leaveAgentFile' || answer === this.#pending?.action) {
      this.#pending?.settle(answer !== 'leaveAgentFile');
    }
  }
}

/** Calls `closed` when no tab shows the document any more. A tab that is moved to another group is closed and opened. */
function whenClosed(shown: ShownDocument, closed: () => void): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(() => {
    if (!shown.isOpen()) {
      closed();
    }
  });
}

async function setShown(action: ReviewedAction | undefined): Promise<void> {
  await vscode.commands.executeCommand('setContext', contextKeys.shownChange, action);
}
