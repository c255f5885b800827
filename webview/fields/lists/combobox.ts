import { t } from '@vscode/l10n';
import type { ChoiceField } from '#form/model.ts';
import { type Child, el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { OptionList } from './optionList.ts';
import { searchInput } from './searchInput.ts';

interface ComboboxHost {
  /** The id of the input, and the prefix of all other ids. */
  readonly id: string;
  /** The user has chosen another option, or none. */
  onChoose(selected: number | null): void;
  /** The text of the input names no option, for the reason `problem`; `undefined`: it does again. */
  onUnusable(problem: string | undefined): void;
}

/**
 * One of many options: a text input that filters the list of options below it. When the focus leaves, the input holds
 * the chosen option, or nothing, or a text that names no option: that text stays and is a problem. Escape closes the
 * list first. Source: WAI-ARIA Authoring Practices, "Combobox", editable with list autocomplete.
 */
export class Combobox {
  readonly input: HTMLInputElement;
  readonly element: HTMLElement;
  readonly #field: ChoiceField;
  readonly #host: ComboboxHost;
  readonly #list: OptionList;
  readonly #popup: HTMLElement;
  readonly #count = el('p', { class: 'count', 'aria-hidden': 'true' });
  readonly #announcement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #clear: HTMLElement | undefined;
  #chosen: number | null = null;
  /** The text of the input is a search. */
  #typing = false;
  /** The text of the input names no option, and the host knows. */
  #isUnusable = false;

  constructor(field: ChoiceField, host: ComboboxHost) {
    const { id } = host;
    this.#field = field;
    this.#host = host;
    this.#list = new OptionList(field.options, {
      id,
      name: t('Options of {0}', field.label),
      several: false,
      isChosen: (index) => index === this.#chosen,
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
    this.#list.hosts = [this.input];
    this.#popup = el('div', { class: 'option-popup' }, this.#list.element, this.#count);
    this.#popup.hidden = true;
    this.#clear = field.required ? undefined : this.#clearButton();
    const chevron = el('span', { class: 'chevron', 'aria-hidden': 'true' }, icon('chevron'));
    const children: Child[] = [el('div', { class: 'combobox-box' }, this.input, chevron), this.#clear];
    this.element = el('div', { class: 'combobox' }, ...children, this.#popup, this.#announcement);
    this.#listen();
  }

  get chosen(): number | null {
    return this.#chosen;
  }

  get #isOpen(): boolean {
    return !this.#popup.hidden;
  }

  /** Selects an option, or none. */
  set(chosen: number | null): void {
    this.#chosen = chosen;
    this.#restore();
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
      // The typed text is taken before the form is submitted.
      if (key === 'Enter') {
        this.#commit();
      }
      return;
    }
    const opens = key === 'ArrowDown' || key === 'ArrowUp';
    if (event.shiftKey || (event.altKey && !opens)) {
      return;
    }
    if (!this.#isOpen) {
      if (opens) {
        event.preventDefault();
        this.#open();
      } else if (key === 'Enter') {
        event.preventDefault();
      }
    } else if (key === 'Escape' || (event.altKey && key === 'ArrowUp')) {
      // Escape has closed the list; the page handles only the next one.
      event.preventDefault();
      this.#restore();
      this.close();
    } else if (this.#list.press(key) || key === 'Enter') {
      event.preventDefault();
    }
  }

  #open(): void {
    this.#expand();
    this.#list.search('');
    this.#list.goTo(this.#chosen ?? undefined);
    this.#count.textContent = this.#list.sizeText;
    this.input.select();
    this.#popup.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the options that match the typed text, with the first one active. */
  #search(): void {
    const wasOpen = this.#isOpen;
    this.#typing = true;
    this.#updateClear();
    this.#expand();
    this.#list.search(this.input.value);
    this.#count.textContent = this.#list.sizeText;
    this.#announcement.textContent = this.#list.sizeText;
    if (!wasOpen) {
      this.#popup.scrollIntoView({ block: 'nearest' });
    }
  }

  #expand(): void {
    this.#popup.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
  }

  /** The focus leaves: the typed text selects an option if it names one, or matches only one. */
  #commit(): void {
    if (this.#typing) {
      const typed = this.input.value.trim();
      const option = typed === '' ? null : this.#optionNamed(typed);
      if (option === undefined) {
        this.#keepUnknownText();
      } else {
        this.#select(option);
      }
    }
    this.close();
  }

  #optionNamed(typed: string): number | undefined {
    const [first, ...others] = this.#list.filter.matches(typed);
    return this.#list.filter.exactMatch(typed) ?? (others.length === 0 ? first : undefined);
  }

  /** Keeps a text that names no option, to be corrected, and removes the previous choice. */
  #keepUnknownText(): void {
    if (this.#chosen !== null) {
      this.#chosen = null;
      this.#host.onChoose(null);
    }
    this.#isUnusable = true;
    this.#host.onUnusable(
      this.#field.required
        ? t('Choose one of the options.')
        : t('Choose one of the options, or leave the field empty.'),
    );
  }

  #select(chosen: number | null): void {
    const changed = chosen !== this.#chosen;
    this.set(chosen);
    if (changed) {
      this.#host.onChoose(chosen);
    }
  }

  #restore(): void {
    this.#typing = false;
    if (this.#isUnusable) {
      this.#isUnusable = false;
      this.#host.onUnusable(undefined);
    }
    const label = this.#chosen === null ? '' : (this.#field.options[this.#chosen]?.label ?? '');
    this.input.value = label;
    this.input.title = label;
    this.#updateClear();
  }

  #updateClear(): void {
    if (this.#clear) {
      this.#clear.hidden = this.#chosen === null && this.input.value === '';
    }
  }

  #clearButton(): HTMLElement {
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
