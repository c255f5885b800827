import { t } from '@vscode/l10n';
import type { RunningCall, SentAnswer } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { drawAgentCalls } from './agentCallCards.ts';

/**
 * What is shown between the part of a screen that scrolls and its buttons, where it moves neither the fields nor the buttons: whether the
 * agents of calls wait, and which answer was sent. The sent answer lies over the screen and takes no clicks.
 */
export class FootArea {
  readonly #sentText = el('span');
  readonly #sent = el('p', { class: 'sent-answer' }, icon('check'), this.#sentText);
  readonly #agentCalls;
  readonly element: HTMLElement;
  /** The id of the answer that was announced last. */
  #announced: string | undefined;

  constructor(post: PostToExtension) {
    this.#sent.hidden = true;
    this.#agentCalls = drawAgentCalls(post);
    this.element = el(
      'div',
      { class: 'foot-area' },
      el('div', { class: 'sent-place' }, el('div', { class: 'sent-row' }, this.#sent)),
      el('div', { class: 'foot-calls' }, this.#agentCalls.element),
    );
  }

  showAgentCalls(calls: readonly RunningCall[]): void {
    this.#agentCalls.show(calls);
  }

  /** Shows the answer that was just sent. Returns its announcement if it is another one than before. */
  showSent(answer: SentAnswer | undefined): string[] {
    this.#sent.hidden = answer === undefined;
    const text = answer ? sentText(answer) : '';
    if (this.#sentText.textContent !== text) {
      this.#sentText.textContent = text;
    }
    const isNew = answer !== undefined && answer.id !== this.#announced;
    this.#announced = answer?.id;
    return isNew ? [text] : [];
  }
}

function sentText({ action, server }: SentAnswer): string {
  const name = inOneLine(server, 80);
  switch (action) {
    case 'accept':
      return t('Sent to {0}', name);
    case 'decline':
      return t('Decline sent to {0}', name);
    case 'cancel':
      return t('Cancel sent to {0}', name);
  }
}
