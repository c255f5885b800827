import { t } from '@vscode/l10n';
import { maxLines } from '#form/formLimits.ts';
import { formatNumber } from '#form/language.ts';
import { button, iconButton, setUnavailable } from '#webview/shell/buttons.ts';
import { el } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';

/** The content of one row, drawn by the field. */
export interface RowPart<R> {
  readonly element: HTMLElement;
  /** The elements that can be invalid. */
  readonly controls: readonly HTMLElement[];
  read(): R;
  focus(): void;
  /** Tells the row its number, which is part of the accessible names of its controls. */
  setNumber(number: number): void;
  /** True while the row is masked. */
  isMasked(): boolean;
  setSecret(secret: boolean): void;
}

/** A row that the user can add. */
interface AddableRow<R> {
  readonly label: string;
  /** The accessible name, which begins with the label. */
  readonly name: string;
  readonly row: R;
}

interface RowsOptions<R> {
  /** The unique name of the field. */
  readonly label: string;
  /** The most rows that the server takes. */
  readonly maxItems: number | undefined;
  readonly blank: R;
  readonly addable: readonly AddableRow<R>[];
  /** Draws a row. `id`: a unique id. */
  draw(row: R, id: number): RowPart<R>;
  /** True while the field contains a secret, or a part of one. */
  isMasked(): boolean;
  /** Masks the field. */
  mask(): void;
  onChange(): void;
}

/** The rows of a list or a record, each with a button that removes it, and the buttons that add one. There is always one row. */
export class RowsEditor<R> {
  readonly element: HTMLElement;
  readonly #options: RowsOptions<R>;
  readonly #list = el('ol', { class: 'rows' });
  readonly #status = el('span', { class: 'row-status', 'aria-live': 'polite' });
  readonly #addButtons: readonly HTMLButtonElement[];
  #parts: RowPart<R>[] = [];
  #drawnCount = 0;

