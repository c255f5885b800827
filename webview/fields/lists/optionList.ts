import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { Option } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { highlightPieces, OptionFilter, searchWords } from './optionFilter.ts';
import { VirtualRows } from './virtualRows.ts';

/** The maximum length of the part of a description that a row shows. In characters. */
const maxDescriptionLength = 200;

interface OptionListOptions {
  /** The prefix of all ids. */
  readonly id: string;
  /** The accessible name. */
  readonly name: string;
  /** True if several options can be chosen. */
  readonly isMultiple: boolean;
  isChosen(index: number): boolean;
  onPick(index: number): void;
}

/**
 * A listbox of any number of options, at most one of which is active. Only the options in sight are in the page. One of
 * `focusHolders` has the focus and refers to the active option; it passes keys to `handleKey`. Options are identified by
 * index. Source: WAI-ARIA Authoring Practices, "Listbox".
 */
export class OptionList {
  readonly element: HTMLElement;
  readonly filter: OptionFilter;
  readonly #options: readonly Option[];
  readonly #listOptions: OptionListOptions;
  readonly #rows: VirtualRows;
  #focusHolders: readonly HTMLElement[] = [];
  #words: readonly string[] = [];
  #matches: readonly number[] = [];
  /** The position of the active option among the matching options; -1: none is active. */
  #active = -1;

  constructor(options: readonly Option[], listOptions: OptionListOptions) {
    this.#options = options;
    this.#listOptions = listOptions;
    this.filter = new OptionFilter(options);
    const body = el('div', { role: 'presentation' });
    this.element = el('div', { id: `${listOptions.id}-list`, class: 'option-list', role: 'listbox' }, body);
    this.element.ariaLabel = listOptions.name;
    if (listOptions.isMultiple) {
      this.element.ariaMultiSelectable = 'true';
    }
    this.#rows = new VirtualRows(this.element, body, (position) => this.#draw(position));
    // A press must not move the focus into the list.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('[role=option]') : null;
      const position = Number(row?.getAttribute('aria-posinset') ?? 0) - 1;
      if (position >= 0) {
        this.#activatePosition(position);
        this.#pick();
      }
    });
  }

  /** The elements that have the focus in place of the list. */
  set focusHolders(elements: readonly HTMLElement[]) {
    this.#focusHolders = elements;
  }

  /** The index of the active option. */
  get active(): number | undefined {
    return this.#matches[this.#active];
  }

  /** "12 of 5,000 options". */
  get countText(): string {
    const matchCount = this.#matches.length;
    const optionCount = this.#options.length;
    if (matchCount === 0) {
      return t('No option matches.');
    }
    if (matchCount === optionCount) {
      return optionCount === 1 ? t('1 option') : t('{0} options', formatNumber(optionCount));
    }
    return matchCount === 1
      ? t('1 of {0} options', formatNumber(optionCount))
      : t('{0} of {1} options', formatNumber(matchCount), formatNumber(optionCount));
  }

  /** Shows the options that match a search, with the first one active. An empty search shows all options, with none active. */
  search(search: string): void {
    this.#words = searchWords(search);
    this.#matches = this.filter.matches(search);
    this.#active = -1;
    this.element.hidden = this.#matches.length === 0;
    this.#rows.reset(this.#matches.length);
    this.activate(search.trim() === '' ? undefined : this.#matches[0]);
  }

  /** Makes an option active and scrolls to it, if it is among the matching options. */
  activate(index: number | undefined): void {
    const position = index === undefined ? -1 : this.#matches.indexOf(index);
    this.#activatePosition(position);
  }

  /** Updates which options are shown as chosen. */
  refresh(): void {
    for (const [position, row] of this.#rows.drawnRows) {
      row.setAttribute('aria-selected', String(this.#listOptions.isChosen(this.#matches[position] ?? -1)));
    }
  }

  /** Activates another option, or picks the active one. Returns false for any other key. */
  handleKey(key: string): boolean {
    const last = this.#matches.length - 1;
    const page = this.#rows.rowsPerPage;
    const from = this.#active;
    switch (key) {
      case 'ArrowDown':
        this.#activatePosition(Math.min(last, from + 1));
        return true;
      case 'ArrowUp':
        this.#activatePosition(from === -1 ? last : Math.max(0, from - 1));
        return true;
      case 'PageDown':
        this.#activatePosition(Math.min(last, Math.max(0, from) + page));
        return true;
      case 'PageUp':
        this.#activatePosition(Math.max(Math.min(0, last), from - page));
        return true;
      case 'Home':
        this.#activatePosition(Math.min(0, last));
        return true;
      case 'End':
        this.#activatePosition(last);
        return true;
      case 'Enter':
        return this.#pick();
      default:
        return false;
    }
  }

  #pick(): boolean {
    const { active } = this;
    if (active === undefined) {
      return false;
    }
    this.#listOptions.onPick(active);
    return true;
  }

  #activatePosition(position: number): void {
    this.#rows.row(this.#active)?.classList.remove('active');
    this.#active = position;
    if (position >= 0) {
      this.#rows.reveal(position);
      this.#rows.row(position)?.classList.add('active');
    }
    this.#updateFocusHolders();
  }

  /** Lets the elements with the focus refer to the active option, if that option is in the page. */
  #updateFocusHolders(): void {
    const id = this.#rows.row(this.#active)?.id;
    for (const element of this.#focusHolders) {
      setAttributes(element, { 'aria-activedescendant': id });
    }
  }

  #draw(position: number): HTMLElement {
    const index = this.#matches[position] ?? 0;
    const { label, value, description } = this.#options[index] ?? { label: '', value: '' };
    const shownDescription = description && inOneLine(description, maxDescriptionLength);
    // A word of the search may be only in the value, which is then shown.
    const matchesValueOnly = this.#words.some((word) =>
      searchWords(`${label} ${shownDescription ?? ''}`).every((textWord) => !textWord.includes(word)),
    );
    return el(
      'div',
      {
        id: `${this.#listOptions.id}-option-${index}`,
        class: position === this.#active ? 'option-row active' : 'option-row',
        role: 'option',
        'aria-selected': String(this.#listOptions.isChosen(index)),
        'aria-setsize': this.#matches.length,
        'aria-posinset': position + 1,
      },
      el('span', { class: 'option-mark', 'aria-hidden': 'true' }, icon('check')),
      el(
        'span',
        { class: 'option-text' },
        el('bdi', { class: 'option-label' }, ...this.#marked(label)),
        ...definedOnly([
          matchesValueOnly && String(value) !== label
            ? el('bdi', { class: 'option-value' }, ...this.#marked(inOneLine(String(value), maxDescriptionLength)))
            : undefined,
          shownDescription ? el('bdi', { class: 'option-note' }, ...this.#marked(shownDescription)) : undefined,
        ]),
      ),
    );
  }

  #marked(text: string): (Node | string)[] {
    return this.#words.length === 0
      ? [text]
      : highlightPieces(text, this.#words).map((piece) => (piece.isMatch ? el('mark', {}, piece.text) : piece.text));
  }
}
