import { t } from '@vscode/l10n';
import type { HistoryDay, HistoryRow } from '#bridge/historyMessages.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { dayText, localDayOf, startOfDay, timeText } from '#webview/shell/localDates.ts';
import { DayGroup, type Line } from './dayGroup.ts';

const toneIcons = { done: 'check', ended: 'minus', stopped: 'close', trouble: 'warning', plain: 'info' } as const;

/** The entries, newest first and grouped by day with its counts: a listbox with at most one chosen line. */
export class EntryList {
  readonly element = el('div', {
    class: 'entries',
    role: 'listbox',
    tabindex: 0,
    'aria-label': t('Entries, newest first'),
  });
  readonly #onChoose: (row: HistoryRow | undefined) => void;
  #chosen: Line | undefined;
  #groups: DayGroup[] = [];
  /** The group of the last line. */
  #group: DayGroup | undefined;

  /** `onChoose` runs with the chosen entry, or `undefined` if none is chosen; `onOpen` when the user presses Enter. */
  constructor(onChoose: (row: HistoryRow | undefined) => void, onOpen: () => void) {
    this.#onChoose = onChoose;
    this.element.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const lines = this.#lines;
      const index = lineAfterKey(event.key, this.#chosen ? lines.indexOf(this.#chosen) : -1, lines.length);
      if (index !== undefined) {
        event.preventDefault();
        this.#choose(lines[index]);
      } else if (event.key === 'Enter' && this.#chosen?.row) {
        event.preventDefault();
        onOpen();
      }
    });
    this.element.addEventListener('focus', () => {
      // A press gives the focus, too. It chooses an entry itself, which must not be scrolled away before the click.
      if (!this.element.matches(':focus-visible')) {
        return;
      }
      if (!this.#chosen) {
        this.#choose(this.#lines[0]);
      }
      this.#showActive();
    });
  }

  /** The number of entries. */
  get count(): number {
    return this.#entries.length;
  }

  /** In the order of the list. */
  get #lines(): readonly Line[] {
    return this.#groups.flatMap(({ lines }) => lines);
  }

  get #entries(): readonly Line[] {
    return this.#lines.filter(({ row }) => row);
  }

  /** Replaces all entries. The chosen entry stays chosen if `rows` contains it. */
  replace(rows: readonly HistoryRow[]): void {
    const chosen = this.#chosen;
    this.#chosen = undefined;
    this.#groups = [];
    this.#group = undefined;
    this.element.replaceChildren();
    this.#setActive(undefined);
    this.append(rows);
    const key = chosen?.row?.key;
    const line = key === undefined ? undefined : this.#lineOf(key);
    if (line) {
      this.#choose(line);
    } else if (chosen) {
      this.#onChoose(undefined);
    }
  }

  /** Adds older entries at the end. */
  append(rows: readonly HistoryRow[]): void {
    const first = this.count;
    for (const [index, row] of rows.entries()) {
      const line = { row, element: drawEntry(row, `entry-${first + index}`) };
      line.element.addEventListener('click', () => this.#choose(line));
      this.#dayGroup(row.at).append(line);
    }
    const chosenDay = this.#groups.find((group) => group === this.#chosen);
    if (chosenDay && chosenDay.lines[0] !== chosenDay) {
      this.#choose(chosenDay.lines[0]);
    }
  }

  /** Shows the counts of days at their heads, also of days of which no entry is listed. `isFiltered`: see `DayGroup`. */
  showDays(days: readonly HistoryDay[], isFiltered: boolean): void {
    for (const day of days) {
      const group = this.#groups.find((one) => one.day === day.day) ?? this.#insertDay(day.day);
      group.summarize(day, isFiltered);
    }
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  /** The element of the entry with this key. */
  rowOf(key: string): HTMLElement | undefined {
    return this.#lineOf(key)?.element;
  }

  /** Chooses the entry at `index` of the entries, if it exists. */
  chooseAt(index: number): void {
    const line = this.#entries[index];
    if (line) {
      this.#choose(line);
    }
  }

  #lineOf(key: string): Line | undefined {
    return this.#entries.find(({ row }) => row?.key === key);
  }

  /** The group of a new last line. A day can have two groups, because the lines of a file keep their order if the clock was set back. */
  #dayGroup(at: string): DayGroup {
    const day = localDayOf(at);
    if (this.#group?.day !== day) {
      const isAfterLast = (group: DayGroup) =>
        !this.#group || this.#groups.indexOf(group) > this.#groups.indexOf(this.#group);
      this.#group =
        this.#groups.find((group) => group.day === day && isAfterLast(group)) ?? this.#addGroup(day, dayText(at));
    }
    return this.#group;
  }

  #insertDay(day: string): DayGroup {
    const start = startOfDay(day);
    const next = this.#groups.find((group) => group.day < day);
    return this.#addGroup(day, start === undefined ? day : dayText(new Date(start).toISOString()), next);
  }

  #addGroup(day: string, text: string, next?: DayGroup): DayGroup {
    const group = new DayGroup(day, text);
    group.element.addEventListener('click', () => {
      if (group.lines[0] === group) this.#choose(group);
    });
    this.#groups.splice(next ? this.#groups.indexOf(next) : this.#groups.length, 0, group);
    this.element.insertBefore(group.element, next?.element ?? null);
    return group;
  }

  #choose(line: Line | undefined): void {
    for (const [one, isChosen] of [
      [this.#chosen, 'false'],
      [line, 'true'],
    ] as const) {
      // A day has become a group if its entries were listed since.
      if (one?.element.getAttribute('role') === 'option') setAttributes(one.element, { 'aria-selected': isChosen });
    }
    this.#chosen = line;
    this.#setActive(line);
    this.#showActive();
    this.#onChoose(line?.row);
  }

  #showActive(): void {
    this.#chosen?.element.scrollIntoView({ block: 'nearest' });
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
