import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { Option } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** The maximum number of chips. */
const maxChips = 24;
/** The maximum length of a chip's label. In characters. */
const maxLabelLength = 60;

/** The chosen options, each as a button that removes the option. If there are many, the last ones are only counted. */
export class Chips {
  readonly element = el('ul', { class: 'chips' });
  readonly #options: readonly Option[];
  readonly #onRemove: (index: number) => void;
  readonly #focusElsewhere: () => void;

  /** `name`: the accessible name of the list. `focusElsewhere`: moves the focus when the last chip is removed. */
  constructor(options: readonly Option[], name: string, onRemove: (index: number) => void, focusElsewhere: () => void) {
    this.#options = options;
    this.#onRemove = onRemove;
    this.#focusElsewhere = focusElsewhere;
    this.element.ariaLabel = name;
  }

  /** `chosen`: indexes of the options, ascending. If the focused chip is removed, the focus moves to the next one. */
  show(chosen: readonly number[]): void {
    const buttons: Element[] = [...this.element.querySelectorAll('button')];
    const focused = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
    const hiddenCount = chosen.length - maxChips;
    this.element.replaceChildren(
      ...definedOnly([
        ...chosen.slice(0, maxChips).map((index) => this.#drawChip(index)),
        hiddenCount > 0 ? el('li', { class: 'count' }, t('and {0} more', formatNumber(hiddenCount))) : undefined,
      ]),
    );
    this.element.hidden = chosen.length === 0;
    if (focused >= 0) {
      const buttonsLeft = [...this.element.querySelectorAll('button')];
      const next = buttonsLeft[Math.min(focused, buttonsLeft.length - 1)];
      if (next) {
        next.focus();
      } else {
        this.#focusElsewhere();
      }
    }
  }

  #drawChip(index: number): HTMLElement {
    const label = this.#options[index]?.label ?? '';
    const remove = el(
      'button',
      { type: 'button', class: 'chip' },
      el('bdi', {}, inOneLine(label, maxLabelLength)),
      icon('close'),
    );
    remove.ariaLabel = t('Remove {0}', label);
    remove.title = label;
    remove.addEventListener('click', () => this.#onRemove(index));
    return el('li', {}, remove);
  }
}
