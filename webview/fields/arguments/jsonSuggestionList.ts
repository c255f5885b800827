import { t } from '@vscode/l10n';
import type { ShownSuggestion } from '#bridge/messages.ts';
import { formatNumber } from '#form/language.ts';
import { definedOnly, el, setAttributes } from '#webview/shell/dom.ts';

/** The suggestions below the caret of a box. The focus stays in the box, whose keys the list handles. */
export class JsonSuggestionList {
  readonly element: HTMLElement;
  readonly announcement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  readonly #area: HTMLTextAreaElement;
  readonly #list: HTMLUListElement;
  readonly #onChoose: (suggestion: ShownSuggestion) => void;
  #items: readonly ShownSuggestion[] = [];
  #active = -1;

  constructor(area: HTMLTextAreaElement, onChoose: (suggestion: ShownSuggestion) => void) {
    this.#area = area;
    this.#onChoose = onChoose;
    this.#list = el('ul', { id: `${area.id}-suggestions`, class: 'suggestions', role: 'listbox' });
    this.#list.ariaLabel = t('Suggestions');
    this.element = this.#list;
    this.#list.hidden = true;
    setAttributes(area, { 'aria-autocomplete': 'list', 'aria-controls': this.#list.id });
    this.#list.addEventListener('mousedown', (event) => event.preventDefault());
    this.#list.addEventListener('click', (event) => {
      const option = event.target instanceof Element ? event.target.closest('li') : null;
      this.#choose(option ? [...this.#list.children].indexOf(option) : -1);
    });
  }

  get isOpen(): boolean {
    return !this.#list.hidden;
  }

  /** Shows these suggestions `top` pixels below the start of the box. `announcesNone`: announces also that there are none. */
  show(items: readonly ShownSuggestion[], top: number, announcesNone: boolean): void {
    this.#items = items;
    this.#list.replaceChildren(
      ...items.map(({ label, detail, description }, index) =>
        el(
          'li',
          { id: `${this.#list.id}-${index}`, role: 'option', 'aria-selected': 'false' },
          el('bdi', { class: 'suggestion-label' }, label),
          ...definedOnly([detail, description]).flatMap((text) => [
            ' ',
            el('bdi', { class: 'suggestion-detail' }, text),
          ]),
        ),
      ),
    );
    this.#list.style.insetBlockStart = `${top}px`;
    this.#list.hidden = items.length === 0;
    this.#activate(-1);
    this.#list.scrollIntoView({ block: 'nearest' });
    this.announcement.textContent = items.length > 0 || announcesNone ? countText(items.length) : '';
  }

  close(): void {
    this.#list.hidden = true;
    this.#activate(-1);
    this.announcement.textContent = '';
  }

  /** Handles a key while the list is open. Returns true if the key was for the list. */
  handleKey(key: string): boolean {
    if (!this.isOpen) {
      return false;
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const positions = this.#items.length + 1;
      const offset = key === 'ArrowDown' ? 1 : -1;
      this.#activate(((this.#active + 1 + offset + positions) % positions) - 1);
      return true;
    }
    if (key === 'Enter' && this.#active >= 0) {
      this.#choose(this.#active);
      return true;
    }
    if (key === 'Escape') {
      this.close();
      return true;
    }
    return false;
  }

  #choose(index: number): void {
    const suggestion = this.#items[index];
    this.close();
    if (suggestion) {
      this.#onChoose(suggestion);
    }
  }

  #activate(index: number): void {
    this.#list.children[this.#active]?.setAttribute('aria-selected', 'false');
    this.#active = index;
    const option = this.#list.children[index];
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    setAttributes(this.#area, { 'aria-activedescendant': option?.id });
  }
}

function countText(count: number): string {
  if (count === 0) {
    return t('No suggestions');
  }
  return count === 1 ? t('1 suggestion') : t('{0} suggestions', formatNumber(count));
}
