import { t } from '@vscode/l10n';
import type { ChoiceField } from '#form/model.ts';
import { type Child, el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { isComposing } from '#webview/shell/shortcuts.ts';
import { OptionList } from './optionList.ts';
import { searchInput } from './searchInput.ts';

interface ComboboxHost {
  /** Of the input, and the beginning of all other ids. */
  readonly id: string;
  /** The person has chosen another option, or none. */
  onChoose(selected: number | null): void;
  /** What stands in the input names no option, as `problem` says; `undefined`: it does again. */
  onUnusable(problem: string | undefined): void;
}

/**
 * One of many: a text input that filters a list of options beneath it. What stands in the input once the keyboard has left
 * is the option that is chosen, or nothing, or words that name no option: they stay, and are a problem. Escape closes the
 * list first.
 * Source: WAI-ARIA Authoring Practices, "Combobox", editable with list autocomplete.
 */
export class Combobox {
  readonly input: HTMLInputElement;
  readonly element: HTMLElement;
  readonly #field: ChoiceField;
  readonly #seat: ComboboxHost;
  readonly #list: OptionList;
  readonly #popup: HTMLElement;
  readonly #count = el('p', { class: 'count', 'aria-hidden': 'true' });
  readonly #said = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #clear: HTMLElement | undefined;
  #chosen: number | null = null;
  /** What stands in the input is typed to find an option. */
  #typing = false;
  /** What stands in the input names no option, and the seat knows. */
  #isMisfit = false;

  constructor(field: ChoiceField, seat: ComboboxHost) {
    const { id } = seat;
    this.#field = field;
    this.#seat = seat;
    this.#list = new OptionList(field.options, {
      id,
      name: t('Options of {0}', field.label),
      several: false,
      isChosen: (index) => index === this.#chosen,
      onPick: (index) => {
        this.#take(index);
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
    this.element = el('div', { class: 'combobox' }, ...children, this.#popup, this.#said);
    this.#listen();
  }

  get chosen(): number | null {
    return this.#chosen;
  }

  get #isOpen(): boolean {
    return !this.#popup.hidden;
  }

  /** Shows that an option is chosen, or none. */
  set(chosen: number | null): void {
    this.#chosen = chosen;
    this.#restore();
  }

  close(): void {
    this.#popup.hidden = true;
    this.input.setAttribute('aria-expanded', 'false');
    this.#said.textContent = '';
    setAttributes(this.input, { 'aria-activedescendant': undefined });
  }

  #listen(): void {
    this.input.addEventListener('keydown', (event) => this.#keyDown(event));
    this.input.addEventListener('click', () => {
      if (!this.#isOpen) {
        this.#open();
      }
    });
    this.input.addEventListener('blur', () => this.#settle());
  }

  #keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) {
      return;
    }
    const { key } = event;
    if (event.ctrlKey || event.metaKey) {
      // What is typed becomes an answer before anything is submitted.
      if (key === 'Enter') {
        this.#settle();
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
      // It has done its work: what the page does on Escape is for the next one.
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

  /** Shows what is found by what is typed, with the first of it ready to be taken. */
  #search(): void {
    const wasOpen = this.#isOpen;
    this.#typing = true;
    this.#showClear();
    this.#expand();
    this.#list.search(this.input.value);
    this.#count.textContent = this.#list.sizeText;
    this.#said.textContent = this.#list.sizeText;
    if (!wasOpen) {
      this.#popup.scrollIntoView({ block: 'nearest' });
    }
  }

  #expand(): void {
    this.#popup.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
  }

  /** The keyboard leaves: what is typed is an answer where it names an option, or finds only one. */
  #settle(): void {
    if (this.#typing) {
      const typed = this.input.value.trim();
      const option = typed === '' ? null : this.#named(typed);
      if (option === undefined) {
        this.#keep();
      } else {
        this.#take(option);
      }
    }
    this.close();
  }

  #named(typed: string): number | undefined {
    const [first, ...others] = this.#list.filter.matches(typed);
    return this.#list.filter.exactMatch(typed) ?? (others.length === 0 ? first : undefined);
  }

  /** Words that name no option stay, to be put right; what was chosen before they were typed is not. */
  #keep(): void {
    if (this.#chosen !== null) {
      this.#chosen = null;
      this.#seat.onChoose(null);
    }
    this.#isMisfit = true;
    this.#seat.onUnusable(
      this.#field.required
        ? t('Choose one of the options.')
        : t('Choose one of the options, or leave the field empty.'),
    );
  }

  #take(chosen: number | null): void {
    const changed = chosen !== this.#chosen;
    this.set(chosen);
    if (changed) {
      this.#seat.onChoose(chosen);
    }
  }

  #restore(): void {
    this.#typing = false;
    if (this.#isMisfit) {
      this.#isMisfit = false;
      this.#seat.onUnusable(undefined);
    }
    const label = this.#chosen === null ? '' : (this.#field.options[this.#chosen]?.label ?? '');
    this.input.value = label;
    this.input.title = label;
    this.#showClear();
  }

  #showClear(): void {
    if (this.#clear) {
      this.#clear.hidden = this.#chosen === null && this.input.value === '';
    }
  }

  #clearButton(): HTMLElement {
    const clear = el('button', { type: 'button', class: 'clear' }, icon('close'));
    clear.ariaLabel = t('Clear {0}', this.#field.label);
    clear.title = t('Clear');
    clear.addEventListener('click', () => {
      this.#take(null);
      this.close();
      this.input.focus();
    });
    return clear;
  }
}
