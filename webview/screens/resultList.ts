import { t } from '@vscode/l10n';
import type { ResultRow } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { serverName } from '#webview/shell/attribution.ts';
import { button, iconButton } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import { timeText } from '#webview/shell/localDates.ts';
import { targetTitle } from '#webview/shell/messages.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';

/** A row that has just moved under the pointer takes no click for so many ms: it was meant for another one. */
const QUIET_MS = 500;

/** After that it stays there for so many ms, so that it can be clicked however fast results arrive. */
const STILL_MS = 1000;

/** The calls that have ended and whose results can be opened, the newest first. */
export class ResultList {
  readonly element: HTMLElement;
  readonly #rows: KeyedList<ResultRow>;
  readonly #list = el('ul', { class: 'results', 'aria-labelledby': 'results-heading' });
  /** Since rows have moved under the pointer. Quiet: clicks are not taken. Still: they are, and no row moves. */
  #rest: 'quiet' | 'still' | undefined;
  #drawn: readonly ResultRow[] = [];
  /** What is shown once the rest is over. */
  #next: readonly ResultRow[] | undefined;
  readonly #said = el('p', { class: 'visually-hidden', 'aria-live': 'polite' });

  /** `heading`: what the list is called. */
  constructor(heading: string, rows: readonly ResultRow[] | undefined, post: PostToExtension) {
    const name = el('h2', { id: 'results-heading' }, heading);
    this.#list.addEventListener('click', (event) => this.#guard(event), { capture: true });
    this.#rows = new KeyedList(this.#list, (row) => drawRow(row, post));
    this.element = el(
      'section',
      { class: 'result-list' },
      name,
      this.#list,
      button(t('Clear Results'), 'link', () => post({ type: 'clearResults' })),
      this.#said,
    );
    this.#show(rows ?? []);
  }

  show(rows: readonly ResultRow[]): void {
    if (!this.#rest || !this.#list.matches(':hover')) {
      this.#take(rows);
      return;
    }
    const known = new Set(this.#drawn.map(({ id }) => id));
    this.#next = rows;
    this.#show(rows.filter(({ id }) => known.has(id)));
  }

  #take(rows: readonly ResultRow[]): void {
    this.#next = undefined;
    const pointed = this.#list.matches(':hover')
      ? (this.#list.querySelector(':scope > :hover') ?? this.#list.firstElementChild)
      : undefined;
    const top = pointed?.getBoundingClientRect().top;
    const [added] = this.#show(rows);
    if (added) {
      this.#said.textContent = t('New result: {0}', nameOf(added));
      if (pointed?.getBoundingClientRect().top !== top) {
        this.#beginRest();
      }
    }
  }

  #beginRest(): void {
    this.#rest = 'quiet';
    setTimeout(() => {
      this.#rest = 'still';
    }, QUIET_MS);
    setTimeout(() => {
      this.#rest = undefined;
      if (this.#next) {
        this.#take(this.#next);
      }
    }, QUIET_MS + STILL_MS);
  }

  /** The keyboard stays on its row, wherever that moves. */
  #guard(event: MouseEvent): void {
    if (event.detail > 0 && this.#rest === 'quiet') {
      event.stopPropagation();
    }
  }

  #show(rows: readonly ResultRow[]): ResultRow[] {
    this.#drawn = rows;
    this.element.hidden = rows.length === 0;
    return this.#rows.show(rows);
  }
}

function drawRow(row: ResultRow, post: PostToExtension): KeyedItem<ResultRow> {
  const { id, server, target, at, outcome } = row;
  const isNew = el('span', { class: 'new-mark' }, t('New'));
  const open = button(t('Open'), 'secondary', () => post({ type: 'openResult', result: id }));
  open.ariaLabel = t('Open the result: {0}', nameOf(row));
  const update = (newer: ResultRow) => {
    isNew.hidden = !newer.isNew;
  };
  update(row);
  return {
    element: el(
      'li',
      { class: 'result-row' },
      icon(outcomeIcons[outcome]),
      el(
        'div',
        { class: 'result-text' },
        el(
          'p',
          {},
          ...interpolate<Node | string>(t('{0} on {1}'), el('bdi', {}, targetTitle(target)), serverName(server)),
        ),
        el(
          'p',
          { class: 'hint' },
          `${outcomeText(outcome)} · `,
          el('time', { datetime: new Date(at).toISOString() }, timeText(new Date(at).toISOString())),
          isNew,
        ),
      ),
      open,
      iconButton(t('Dismiss the result: {0}', nameOf(row)), icon('close'), () =>
        post({ type: 'dismissResult', result: id }),
      ),
    ),
    update,
    focus: () => open.focus(),
  };
}

const outcomeIcons = {
  result: 'check',
  failed: 'error',
  error: 'error',
  cancelled: 'minus',
  declined: 'minus',
} as const;

function outcomeText(outcome: ResultRow['outcome']): string {
  switch (outcome) {
    case 'result':
      return t('Finished');
    case 'failed':
      return t('Failed');
    case 'error':
      return t('No result');
    case 'cancelled':
      return t('Cancelled');
    case 'declined':
      return t('Declined');
  }
}

/** "deploy on cloud" */
function nameOf({ target, server }: ResultRow): string {
  return t('{0} on {1}', targetTitle(target), inOneLine(server.name, 80) || t('(no name)'));
}
