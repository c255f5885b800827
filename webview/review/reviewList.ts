import { t } from '@vscode/l10n';
import { moreFieldsText } from '#form/fieldLabels.ts';
import { formatList } from '#form/language.ts';
import { el } from '#webview/shell/dom.ts';
import { interpolate } from '#webview/shell/interpolate.ts';
import type { ReviewRow } from './reviewRow.ts';

const maxNamed = 5;

/** The rows of a review: those with answers, and those of left-out fields, which are folded into one line. */
export class ReviewList {
  readonly element: HTMLElement;
  readonly #rows: readonly ReviewRow[];
  readonly #answers = el('ul', { class: 'review-rows' });
  readonly #leftOut = el('ul', { class: 'review-rows' });
  readonly #summary = el('summary', {});
  readonly #fold = el('details', { class: 'review-omitted' }, this.#summary, this.#leftOut);

  constructor(rows: readonly ReviewRow[]) {
    this.#rows = rows;
    this.#answers.append(...rows.map(({ element }) => element));
    this.element = el('div', {}, this.#answers, this.#fold);
  }

  /** Moves each row to where it belongs. A row that is being edited stays in its place. */
  arrange(isAnswered: (index: number) => boolean): void {
    for (const [index, row] of this.#rows.entries()) {
      const list = isAnswered(index) ? this.#answers : this.#leftOut;
      if (!row.isOpen && row.element.parentElement !== list) {
        this.#move(row, index, list);
      }
    }
    const names = this.#rows.filter((row) => this.#isLeftOut(row)).map(({ label }) => el('bdi', {}, label));
    this.#fold.hidden = names.length === 0;
    this.#answers.hidden = names.length === this.#rows.length;
    const more = names.length - maxNamed;
    const shown = more > 0 ? [...names.slice(0, maxNamed), moreFieldsText(more)] : names;
    this.#summary.replaceChildren(
      ...interpolate<Node | string>(t('Left out: {0}'), el('span', {}, ...formatList<Node | string>(shown))),
    );
  }

  /** Unfolds the left-out rows if this one is among them. */
  reveal(row: ReviewRow): void {
    if (this.#isLeftOut(row)) {
      this.#fold.open = true;
    }
  }

  #isLeftOut(row: ReviewRow): boolean {
    return row.element.parentElement === this.#leftOut;
  }

  /** Moves a row into a list, in the order of the fields. The focus stays at the row, or where it is folded. */
  #move(row: ReviewRow, index: number, list: HTMLElement): void {
    const hadFocus = row.element.contains(document.activeElement);
    const next = this.#rows.slice(index + 1).find(({ element }) => element.parentElement === list);
    list.insertBefore(row.element, next?.element ?? null);
    if (hadFocus && (list === this.#answers || this.#fold.open)) {
      row.focusEdit();
    } else if (hadFocus) {
      this.#summary.focus();
    }
  }
}
