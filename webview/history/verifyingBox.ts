import { t } from '@vscode/l10n';
import type { HistoryVerification, ToHistory } from '#bridge/historyMessages.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { verifyingText } from './historyTexts.ts';

/** The progress of a verification, then its result. */
export class VerifyingBox {
  readonly element = el('div', { class: 'verifying' });
  readonly #onCancel: () => void;
  readonly #announce: (text: string) => void;
  #progress: { readonly bar: HTMLProgressElement; readonly text: HTMLElement } | undefined;

  constructor(onCancel: () => void, announce: (text: string) => void) {
    this.#onCancel = onCancel;
    this.#announce = announce;
    this.element.hidden = true;
  }

  showProgress({ entries, file, files }: Extract<ToHistory, { type: 'verifying' }>): void {
    if (!this.#progress) {
      const text = el('p', { class: 'banner-text' });
      const bar = el('progress', { 'aria-label': t('Verifying') });
      this.#progress = { bar, text };
      const cancelButton = button(t('Cancel'), 'secondary', this.#onCancel);
      this.#show('info', el('div', { class: 'banner-text' }, text, bar), cancelButton);
      this.#announce(t('Verifying the record.'));
      cancelButton.focus();
    }
    const { bar, text } = this.#progress;
    text.textContent = verifyingText(entries);
    if (files > 0) {
      bar.max = files;
      bar.value = file;
    }
  }

  showResult({ verdict, text }: Extract<ToHistory, { type: 'verified' }>): void {
    this.#progress = undefined;
    const hadFocus = this.element.contains(document.activeElement);
    const result = verdict?.text ?? text ?? '';
    const severity = verdict ? (verdict.ok ? 'info' : 'error') : 'warning';
    const close = button(t('Close'), 'secondary', () => this.#hide());
    this.#show(severity, verdict ? drawVerdict(verdict) : el('p', { class: 'banner-text' }, result), close);
    this.#announce(result);
    if (hadFocus) {
      close.focus();
    }
  }

  #show(severity: 'info' | 'warning' | 'error', ...content: readonly HTMLElement[]): void {
    const iconName = severity === 'info' ? (this.#progress ? 'info' : 'check') : severity;
    this.element.replaceChildren(el('div', { class: `banner ${severity}` }, icon(iconName), ...content));
    this.element.hidden = false;
  }

  #hide(): void {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}

function drawVerdict({ text, problems, remarks }: HistoryVerification): HTMLElement {
  const list = (items: readonly string[]) =>
    items.length > 0 ? el('ul', {}, ...items.map((item) => el('li', {}, item))) : undefined;
  return el('div', { class: 'banner-text' }, el('p', { class: 'verdict' }, text), list(problems), list(remarks));
}
