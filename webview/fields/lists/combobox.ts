import { t } from '@vscode/l10n';
import type { ChoiceField, ChoiceInput } from '#form/model.ts';
import { type Child, el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { OptionList } from './optionList.ts';
import { searchInput } from './searchInput.ts';

interface ComboboxOptions {
  /** The id of the input, and the prefix of all other ids. */
  readonly id: string;
  /** Called when the user has chosen another option, removed the choice, or left a text that names no option. */
  onChange(value: ChoiceInput): void;
}

/**
 * A text input for choosing one of many options; it filters the list of options below it. When the focus leaves the
 * input, it contains the label of the chosen option, or nothing, or a text that names no option: a problem of the field.
 * Source: WAI-ARIA Authoring Practices, "Combobox", editable with list autocomplete.
 */
export class Combobox {
  readonly input: HTMLInputElement;
  readonly element: HTMLElement;
  readonly #field: ChoiceField;
  readonly #options: ComboboxOptions;
  readonly #list: OptionList;
  readonly #popup: HTMLElement;
  readonly #count = el('p', { class: 'count', 'aria-hidden': 'true' });
  readonly #announcement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #clearButton: HTMLElement | undefined;
  #value: ChoiceInput = { kind: 'choice', selected: null };
  /** True if the text of the input is a search. */
  #isTyping = false;

  constructor(field: ChoiceField, options: ComboboxOptions) {
    const { id } = options;
    this.#field = field;
    this.#options = options;
    this.#list = new OptionList(field.options, {
      id,
      name: t('Options of {0}', field.label),
      isMultiple: false,
      isChosen: (index) => index === this.#value.selected,
      onPick: (index) => {
        this.#select(index);
        this.close();
        this.input.focus();
      },
    });
    this.input = searchInput(
      this.#list,
      { id, 'aria-expanded': 'false', placeholder: t('Choose or type to search') },
      () => this.#search(),
    );
    this.#list.focusHolders = [this.input];
    this.#popup = el('div', { class: 'option-popup' }, this.#list.element, this.#count);
    this.#popup.hidden = true;
    this.#clearButton = field.required ? undefined : this.#newClearButton();
    const chevron = el('span', { class: 'chevron', 'aria-hidden': 'true' }, icon('chevron'));
    const children: Child[] = [el('div', { class: 'combobox-box' }, this.input, chevron), this.#clearButton];
    this.element = el('div', { class: 'combobox' }, ...children, this.#popup, this.#announcement);
    this.#listen();
  }

  get value(): ChoiceInput {
    return this.#value;
  }

  get #isOpen(): boolean {
    return !this.#popup.hidden;
  }

  /** Selects an option, or none, or shows a text that names none. */
  set(value: ChoiceInput): void {
    this.#value = value;
    this.#isTyping = false;
    const { selected, text } = value;
    const shown = text ?? (selected === null ? '' : (this.#field.options[selected]?.label ?? ''));
    this.input.value = shown;
    this.input.title = shown;
    this.#updateClear();
  }

  close(): void {
    this.#popup.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.#announcement.textContent = '';
    setAttributes(this.input, { 'aria-activedescendant': undefined });
  }

  #listen(): void {
    this.input.addEventListener('keydown', (event) => this.#keyDown(event));
    this.input.addEventListener('click', () => {
      if (!this.#isOpen) {
        this.#open();
      }
    });
    this.input.addEventListener('blur', () => this.#commit());
  }

  #keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) {
      return;
    }
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      // The typed text must be committed before the page submits the form.
      if (key === 'Enter') {
        this.#commit();
      }
      return;
    }
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp';
    if (event.shiftKey || (event.altKey && !isArrow)) {
      return;
    }
    if (!this.#isOpen) {
      if (isArrow) {
        event.preventDefault();
        this.#open();
      } else if (key === 'Enter') {
        event.preventDefault();
      }
    } else if (key === 'Escape' || (event.altKey && key === 'ArrowUp')) {
      // Escape closes only the list: the page ignores handled keys.
      event.preventDefault();
      this.#select(this.#value.selected);
      this.close();
    } else if (this.#list.handleKey(key) || key === 'Enter') {
      event.preventDefault();
    }
  }

  #open(): void {
    this.#expand();
    this.#list.search('');
    this.#list.activate(this.#value.selected ?? undefined);
    this.#count.textContent = this.#list.countText;
    this.input.select();
    this.#popup.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the options that match the typed text, with the first one active. */
  #search(): void {
    const wasOpen = this.#isOpen;
    this.#isTyping = true;
    this.#updateClear();
    this.#expand();
    this.#list.search(this.input.value);
    this.#count.textContent = this.#list.countText;
    this.#announcement.textContent = this.#list.countText;
    if (!wasOpen) {
      this.#popup.scrollIntoView({ block: 'nearest' });
    }
  }

  #expand(): void {
    this.#popup.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
  }

  /** Selects the option that the typed text names, or the only one that it matches. Closes the list. */
  #commit(): void {
    if (this.#isTyping) {
      const text = this.input.value.trim();
      const option = text === '' ? null : this.#optionNamed(text);
      if (option === undefined) {
        // The text stays for the user to correct it.
        this.#change({ kind: 'choice', selected: null, text: this.input.value });
      } else {
        this.#select(option);
      }
    }
    this.close();
  }

  #optionNamed(text: string): number | undefined {
    const [first, ...others] = this.#list.filter.matches(text);
    return this.#list.filter.exactMatch(text) ?? (others.length === 0 ? first : undefined);
  }

  #select(selected: number | null): void {
    this.#change({ kind: 'choice', selected });
  }

  #change(value: ChoiceInput): void {
    const changed = value.selected !== this.#value.selected || value.text !== this.#value.text;
    this.set(value);
    if (changed) {
      this.#options.onChange(value);
    }
  }

  #updateClear(): void {
    if (this.#clearButton) {
      this.#clearButton.hidden = this.#value.selected === null && this.input.value === '';
    }
  }

  #newClearButton(): HTMLElement {
    const clear = el('button', { type: 'button', class: 'clear' }, icon('close'));
    clear.ariaLabel = t('Clear {0}', this.#field.label);
    clear.title = t('Clear');
    clear.addEventListener('click', () => {
      this.#select(null);
      this.close();
      this.input.focus();
    });
    return clear;
  }
}
