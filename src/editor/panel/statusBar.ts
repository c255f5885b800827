import * as vscode from 'vscode';
import type { Holds } from '../../core/inbox/holds.ts';
import type { Stage } from './stage.ts';
import { countWaiting } from './waiting.ts';

/**
 * The count of what waits for the person, in the status bar and on the view; gone when nothing does. It is enough by
 * itself: notifications can be switched off, and nobody can know whether they are. A click leads to the panel.
 */
export class WaitingCount implements vscode.Disposable {
  readonly #stage: Stage;
  readonly #holds: Holds;
  readonly #setBadge: (count: number, text: string) => void;
  readonly #item = vscode.window.createStatusBarItem('mcpElicitation.questions', vscode.StatusBarAlignment.Left, 100);

  constructor(stage: Stage, holds: Holds, setBadge: (count: number, text: string) => void) {
    this.#stage = stage;
    this.#holds = holds;
    this.#setBadge = setBadge;
    this.#item.name = vscode.l10n.t('MCP questions');
    this.#item.command = 'mcpElicitation.showPending';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    stage.onDidChange(() => this.#update());
    holds.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const { questions, others, held, undelivered } = countWaiting(this.#stage.holdingUp, this.#holds.all);
    const count = questions.count + others.count + held.count + undelivered.count;
    const text = countText(count, count === questions.count);
    this.#setBadge(count, text);
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const lines = [
      ...(questions.count > 0 ? [vscode.l10n.t('Waiting for your answer: {0}', questions.servers)] : []),
      ...(undelivered.count > 0
        ? [vscode.l10n.t('Waiting for you, because an answer did not arrive: {0}', undelivered.servers)]
        : []),
      ...(others.count > 0 ? [vscode.l10n.t('Waiting before it can start: {0}', others.servers)] : []),
      ...(held.count > 0 ? [vscode.l10n.t('Waiting for you to go on: {0}', held.servers)] : []),
    ];
    this.#item.text = `$(question) ${text}`;
    this.#item.tooltip = lines.join('\n');
    this.#item.accessibilityInformation = { label: [text, ...lines].join('. ') };
    this.#item.show();
  }
}

function countText(count: number, questionsOnly: boolean): string {
  if (questionsOnly) {
    return count === 1 ? vscode.l10n.t('1 MCP question') : vscode.l10n.t('{0} MCP questions', count);
  }
  return count === 1 ? vscode.l10n.t('MCP waits for you') : vscode.l10n.t('MCP waits for you ({0})', count);
}
