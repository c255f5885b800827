import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { fillText } from '#webview/shell/fillText.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';

/** As much of a suggestion as is shown. In characters. */
const SHOWN = 200;

/**
 * A text input with a list of suggestions beneath it: the combobox of WAI-ARIA's patterns, with a list that is never
 * chosen from by itself. The keyboard stays in the input; Down opens the list and moves in it, Enter takes, Escape closes.
 * Not a `datalist`: that one filters by itself, and does not say whether Escape was meant for it.
 */
export class SuggestionList {
  /** Holds the input and its list. */
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #said = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #wanted: () => void;
  #values: readonly string[] = [];
  #active = -1;
  #taking = false;

  /** Puts itself around `input`. `wanted`: the person asks for suggestions without typing. */
  constructor(input: HTMLInputElement, wanted: () => void) {
    this.#input = input;
    this.#wanted = wanted;
    this.#list = el('ul', { id: `${input.id}-suggestions`, class: 'suggestions', role: 'listbox' });
    this.#list.ariaLabel = t('Suggestions');
    this.#list.hidden = true;
    this.element = el('div', { class: 'suggesting' });
    input.replaceWith(this.element);
    this.element.append(input, this.#list, this.#said);
    setAttributes(input, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': this.#list.id,
    });
    input.addEventListener('keydown', (event) => this.#keyDown(event));
    input.addEventListener('blur', () => this.close());
    // The keyboard stays where it is.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('li') : null;
      this.#take(option ? [...this.#list.children].indexOf(option) : -1);
    });
  }

  /** True while a suggestion is put into the input: what changes then was not typed. */
  get isTaking(): boolean {
    return this.#taking;
  }

  /** Offers these values, unless the keyboard has left meanwhile. What stands in the input already is no suggestion. */
  show(values: readonly string[]): void {
    if (document.activeElement !== this.#input) {
      return;
    }
    this.#values = values.filter((value) => value !== this.#input.value);
    this.#list.replaceChildren(
      ...this.#values.map((value, index) =>
        el(
          'li',
          { id: `${this.#list.id}-${index}`, role: 'option', 'aria-selected': 'false', dir: 'auto' },
          escapeInvisible(value, SHOWN),
        ),
      ),
    );
    this.#list.scrollTop = 0;
    this.#activate(-1);
    this.#expand(this.#values.length > 0);
    this.#list.scrollIntoView({ block: 'nearest' });
    this.#said.textContent = this.#values.length > 0 ? count(this.#values.length) : '';
  }

  close(): void {
    this.#activate(-1);
    this.#expand(false);
    this.#said.textContent = '';
  }

  #keyDown(event: KeyboardEvent): void {
    const bare = !event.ctrlKey && !event.metaKey && !event.shiftKey && !isComposing(event);
    if (!bare) {
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.#move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && !this.#list.hidden) {
      // It has done its work: what the page does on Escape is for the next one.
      event.preventDefault();
      this.close();
    } else if (event.key === 'Enter' && this.#active !== -1) {
      event.preventDefault();
      this.#take(this.#active);
    }
  }

  /** Through the list and, between its end and its beginning, back into the input. */
  #move(step: 1 | -1): void {
    if (this.#list.hidden) {
      this.#wanted();
      return;
    }
    const places = this.#values.length + 1;
    this.#activate(((this.#active + 1 + step + places) % places) - 1);
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    setAttributes(this.#input, { 'aria-activedescendant': option?.id });
  }

  #take(index: number): void {
    const value = this.#values[index];
    if (value !== undefined) {
      this.#taking = true;
      fillText(this.#input, value);
      this.#taking = false;
      this.close();
    }
  }

  #expand(open: boolean): void {
    this.#list.hidden = !open;
    this.#input.setAttribute('aria-expanded', String(open));
  }
}

function count(size: number): string {
  return size === 1 ? t('1 suggestion') : t('{0} suggestions', formatNumber(size));
}
