import * as vscode from 'vscode';
import type { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import { plainName, withoutIcons } from '#editor/common/plainText.ts';
import { joinSentences } from '#form/language.ts';
import type { PanelController } from './panelController.ts';
import { countWaiting } from './waitingCounts.ts';

/**
 * Shows in the status bar, and as the badge of the view, how many requests and calls wait for the user. Hidden at zero. A click opens
 * the panel. Shown in addition to notifications, because the user may have turned these off, which an extension cannot detect.
 */
export class WaitingCount implements vscode.Disposable {
  readonly #controller: PanelController;
  readonly #suspendedCalls: SuspendedCalls;
  readonly #setBadge: (count: number, text: string) => void;
  readonly #item = vscode.window.createStatusBarItem('mcpElicitation.questions', vscode.StatusBarAlignment.Left, 100);

  constructor(
    controller: PanelController,
    suspendedCalls: SuspendedCalls,
    setBadge: (count: number, text: string) => void,
  ) {
    this.#controller = controller;
    this.#suspendedCalls = suspendedCalls;
    this.#setBadge = setBadge;
    this.#item.name = vscode.l10n.t('MCP questions');
    this.#item.command = 'mcpElicitation.showPending';
    this.#item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
    controller.onDidChange(() => this.#update());
    suspendedCalls.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const { requests, agreementsAndArguments, suspended, undelivered } = countWaiting(
      this.#controller.blockingServers,
      this.#suspendedCalls.all,
    );
    const count = requests.count + agreementsAndArguments.count + suspended.count + undelivered.count;
    const text = countText(count, count === requests.count);
    this.#setBadge(count, text);
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const lines = [
      ...(requests.count > 0 ? [vscode.l10n.t('Waiting for your answer: {0}', requests.servers)] : []),
      ...(undelivered.count > 0 ? [vscode.l10n.t('An answer did not arrive: {0}', undelivered.servers)] : []),
      ...(agreementsAndArguments.count > 0
        ? [vscode.l10n.t('Waiting to start: {0}', agreementsAndArguments.servers)]
        : []),
      ...(suspended.count > 0 ? [vscode.l10n.t('Waiting for you to continue: {0}', suspended.servers)] : []),
    ];
    this.#item.text = `$(question) ${text}`;
    this.#item.tooltip = lines.join('\n');
    this.#item.accessibilityInformation = { label: joinSentences([text, ...lines]) };
    this.#item.show();
  }
}

/** Shows the number of unseen results in the status bar. A click opens the newest. */
export class NewResults implements vscode.Disposable {
  readonly #controller: PanelController;
  readonly #item = vscode.window.createStatusBarItem('mcpElicitation.results', vscode.StatusBarAlignment.Left, 99);

  constructor(controller: PanelController) {
    this.#controller = controller;
    this.#item.name = vscode.l10n.t('MCP results');
    this.#item.command = 'mcpElicitation.showPending';
    this.#item.tooltip = vscode.l10n.t('Show the newest result');
    controller.onDidChange(() => this.#update());
  }

  dispose(): void {
    this.#item.dispose();
  }

  #update(): void {
    const count = this.#controller.results.unseen;
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const text = count === 1 ? vscode.l10n.t('1 MCP result') : vscode.l10n.t('{0} MCP results', count);
    this.#item.text = `$(output) ${text}`;
    this.#item.show();
  }
}

/** Shows in the status bar that calls of programs run. A click opens the panel, which shows their progress and can stop them. */
export class ProgramCalls implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('mcpElicitation.calls', vscode.StatusBarAlignment.Left, 98);

  constructor() {
    this.#item.name = vscode.l10n.t('MCP calls');
    this.#item.command = 'mcpElicitation.showPending';
    this.#item.tooltip = vscode.l10n.t('Show the progress of the call, or stop it');
  }

  show(calls: readonly Call[]): void {
    const [first, ...others] = calls.filter(({ origin }) => origin === 'program');
    if (!first) {
      this.#item.hide();
      return;
    }
    const name = withoutIcons(`${plainName(first.serverName)}: ${plainName(targetOf(first.request))}`);
    this.#item.text = `$(sync~spin) ${others.length === 0 ? name : vscode.l10n.t('{0} MCP calls', others.length + 1)}`;
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function countText(count: number, areAllRequests: boolean): string {
  if (areAllRequests) {
    return count === 1 ? vscode.l10n.t('1 MCP question') : vscode.l10n.t('{0} MCP questions', count);
  }
  return vscode.l10n.t('MCP: {0} waiting', count);
}
