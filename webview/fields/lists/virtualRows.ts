/** Rows drawn beyond both edges of what is in sight, so that a small step of the wheel finds them there. */
const BEYOND = 6;
/** What a row is taken to measure before one was drawn. In px. */
const GUESS = 28;

/**
 * The rows of a list of any length, of which only those in sight are in the page. Rows may be of different heights: each
 * is measured when it is first drawn, and what is not drawn is taken to be as high as the others are on average. All rows
 * of one drawing are measured together, so the page is laid out once and not for each.
 */
export class VirtualRows {
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #draw: (position: number) => HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  #heights = new Float64Array(0);
  /** Where each row begins, and the last one ends. */
  #starts = new Float64Array(1);
  #measured = 0;
  #measuredHeight = 0;
  #width = 0;
  #frame: number | undefined;

  /** `body` is inside `scroller` and holds nothing but the rows. `draw`: the row at a position. */
  constructor(scroller: HTMLElement, body: HTMLElement, draw: (position: number) => HTMLElement) {
    this.#scroller = scroller;
    this.#body = body;
    this.#draw = draw;
    scroller.addEventListener('scroll', () => {
      this.#frame ??= requestAnimationFrame(() => this.render());
    });
    // In another width lines wrap elsewhere; in another height there is more or less in sight.
    new ResizeObserver(() => {
      if (scroller.clientWidth !== this.#width) {
        this.#width = scroller.clientWidth;
        this.#forget(this.#heights.length);
      }
      this.render();
    }).observe(scroller);
  }

  /** How many rows fill what is in sight, at least one. */
  get page(): number {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / this.#average) - 1);
  }

  /** Other rows, from their beginning. */
  reset(size: number): void {
    this.#rows.clear();
    this.#body.replaceChildren();
    this.#forget(size);
    // Without a height of its own a list is as high as its rows are: there must be room for them before any is drawn.
    this.#pad(0, -1);
    this.#scroller.scrollTop = 0;
    this.render();
  }

  /** The row at a position, where it is drawn. */
  row(position: number): HTMLElement | undefined {
    return this.#rows.get(position);
  }

  /** The rows that are drawn, by their positions. */
  get drawn(): ReadonlyMap<number, HTMLElement> {
    return this.#rows;
  }

  /** Scrolls as little as brings the whole row into sight. */
  reveal(position: number): void {
    // Drawn on the way there, rows turn out higher or lower than they were taken to be.
    for (let tries = 0; tries < 3; tries += 1) {
      const { scrollTop, clientHeight } = this.#scroller;
      const start = this.#starts[position] ?? 0;
      const end = this.#starts[position + 1] ?? start;
      const wanted = start < scrollTop ? start : end > scrollTop + clientHeight ? end - clientHeight : scrollTop;
      if (wanted === scrollTop && this.#rows.has(position)) {
        return;
      }
      this.#scroller.scrollTop = wanted;
      this.render();
    }
  }

  /** Draws what is in sight now. */
  render(): void {
    if (this.#frame !== undefined) {
      cancelAnimationFrame(this.#frame);
      this.#frame = undefined;
    }
    const { scrollTop, clientHeight } = this.#scroller;
    if (clientHeight === 0) {
      return;
    }
    const top = this.#positionAt(scrollTop);
    const inRow = scrollTop - (this.#starts[top] ?? 0);
    for (let tries = 0; tries < 3; tries += 1) {
      const first = Math.max(0, top - BEYOND);
      const start = (this.#starts[top] ?? 0) + inRow;
      const last = Math.min(this.#heights.length - 1, this.#positionAt(start + clientHeight) + BEYOND);
      this.#place(first, last);
      if (!this.#measure()) {
        break;
      }
    }
    const kept = (this.#starts[top] ?? 0) + inRow;
    if (Math.abs(kept - scrollTop) >= 1) {
      this.#scroller.scrollTop = kept;
    }
  }

  /** Puts exactly these rows into the page. */
  #place(first: number, last: number): void {
    for (const [position, row] of this.#rows) {
      if (position < first || position > last) {
        row.remove();
        this.#rows.delete(position);
      }
    }
    let before: Element | null = this.#body.firstElementChild;
    for (let position = first; position <= last; position += 1) {
      const there = this.#rows.get(position);
      if (there) {
        before = there.nextElementSibling;
      } else {
        const row = this.#draw(position);
        this.#rows.set(position, row);
        this.#body.insertBefore(row, before);
      }
    }
    this.#pad(first, last);
  }

  /** Room for the rows that are not drawn. */
  #pad(first: number, last: number): void {
    const total = this.#starts[this.#heights.length] ?? 0;
    this.#body.style.paddingBlockStart = `${this.#starts[first] ?? 0}px`;
    this.#body.style.paddingBlockEnd = `${total - (this.#starts[last + 1] ?? total)}px`;
  }

  /** Measures the rows that never were. True when any is of another height than it was taken to be. */
  #measure(): boolean {
    let changed = false;
    for (const [position, row] of this.#rows) {
      if (this.#heights[position] === 0) {
        const { height } = row.getBoundingClientRect();
        changed ||= Math.abs(height - this.#average) > 0.5;
        this.#heights[position] = height;
        this.#measured += 1;
        this.#measuredHeight += height;
      }
    }
    if (changed) {
      this.#addUp();
    }
    return changed;
  }

  get #average(): number {
    return this.#measured === 0 ? GUESS : this.#measuredHeight / this.#measured;
  }

  #forget(size: number): void {
    this.#heights = new Float64Array(size);
    this.#measured = 0;
    this.#measuredHeight = 0;
    this.#addUp();
  }

  #addUp(): void {
    const average = this.#average;
    const starts = new Float64Array(this.#heights.length + 1);
    let end = 0;
    for (const [position, height] of this.#heights.entries()) {
      end += height || average;
      starts[position + 1] = end;
    }
    this.#starts = starts;
  }

  /** The row that is so many px from the beginning. */
  #positionAt(distance: number): number {
    let low = 0;
    let high = Math.max(0, this.#heights.length - 1);
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= distance) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
