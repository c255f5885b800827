import { t } from '@vscode/l10n';
import type { HistoryDay, HistoryRow } from '#bridge/historyMessages.ts';
import { el, idList, setAttributes } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';

let lastId = 0;

/** What the arrow keys reach in the list: an entry, or a day of which no entry is listed. */
export interface Line {
  readonly row?: HistoryRow;
  readonly element: HTMLElement;
}

/**
 * The entries of a day in the list, below the day and what was counted on it: a group. A day of which no entry is listed is
 * itself an option of the list, so that the arrow keys reach its counts.
 */
export class DayGroup {
  readonly element: HTMLElement;
  /** `2026-03-10` */
  readonly day: string;
  readonly #dayId: string;
  readonly #summary: HTMLElement;
  readonly #entries: Line[] = [];

  /** `text`: the day as it is shown. */
  constructor(day: string, text: string) {
    lastId += 1;
    this.day = day;
    this.#dayId = `day-${lastId}`;
    this.#summary = el('div', { id: `day-summary-${lastId}`, class: 'day-summary', role: 'presentation' });
    this.#summary.hidden = true;
    this.element = el(
      'div',
      { id: `day-group-${lastId}`, class: 'day-group', 'aria-labelledby': this.#dayId },
      el('div', { id: this.#dayId, class: 'day', role: 'presentation' }, text),
      this.#summary,
    );
    this.#setRole('option', 'false');
  }

  get lines(): readonly Line[] {
    return this.#entries.length > 0 ? this.#entries : [this];
  }

  append(entry: Line): void {
    this.#setRole('group', undefined);
    this.#entries.push(entry);
    this.element.append(entry.element);
  }

  /** Shows what was counted. `isFiltered`: only what matches the filters was. */
  summarize({ callers }: HistoryDay, isFiltered: boolean): void {
    const all = callers.map(({ name, counts }) =>
      el('div', {}, ...interpolate<Node | string>(t('{0}: {1}'), el('bdi', {}, name), counts)),
    );
    this.#summary.hidden = all.length === 0;
    this.#summary.replaceChildren(...(isFiltered ? [el('div', {}, t('What the filters let through:'))] : []), ...all);
    // A screen reader announces the counts with the day, when it comes to the day's first entry.
    setAttributes(this.element, {
      'aria-labelledby': idList(this.#dayId, all.length > 0 ? this.#summary.id : undefined),
    });
  }

  #setRole(role: 'group' | 'option', isSelected: 'false' | undefined): void {
    setAttributes(this.element, { role, 'aria-selected': isSelected });
  }
}
