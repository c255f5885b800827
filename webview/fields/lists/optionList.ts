import { t } from '@vscode/l10n';
import { formatNumber } from '#form/language.ts';
import type { Option } from '#form/model.ts';
import { inOneLine } from '#form/text.ts';
import { definedOnly, el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { highlightPieces, OptionFilter, searchWords } from './optionFilter.ts';
import { VirtualRows } from './virtualRows.ts';

/** The part of a description that a row shows. In characters. */
const longestDescription = 200;

interface OptionListOptions {
  /** The prefix of all ids. */
  readonly id: string;
  /** The accessible name. */
  readonly name: string;
  /** Several options can be chosen. */
  readonly several: boolean;
  isChosen(index: number): boolean;
  onPick(index: number): void;
}

/**
 * A listbox of any number of options. One is active, and only those in sight are in the page. An element of
 * `focusHosts` has the focus and refers to the active option; it passes keys to `press`. Options are identified by
 * index. Source: WAI-ARIA Authoring Practices, "Listbox".
 */
export class OptionList {
  readonly element: HTMLElement;
  readonly filter: OptionFilter;
  readonly #options: readonly Option[];
  readonly #listOptions: OptionListOptions;
  readonly #rows: VirtualRows;
  #hosts: readonly HTMLElement[] = [];
  #words: readonly string[] = [];
  #found: readonly number[] = [];
  /** The position among the matching options; -1: none. */
  #active = -1;

  constructor(options: readonly Option[], listOptions: OptionListOptions) {
    this.#options = options;
    this.#listOptions = listOptions;
    this.filter = new OptionFilter(options);
    const body = el('div', { role: 'presentation' });
    this.element = el('div', { id: `${listOptions.id}-list`, class: 'option-list', role: 'listbox' }, body);
    this.element.ariaLabel = listOptions.name;
    if (listOptions.several) {
      this.element.ariaMultiSelectable = 'true';
    }
    this.#rows = new VirtualRows(this.element, body, (position) => this.#draw(position));
    // The focus stays where it is.
    this.element.addEventListener('mousedown', (event) => event.preventDefault());
    this.element.addEventListener('click', ({ target }) => {
      const row = target instanceof Element ? target.closest('[role=option]') : null;
      const position = Number(row?.getAttribute('aria-posinset') ?? 0) - 1;
      if (position >= 0) {
        this.#activate(position);
        this.#pick();
      }
    });
  }

  /** The elements that have the focus in place of the list. */
  set hosts(focusHosts: readonly HTMLElement[]) {
    this.#hosts = focusHosts;
  }

  /** The active option. */
  get active(): number | undefined {
    return this.#found[this.#active];
  }

  /** "12 of 5,000 options". */
  get sizeText(): string {
    const found = this.#found.length;
    const all = this.#options.length;
    if (found === 0) {
      return t('No option matches.');
    }
    if (found === all) {
      return all === 1 ? t('1 option') : t('{0} options', formatNumber(all));
    }
    return t('{0} of {1} options', formatNumber(found), formatNumber(all));
  }

  /** Shows the options that are found by what is `typed`, with the first of them active; all, and none active, by nothing. */
  search(typed: string): void {
    this.#words = searchWords(typed);
    this.#found = this.filter.matches(typed);
    this.#active = -1;
    this.element.hidden = this.#found.length === 0;
    this.#rows.reset(this.#found.length);
    this.goTo(typed.trim() === '' ? undefined : this.#found[0]);
  }

  /** Makes an option active and brings it into sight, where it is in the list. */
  goTo(index: number | undefined): void {
    const position = index === undefined ? -1 : this.#found.indexOf(index);
    this.#activate(position);
  }

  /** Others are chosen than before. */
  refresh(): void {
    for (const [position, row] of this.#rows.drawn) {
      row.setAttribute('aria-selected', String(this.#listOptions.isChosen(this.#found[position] ?? -1)));
    }
  }

  /** Moves the active option or picks it; false when the key means something else. */
  press(key: string): boolean {
    const last = this.#found.length - 1;
    const page = this.#rows.page;
    const from = this.#active;
    switch (key) {
      case 'ArrowDown':
        this.#activate(Math.min(last, from + 1));
        return true;
      case 'ArrowUp':
        this.#activate(from === -1 ? last : Math.max(0, from - 1));
        return true;
      case 'PageDown':
        this.#activate(Math.min(last, Math.max(0, from) + page));
        return true;
      case 'PageUp':
        this.#activate(Math.max(Math.min(0, last), from - page));
        return true;
      case 'Home':
        this.#activate(Math.min(0, last));
        return true;
      case 'End':
        this.#activate(last);
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

  #activate(position: number): void {
    this.#rows.row(this.#active)?.classList.remove('active');
    this.#active = position;
    if (position >= 0) {
      this.#rows.reveal(position);
      this.#rows.row(position)?.classList.add('active');
    }
    this.#updateHosts();
  }

  /** Says which option is active, where it is in the page. */
  #updateHosts(): void {
    const id = this.#rows.row(this.#active)?.id;
    for (const host of this.#hosts) {
      setAttributes(host, { 'aria-activedescendant': id });
    }
  }

  #draw(position: number): HTMLElement {
    const index = this.#found[position] ?? 0;
    const { label, value, description } = this.#options[index] ?? { label: '', value: '' };
    const shown = description && inOneLine(description, longestDescription);
    // What was found by its value alone says so.
    const byValue = this.#words.some((word) =>
      searchWords(`${label} ${shown ?? ''}`).every((one) => !one.includes(word)),
    );
    return el(
      'div',
      {
        id: `${this.#listOptions.id}-option-${index}`,
        class: position === this.#active ? 'option-row active' : 'option-row',
        role: 'option',
        'aria-selected': String(this.#listOptions.isChosen(index)),
        'aria-setsize': this.#found.length,
        'aria-posinset': position + 1,
      },
      el('span', { class: 'option-mark', 'aria-hidden': 'true' }, icon('check')),
      el(
        'span',
        { class: 'option-text' },
        el('bdi', { class: 'option-label' }, ...this.#marked(label)),
        ...definedOnly([
          byValue && String(value) !== label
            ? el('bdi', { class: 'option-value' }, ...this.#marked(inOneLine(String(value), longestDescription)))
            : undefined,
          shown ? el('bdi', { class: 'option-note' }, ...this.#marked(shown)) : undefined,
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
