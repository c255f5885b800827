import { t } from '@vscode/l10n';
import type { HistoryRow } from '#bridge/historyMessages.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { dayText, timeText } from '#webview/shell/localDates.ts';

const toneIcons = { done: 'check', ended: 'minus', stopped: 'close', trouble: 'warning', plain: 'info' } as const;

interface Line {
  readonly row: HistoryRow;
  readonly element: HTMLElement;
}

/** The entries, newest first and grouped by day: a listbox with at most one chosen line. */
export class EntryList {
  readonly element = el('div', {
    class: 'entries',
    role: 'listbox',
    tabindex: 0,
    'aria-label': t('Entries, newest first'),
  });
  readonly #onChoose: (row: HistoryRow | undefined) => void;
  #lines: Line[] = [];
  #index = -1;
  #day: { readonly text: string; readonly group: HTMLElement } | undefined;

  /** `onChoose` runs with the chosen entry, or `undefined` if none is chosen; `onOpen` when the user presses Enter. */
  constructor(onChoose: (row: HistoryRow | undefined) => void, onOpen: () => void) {
    this.#onChoose = onChoose;
    this.element.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const index = lineAfterKey(event.key, this.#index, this.#lines.length);
      if (index !== undefined) {
        event.preventDefault();
        this.#choose(index);
      } else if (event.key === 'Enter' && this.#index >= 0) {
        event.preventDefault();
        onOpen();
      }
    });
    this.element.addEventListener('focus', () => {
      // A press gives the focus, too. It chooses an entry itself, which must not be scrolled away before the click.
      if (!this.element.matches(':focus-visible')) {
        return;
      }
      if (this.#index < 0 && this.#lines.length > 0) {
        this.#choose(0);
      }
      this.#showActive();
    });
  }

  get count(): number {
    return this.#lines.length;
  }

  /** Replaces all entries. The chosen entry stays chosen if `rows` contains it. */
  replace(rows: readonly HistoryRow[]): void {
    const chosen = this.#lines[this.#index]?.row.key;
    this.#lines = [];
    this.#index = -1;
    this.#day = undefined;
    this.element.replaceChildren();
    this.#setActive(undefined);
    this.append(rows);
    const index = this.#lines.findIndex(({ row }) => row.key === chosen);
    if (index >= 0) {
      this.#choose(index);
    } else if (chosen !== undefined) {
      this.#onChoose(undefined);
    }
  }

  /** Adds older entries at the end. */
  append(rows: readonly HistoryRow[]): void {
    for (const row of rows) {
      const index = this.#lines.length;
      const element = drawEntry(row, `entry-${index}`);
      element.addEventListener('click', () => this.#choose(index));
      this.#lines.push({ row, element });
      this.#dayGroup(row.at).append(element);
    }
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** The element of the entry with this key. */
  rowOf(key: string): HTMLElement | undefined {
    return this.#lines.find(({ row }) => row.key === key)?.element;
  }

  /** Chooses the line at `index`, if it exists. */
  chooseAt(index: number): void {
    if (index < this.#lines.length) {
      this.#choose(index);
    }
  }

  #dayGroup(at: string): HTMLElement {
    const text = dayText(at);
    if (this.#day?.text !== text) {
      const id = `day-${this.element.childElementCount}`;
      const group = el(
        'div',
        { role: 'group', 'aria-labelledby': id },
        el('div', { id, class: 'day', role: 'presentation' }, text),
      );
      this.element.append(group);
      this.#day = { text, group };
    }
    return this.#day.group;
  }

  #choose(index: number): void {
    const previous = this.#lines[this.#index];
    if (previous) {
      setAttributes(previous.element, { 'aria-selected': 'false' });
    }
    this.#index = index;
    const line = this.#lines[index];
    if (line) {
      setAttributes(line.element, { 'aria-selected': 'true' });
    }
    this.#setActive(line);
    this.#showActive();
    this.#onChoose(line?.row);
  }

  #showActive(): void {
    this.#lines[this.#index]?.element.scrollIntoView({ block: 'nearest' });
  }

  #setActive(line: Line | undefined): void {
    setAttributes(this.element, { 'aria-activedescendant': line?.element.id });
  }
}

function drawEntry({ at, server, about, outcome }: HistoryRow, id: string): HTMLElement {
  return el(
    'div',
    { class: 'entry', id, role: 'option', 'aria-selected': 'false' },
    el('time', { class: 'entry-time', datetime: at }, timeText(at)),
    el(
      'span',
      { class: 'entry-text' },
      el('bdi', { class: 'server-name' }, server ?? t('The record')),
      el('bdi', { class: 'entry-about' }, about),
    ),
    el('span', { class: `outcome ${outcome.tone}` }, icon(toneIcons[outcome.tone]), outcome.word),
  );
}

/** The number of lines by which PageUp and PageDown move. */
const pageLines = 10;

/**
 * The index to which a key moves in a list of `count` lines; `undefined` for a key that does not move. `index` is -1 if no
 * line is chosen.
 */
export function lineAfterKey(key: string, index: number, count: number): number | undefined {
  const target = unclampedTarget(key, index, count);
  return target === undefined || count === 0 ? undefined : Math.min(Math.max(target, 0), count - 1);
}

function unclampedTarget(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + pageLines;
    case 'PageUp':
      return index - pageLines;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
