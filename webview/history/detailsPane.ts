import { t } from '@vscode/l10n';
import type { HistoryDetail, HistoryRow } from '#bridge/historyMessages.ts';
import { button } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { momentText } from '#webview/shell/localDates.ts';

/** The details of the chosen entry. */
export class DetailsPane {
  readonly element = el('section', { class: 'details', 'aria-label': t('Details') });
  readonly #showExchange: (key: string) => void;
  #heading = el('h2', { tabindex: -1 });
  #shownKey: string | undefined;

  /** `onLeave` runs when the user returns to the list. */
  constructor(showExchange: (key: string) => void, onLeave: () => void) {
    this.#showExchange = showExchange;
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.preventDefault();
        onLeave();
      }
    });
    this.clear();
  }

  /** The key of the entry whose details are shown. */
  get shownKey(): string | undefined {
    return this.#shownKey;
  }

  /** Shows that no entry is chosen. */
  clear(): void {
    this.#shownKey = undefined;
    this.element.classList.add('empty-details');
    this.element.replaceChildren(el('p', { class: 'hint' }, t('Choose an entry to see its details.')));
  }

  show({ key, server, about, outcome }: HistoryRow, details: readonly HistoryDetail[], hasExchange: boolean): void {
    const title = server === undefined ? about : t('{0}: {1}', server, about);
    this.#shownKey = key;
    const hadFocus = this.#heading.contains(document.activeElement);
    this.#heading = el(
      'h2',
      { tabindex: -1 },
      ...interpolate(t('{0} ({1})'), el('bdi', {}, title), el('bdi', {}, outcome.word)),
    );
    this.element.classList.remove('empty-details');
    this.element.replaceChildren(
      this.#heading,
      el('dl', {}, ...details.map(drawDetail)),
      ...(hasExchange ? [button(t('Show Wire'), 'secondary', () => this.#showExchange(key))] : []),
    );
    if (hadFocus) {
      this.focus();
    }
  }

  focus(): void {
    this.#heading.focus();
    this.#heading.scrollIntoView({ block: 'nearest' });
  }
}

function drawDetail({ label, values, style }: HistoryDetail): HTMLElement {
  const definitions = values.map((value) => el('dd', { class: `as-${style}` }, detailContent(value, style)));
  return el('div', { class: 'row' }, el('dt', {}, el('bdi', {}, label)), ...definitions);
}

function detailContent(value: string, style: HistoryDetail['style']): Node | string {
  switch (style) {
    case 'time':
      return el('time', { datetime: value }, momentText(value));
    case 'words':
      return value;
    default:
      return el('bdi', {}, value);
  }
}