  constructor(rows: readonly R[], options: RowsOptions<R>) {
    this.#options = options;
    this.#addButtons = options.addable.map(({ label, name, row }) => {
      const add = button(label, 'link', () => this.add(row));
      add.ariaLabel = name;
      return add;
    });
    this.#list.ariaLabel = options.label;
    this.element = el('div', { class: 'rows-editor' }, this.#list);
    this.element.append(el('div', { class: 'row-actions' }, ...this.#addButtons, this.#status));
    this.set(rows);
  }

  get rows(): R[] {
    return this.#parts.map((part) => part.read());
  }

  /** The elements of a row that can be invalid; of all rows if no row is given. */
  controls(row?: number): readonly HTMLElement[] {
    return row === undefined ? this.#parts.flatMap(({ controls }) => controls) : (this.#parts[row]?.controls ?? []);
  }

  /** Replaces all rows. */
  set(rows: readonly R[]): void {
    this.#list.replaceChildren();
    this.#parts = [];
    for (const row of rows.length > 0 ? rows : [this.#options.blank]) {
      this.#insert(row, this.#parts.length);
    }
    this.#status.replaceChildren();
    this.#update();
  }

  focus(row = 0): void {
    this.#parts[row]?.focus();
  }

  setSecret(secret: boolean): void {
    for (const part of this.#parts) {
      part.setSecret(secret);
    }
  }

  /** The index of the row with this part. */
  indexOf(part: RowPart<R> | undefined): number {
    return part ? this.#parts.indexOf(part) : -1;
  }

  /** Adds a row after another one, by default at the end, and focuses it. */
  add(row: R = this.#options.blank, at = this.#parts.length): void {
    if (this.#parts.length >= this.#limit) {
      this.#showStatus(limitText(this.#limit));
      return;
    }
    const part = this.#insert(row, at);
    this.#changed();
    part.focus();
  }

  /**
   * Replaces a row by several ones, if all of them fit. The user can undo it until something is entered, which the undo would lose.
   */
  replace(at: number, rows: readonly R[]): void {
    const room = this.#limit - this.#parts.length + 1;
    if (rows.length > room) {
      this.#showStatus(tooManyLinesText(rows.length, room));
      return;
    }
    const before = this.rows;
    const isMasked = this.#parts.some((part) => part.isMasked());
    this.#remove(at);
    for (const [index, row] of rows.entries()) {
      this.#insert(row, at + index);
    }
    this.#changed();
    this.focus(at + rows.length - 1);
    const undoButton = this.#offerUndo(t('{0} rows added.', formatNumber(rows.length)), () => {
      this.#keepMasked(isMasked);
      this.set(before);
      this.#options.onChange();
      this.focus(at);
    });
    this.#list.addEventListener('input', () => undoButton.isConnected && this.#status.replaceChildren(), {
      once: true,
    });
  }

  get #limit(): number {
    return Math.max(1, Math.min(maxLines, this.#options.maxItems ?? maxLines));
  }

  #insert(row: R, at: number): RowPart<R> {
    this.#drawnCount += 1;
    const part = this.#options.draw(row, this.#drawnCount);
    const remove = iconButton('', icon('close'), () => undefined);
    // A second click of a double click would remove the row that has moved under the pointer.
    remove.addEventListener('click', ({ detail }) => {
      if (detail <= 1) {
        this.#removeByUser(part);
      }
    });
    const item = el('li', { class: 'row-item' }, part.element, remove);
    this.#list.insertBefore(item, this.#list.children[at] ?? null);
    this.#parts.splice(at, 0, part);
    part.setSecret(this.#options.isMasked());
    return part;
  }

  #remove(at: number): void {
    this.#list.children[at]?.remove();
    this.#parts.splice(at, 1);
  }

  #removeByUser(part: RowPart<R>): void {
    const at = this.indexOf(part);
    const row = part.read();
    const isMasked = part.isMasked();
    this.#remove(at);
    if (this.#parts.length === 0) {
      this.#insert(this.#options.blank, 0);
    }
    this.#changed();
    this.focus(Math.min(at, this.#parts.length - 1));
    this.#offerUndo(t('Row {0} removed.', formatNumber(at + 1)), () => {
      this.#keepMasked(isMasked);
      this.#insert(row, at);
      this.#changed();
      this.focus(at);
    });
  }

  /** Masks the field again if it contained a secret when the rows were removed: it may have been empty since. */
  #keepMasked(wasMasked: boolean): void {
    if (wasMasked) {
      this.#options.mask();
    }
  }

  #changed(): void {
    this.#status.replaceChildren();
    this.#update();
    this.#options.onChange();
  }

  #update(): void {
    const { label } = this.#options;
    for (const [index, part] of this.#parts.entries()) {
      part.setNumber(index + 1);
      const remove = this.#list.children[index]?.querySelector(':scope > button');
      const name = t('Remove row {0} of {1}', formatNumber(index + 1), label);
      remove?.setAttribute('title', name);
    }
    for (const add of this.#addButtons) {
      setUnavailable(add, this.#parts.length >= this.#limit);
    }
  }

  #offerUndo(text: string, undo: () => void): HTMLButtonElement {
    const undoButton = button(t('Undo'), 'link', undo);
    undoButton.ariaLabel = t('Undo in {0}', this.#options.label);
    this.#status.replaceChildren(el('span', {}, text), ' ', undoButton);
    return undoButton;
  }

  #showStatus(text: string): void {
    this.#status.textContent = text;
  }
}

function limitText(limit: number): string {
  return limit === 1 ? t('You can enter at most 1 row.') : t('You can enter at most {0} rows.', formatNumber(limit));
}

function tooManyLinesText(lines: number, room: number): string {
  return room === 1
    ? t('Nothing was added: there are {0} lines, and room for 1 row.', formatNumber(lines))
    : t('Nothing was added: there are {0} lines, and room for {1} rows.', formatNumber(lines), formatNumber(room));
}
