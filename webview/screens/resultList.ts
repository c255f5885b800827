import { t } from '@vscode/l10n';
import type { ResultRow } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { button, iconButton } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import { timeText } from '#webview/shell/localDates.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';

/** After rows have moved under the pointer, clicks are ignored for this time: the user meant another row. In milliseconds. */
const quietMs = 500;

/** After `quietMs`, no row moves for this time, so that a row can be clicked even if many results arrive. In milliseconds. */
const stillMs = 1000;

/** The kept calls, newest first, with buttons to open and to dismiss their results. */
export class ResultList {
  readonly element: HTMLElement;
  readonly #rows: KeyedList<ResultRow>;
  readonly #list = el('ul', { class: 'results', 'aria-labelledby': 'results-heading' });
  /**
   * The phase after rows have moved under the pointer. `quiet`: clicks are ignored. `still`: clicks work, and no row
   * moves.
   */
  #phase: 'quiet' | 'still' | undefined;
  #drawnRows: readonly ResultRow[] = [];
  /** The rows to show at the end of the phase. */
  #pendingRows: readonly ResultRow[] | undefined;
  readonly #announcement = el('p', { class: 'visually-hidden', 'aria-live': 'polite' });

  constructor(heading: string, rows: readonly ResultRow[] | undefined, post: PostToExtension) {
    const name = el('h2', { id: 'results-heading' }, heading);
    this.#list.addEventListener('click', (event) => this.#ignoreQuietClick(event), { capture: true });
    this.#rows = new KeyedList(this.#list, (row) => drawRow(row, post));
    this.element = el(
      'section',
      { class: 'result-list' },
      name,
      this.#list,
      button(t('Clear Results'), 'link', () => post({ type: 'clearResults' })),
      this.#announcement,
    );
    this.#drawRows(rows ?? []);
  }

  show(rows: readonly ResultRow[]): void {
    if (!this.#phase || !this.#list.matches(':hover')) {
      this.#update(rows);
      return;
    }
    const drawnIds = new Set(this.#drawnRows.map(({ id }) => id));
    this.#pendingRows = rows;
    this.#drawRows(rows.filter(({ id }) => drawnIds.has(id)));
  }

  #update(rows: readonly ResultRow[]): void {
    this.#pendingRows = undefined;
    const hoveredRow = this.#list.matches(':hover')
      ? (this.#list.querySelector(':scope > :hover') ?? this.#list.firstElementChild)
      : undefined;
    const top = hoveredRow?.getBoundingClientRect().top;
    const [added] = this.#drawRows(rows);
    if (added) {
      this.#announcement.textContent = t('New result: {0}', resultName(added));
      if (hoveredRow?.getBoundingClientRect().top !== top) {
        this.#startPhase();
      }
    }
  }

  #startPhase(): void {
    this.#phase = 'quiet';
    setTimeout(() => {
      this.#phase = 'still';
    }, quietMs);
    setTimeout(() => {
      this.#phase = undefined;
      if (this.#pendingRows) {
        this.#update(this.#pendingRows);
      }
    }, quietMs + stillMs);
  }

  /** Ignores clicks of the pointer in the phase `quiet`. Key presses work, because the focus moves with its row. */
  #ignoreQuietClick(event: MouseEvent): void {
    if (event.detail > 0 && this.#phase === 'quiet') {
      event.stopPropagation();
    }
  }

  #drawRows(rows: readonly ResultRow[]): ResultRow[] {
    this.#drawnRows = rows;
    this.element.hidden = rows.length === 0;
    return this.#rows.show(rows);
  }
}

function drawRow(row: ResultRow, post: PostToExtension): KeyedItem<ResultRow> {
  const { id, server, target, at, outcome } = row;
  const isNew = el('span', { class: 'new-mark' }, t('New'));
  const open = button(t('Open'), 'secondary', () => post({ type: 'openResult', result: id }));
  open.ariaLabel = t('Open the result: {0}', resultName(row));
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
      iconButton(t('Dismiss the result: {0}', resultName(row)), icon('close'), () =>
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
function resultName({ target, server }: ResultRow): string {
  return t('{0} on {1}', targetTitle(target), inOneLine(server.name, 80) || t('(no name)'));
}
