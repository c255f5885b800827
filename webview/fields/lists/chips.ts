import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { Option } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** The number of chips that are shown. */
const maxChips = 24;
/** In characters. */
const longestLabel = 60;

/**
 * The chosen options, each with a button to remove it. Of very many only the first are shown, with the number of the
 * others.
 */
export class Chips {
  readonly element = el('ul', { class: 'chips' });
  readonly #options: readonly Option[];
  readonly #remove: (index: number) => void;
  readonly #focusElsewhere: () => void;

  /** `name`: the accessible name of the list. `focusElsewhere`: moves the focus when the last chip is removed. */
  constructor(options: readonly Option[], name: string, remove: (index: number) => void, focusElsewhere: () => void) {
    this.#options = options;
    this.#remove = remove;
    this.#focusElsewhere = focusElsewhere;
    this.element.ariaLabel = name;
  }

  /** `chosen`: indexes of the options, ascending. The focus moves from a removed chip to the next. */
  show(chosen: readonly number[]): void {
    const buttons: Element[] = [...this.element.querySelectorAll('button')];
    const focused = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
    const rest = chosen.length - maxChips;
    this.element.replaceChildren(
      ...definedOnly([
        ...chosen.slice(0, maxChips).map((index) => this.#draw(index)),
        rest > 0 ? el('li', { class: 'count' }, t('and {0} more', formatNumber(rest))) : undefined,
      ]),
    );
    this.element.hidden = chosen.length === 0;
    if (focused >= 0) {
      const left = [...this.element.querySelectorAll('button')];
      const next = left[Math.min(focused, left.length - 1)];
      if (next) {
        next.focus();
      } else {
        this.#focusElsewhere();
      }
    }
  }

  #draw(index: number): HTMLElement {
    const label = this.#options[index]?.label ?? '';
    const remove = el(
      'button',
      { type: 'button', class: 'chip' },
      el('bdi', {}, inOneLine(label, longestLabel)),
      icon('close'),
    );
    remove.ariaLabel = t('Remove {0}', label);
    remove.title = label;
    remove.addEventListener('click', () => this.#remove(index));
    return el('li', {}, remove);
  }
}
