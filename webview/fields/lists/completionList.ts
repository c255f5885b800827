import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import { escapeInvisible } from '#form/text.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { fillText } from '#webview/shell/fillText.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';

/** The maximum length of the shown part of a suggestion. In characters. */
const maxShownLength = 200;

/**
 * A text input with a list of suggestions below it: WAI-ARIA's combobox without automatic selection. The focus stays in
 * the input; Down opens the list and moves in it, Enter inserts a suggestion, Escape closes the list. Not a `datalist`,
 * which filters the values and does not reveal whether it has handled Escape.
 */
export class CompletionList {
  /** Contains the input and its list. */
  readonly element: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list: HTMLUListElement;
  readonly #announcement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #onRequest: () => void;
  #values: readonly string[] = [];
  #active = -1;
  #isInserting = false;

  /** Wraps `input`. `onRequest` runs when the user opens the list with an arrow key. */
  constructor(input: HTMLInputElement, onRequest: () => void) {
    this.#input = input;
    this.#onRequest = onRequest;
    this.#list = el('ul', { id: `${input.id}-suggestions`, class: 'suggestions', role: 'listbox' });
    this.#list.ariaLabel = t('Suggestions');
    this.#list.hidden = true;
    this.element = el('div', { class: 'suggestion-input' });
    input.replaceWith(this.element);
    this.element.append(input, this.#list, this.#announcement);
    setAttributes(input, {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': 'false',
      'aria-controls': this.#list.id,
    });
    input.addEventListener('keydown', (event) => this.#keyDown(event));
    input.addEventListener('blur', () => this.close());
    // The focus stays in the input.
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('li') : null;
      this.#insert(option ? [...this.#list.children].indexOf(option) : -1);
    });
  }

  /** True while a suggestion is inserted, to distinguish its `input` event from typing. */
  get isInserting(): boolean {
    return this.#isInserting;
  }

  /** Shows these values, without the current text. Does nothing if the focus has left the input. */
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
          escapeInvisible(value, maxShownLength),
        ),
      ),
    );
    this.#list.scrollTop = 0;
    this.#activate(-1);
    this.#setExpanded(this.#values.length > 0);
    this.#list.scrollIntoView({ block: 'nearest' });
    this.#announcement.textContent = this.#values.length > 0 ? countText(this.#values.length) : '';
  }

  close(): void {
    this.#activate(-1);
    this.#setExpanded(false);
    this.#announcement.textContent = '';
  }

  #keyDown(event: KeyboardEvent): void {
    const hasNoModifier = !event.ctrlKey && !event.metaKey && !event.shiftKey && !isComposing(event);
    if (!hasNoModifier) {
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      this.#move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape' && !this.#list.hidden) {
      // Escape closes only the list: the page ignores handled keys.
      event.preventDefault();
      this.close();
    } else if (event.key === 'Enter' && this.#active !== -1) {
      event.preventDefault();
      this.#insert(this.#active);
    }
  }

  /** Moves through the list. Between the end and the start of the list, no suggestion is active. */
  #move(offset: 1 | -1): void {
    if (this.#list.hidden) {
      this.#onRequest();
      return;
    }
    const positionCount = this.#values.length + 1;
    this.#activate(((this.#active + 1 + offset + positionCount) % positionCount) - 1);
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    setAttributes(this.#input, { 'aria-activedescendant': option?.id });
  }

  #insert(index: number): void {
    const value = this.#values[index];
    if (value !== undefined) {
      this.#isInserting = true;
      fillText(this.#input, value);
      this.#isInserting = false;
      this.close();
    }
  }

  #setExpanded(isOpen: boolean): void {
    this.#list.hidden = !isOpen;
    this.#input.setAttribute('aria-expanded', String(isOpen));
  }
}

function countText(size: number): string {
  return size === 1 ? t('1 suggestion') : t('{0} suggestions', formatNumber(size));
}
