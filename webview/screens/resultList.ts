import { t } from '@vscode/l10n';
import type { ResultRow } from '#bridge/messages.ts';
import { inOneLine } from '#form/text.ts';
import { serverName } from '#webview/shell/attributionView.ts';
import { button, iconButton } from '#webview/shell/buttons.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import { type KeyedItem, KeyedList } from '#webview/shell/keyedList.ts';
import { recentMomentText } from '#webview/shell/localDates.ts';
import type { PostToExtension } from '#webview/shell/panelMessaging.ts';
import { ignoreMovedMs, ignorePointer } from '#webview/shell/presses/movedElements.ts';
import { targetTitle } from '#webview/shell/shellTexts.ts';

/** After rows have ignored clicks, no row moves for this time, so that a row can be clicked even if many results arrive. In milliseconds. */
const stillMs = 1000;

/** The kept calls, newest first, with buttons to open and to dismiss their results. */
export class ResultList {
  readonly element: HTMLElement;
  readonly #rows: KeyedList<ResultRow>;
  readonly #list = el('ul', { class: 'results', 'aria-labelledby': 'results-heading' });
  readonly #clear: HTMLButtonElement;
  readonly #cleared: ClearedLine;
  /** Shown in place of the list if it is empty. Absent if the list is then hidden. */
  readonly #empty: HTMLElement | undefined;
  /**
   * True for a while after rows have moved under the pointer: they ignore clicks, then clicks work and no row moves.
   */
  #isInPhase = false;
  #drawnRows: readonly ResultRow[] = [];
  /** The rows to show at the end of the phase. */
  #pendingRows: readonly ResultRow[] | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #announcement = el('p', { class: 'visually-hidden', 'aria-live': 'polite' });

  /**
   * `heading`: the name of the list; absent if the screen has this name. `emptyText`: shown if there are no results; without it, the
   * list is hidden then.
   */
  constructor(
    { heading, emptyText }: { readonly heading?: string; readonly emptyText?: string },
    rows: readonly ResultRow[] | undefined,
    post: PostToExtension,
  ) {
    const name = heading === undefined ? undefined : el('h2', { id: 'results-heading' }, heading);
    this.#list.setAttribute('aria-labelledby', name?.id ?? 'screen-heading');
    this.#empty = emptyText === undefined ? undefined : el('p', { class: 'hint' }, emptyText);
    this.#rows = new KeyedList(this.#list, (row) => drawRow(row, post));
    this.#clear = button(t('Remove All'), 'link', () => {
      post({ type: 'clearResults' });
      this.#cleared.focusNext();
    });
    this.#cleared = drawClearedLine(post);
    this.element = el(
      'section',
      { class: 'result-list' },
      name,
      this.#cleared.element,
      this.#empty,
      this.#list,
      this.#clear,
      this.#announcement,
    );
    this.#drawRows(rows ?? []);
  }

  show(rows: readonly ResultRow[]): void {
    if (!this.#isInPhase || !this.#list.matches(':hover')) {
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
    const wasRemoved = new Set(this.#drawnRows.filter(({ removed }) => removed).map(({ id }) => id));
    const removed = rows.find(({ id, removed }) => removed === 'alone' && !wasRemoved.has(id));
    const [added] = this.#drawRows(rows);
    if (removed) {
      this.#announcement.textContent = t('Removed: {0}', resultName(removed));
    } else if (added?.isNew) {
      this.#announcement.textContent = t('New result: {0}', resultName(added));
    }
    if (hoveredRow?.getBoundingClientRect().top !== top) {
      this.#startPhase();
    }
  }

  #startPhase(): void {
    clearTimeout(this.#timer);
    this.#isInPhase = true;
    ignorePointer(this.element);
    this.#timer = setTimeout(() => {
      this.#isInPhase = false;
      if (this.#pendingRows) {
        this.#update(this.#pendingRows);
      }
    }, ignoreMovedMs + stillMs);
  }

  #drawRows(rows: readonly ResultRow[]): ResultRow[] {
    this.#drawnRows = rows;
    const listed = rows.filter(({ removed }) => removed !== 'all');
    const cleared = rows.length - listed.length;
    this.#cleared.show(cleared);
    this.#clear.hidden = listed.every(({ removed }) => removed !== undefined);
    if (this.#empty) {
      this.#empty.hidden = rows.length > 0;
    } else {
      this.element.hidden = rows.length === 0;
    }
    return this.#rows.show(listed);
  }
}

/** The line that offers to restore the results that were removed all together. */
interface ClearedLine {
  readonly element: HTMLElement;
  /** Shows the line if there are such results. */
  show(count: number): void;
  /** Moves the focus to the button as soon as the line is shown: the focused button is gone then. */
  focusNext(): void;
}

function drawClearedLine(post: PostToExtension): ClearedLine {
  const text = el('p', { role: 'status' });
  const undo = button(t('Undo'), 'secondary', () => post({ type: 'restoreResults' }));
  const element = el('div', { class: 'result-row cleared' }, el('div', { class: 'result-text' }, text), undo);
  let takesFocus = false;
  return {
    element,
    show: (count) => {
      element.hidden = count === 0;
      text.textContent = count === 0 ? '' : count === 1 ? t('1 result removed.') : t('{0} results removed.', count);
      if (count > 0 && takesFocus) {
        undo.focus();
        takesFocus = false;
      }
    },
    focusNext: () => {
      takesFocus = true;
    },
  };
}

function drawRow(row: ResultRow, post: PostToExtension): KeyedItem<ResultRow> {
  const { id, server, target, at, outcome } = row;
  const isNew = el('span', { class: 'new-mark' }, t('New'));
  const time = el('time', { datetime: new Date(at).toISOString() });
  const open = button(t('Open'), 'secondary', () => post({ type: 'openResult', result: id }));
  open.ariaLabel = t('Open the result: {0}', resultName(row));
  // Results of the same tool have the same name.
  const descriptionId = `result-${id}`;
  setAttributes(open, { 'aria-describedby': descriptionId });
  const undo = button(t('Undo'), 'secondary', () => post({ type: 'restoreResult', result: id }));
  undo.ariaLabel = t('Undo removing the result: {0}', resultName(row));
  const dismiss = iconButton(t('Remove the result: {0}', resultName(row)), icon('close'), () =>
    post({ type: 'dismissResult', result: id }),
  );
  const removed = el('span', { class: 'removed-mark' });
  const element = el(
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
      el('p', { id: descriptionId, class: 'hint' }, `${outcomeText(outcome)} · `, time, ' ', isNew, ' ', removed),
    ),
    undo,
    open,
    dismiss,
  );
  const update = (newer: ResultRow) => {
    const isRemoved = newer.removed !== undefined;
    const hadFocus = element.contains(element.ownerDocument.activeElement);
    isNew.hidden = !newer.isNew;
    const moment = recentMomentText(at);
    if (time.textContent !== moment) {
      time.textContent = moment;
    }
    element.classList.toggle('removed', isRemoved);
    removed.textContent = isRemoved ? t('Removed') : '';
    undo.hidden = !isRemoved;
    open.hidden = isRemoved;
    dismiss.hidden = isRemoved;
    if (hadFocus && element.ownerDocument.activeElement !== (isRemoved ? undo : open)) {
      (isRemoved ? undo : open).focus();
    }
  };
  update(row);
  // The pointer may have rested where the row appeared.
  ignorePointer(element);
  return { element, update, focus: () => open.focus() };
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
