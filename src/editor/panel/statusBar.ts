import * as vscode from 'vscode';
import type { Holds } from '../../core/inbox/holds.ts';
import type { Inbox } from '../../core/inbox/inbox.ts';

/** The count of waiting questions in the status bar, gone when there is none, and on the view. A click leads to the panel. */
export class QuestionCount implements vscode.Disposable {
  readonly #inbox: Inbox;
  readonly #holds: Holds;
  readonly #item = vscode.window.createStatusBarItem('mcpElicitation.questions', vscode.StatusBarAlignment.Left, 100);

  readonly #setBadge: (count: number) => void;

  constructor(inbox: Inbox, holds: Holds, setBadge: (count: number) => void) {
    this.#inbox = inbox;
    this.#holds = holds;
    this.#setBadge = setBadge;
    this.#item.name = vscode.l10n.t('MCP questions');
    this.#item.command = 'mcpElicitation.showPending';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    inbox.onDidArrive(() => this.#update());
    inbox.onDidSettle(() => this.#update());
    holds.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const { pending } = this.#inbox;
    const count = pending.length;
    this.#setBadge(count);
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const text = count === 1 ? vscode.l10n.t('1 MCP question') : vscode.l10n.t('{0} MCP questions', count);
    const servers = [...new Set(pending.map(({ server }) => server.name))].join(', ');
    this.#item.text = `$(question) ${text}`;
    const held = [...new Set(this.#holds.all.map(({ server }) => server.name))].join(', ');
    this.#item.tooltip = [
      vscode.l10n.t('Waiting for your answer: {0}', servers),
      ...(held ? [vscode.l10n.t('Waiting for you to go on: {0}', held)] : []),
    ].join('\n');
    this.#item.accessibilityInformation = { label: `${text}. ${servers}` };
    this.#item.show();
  }
}
