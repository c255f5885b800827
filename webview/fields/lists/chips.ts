import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { Option } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** So many chosen options are seen at a glance. */
const MOST = 24;
/** In characters. */
const SHOWN = 60;

/** What is chosen, each with a button to take it away. Of very many only the first are shown, and the number of the rest. */
export class Chips {
  readonly element = el('ul', { class: 'chips' });
  readonly #options: readonly Option[];
  readonly #remove: (index: number) => void;
  readonly #elsewhere: () => void;

  /** `name` names the list. `elsewhere`: moves the keyboard to where options are chosen, when the last chip is gone. */
  constructor(options: readonly Option[], name: string, remove: (index: number) => void, elsewhere: () => void) {
    this.#options = options;
    this.#remove = remove;
    this.#elsewhere = elsewhere;
    this.element.ariaLabel = name;
  }

  /** Indexes of the options, ascending. A chip that had the keyboard hands it to the one in its place. */
  show(chosen: readonly number[]): void {
    const buttons: Element[] = [...this.element.querySelectorAll('button')];
    const focused = document.activeElement ? buttons.indexOf(document.activeElement) : -1;
    const rest = chosen.length - MOST;
    this.element.replaceChildren(
      ...definedOnly([
        ...chosen.slice(0, MOST).map((index) => this.#draw(index)),
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
        this.#elsewhere();
      }
    }
  }

  #draw(index: number): HTMLElement {
    const label = this.#options[index]?.label ?? '';
    const remove = el(
      'button',
      { type: 'button', class: 'chip' },
      el('bdi', {}, inOneLine(label, SHOWN)),
      icon('close'),
    );
    remove.ariaLabel = t('Remove {0}', label);
    remove.title = label;
    remove.addEventListener('click', () => this.#remove(index));
    return el('li', {}, remove);
  }
}
