/** The number of rows that are drawn beyond each edge of the visible part, so that they are in the page after a small scroll. */
const rowsBeyondEdge = 6;
/** The estimated height of a row before any row was measured. In px. */
const firstEstimate = 28;

/**
 * The rows of a list of any length; only the visible rows are in the page. Rows can have different heights: a row is
 * measured when it is first drawn, and until then its height is estimated by the average. All new rows are measured
 * together, so that the page is laid out once.
 */
export class VirtualRows {
  readonly #scroller: HTMLElement;
  readonly #body: HTMLElement;
  readonly #drawRow: (position: number) => HTMLElement;
  readonly #rows = new Map<number, HTMLElement>();
  #heights = new Float64Array(0);
  /** The start of each row, and the end of the last row. In px. */
  #starts = new Float64Array(1);
  #measuredCount = 0;
  #measuredHeight = 0;
  /** The height of a row while none is measured: the average of the rows before. A wrong one costs another layout of the page. */
  #estimate = firstEstimate;
  /** The width of the scroller for which the rows are measured. */
  #width = 0;
  #frame: number | undefined;

  /** `body` is inside `scroller` and contains only the rows. `drawRow` returns the row at a position. */
  constructor(scroller: HTMLElement, body: HTMLElement, drawRow: (position: number) => HTMLElement) {
    this.#scroller = scroller;
    this.#body = body;
    this.#drawRow = drawRow;
    scroller.addEventListener('scroll', () => {
      this.#frame ??= requestAnimationFrame(() => this.render());
    });
    // The heights of rows depend on the width of the scroller, the number of visible rows on its height.
    new ResizeObserver(() => {
      // It is 0 while the list is hidden, which opens again with the same width.
      if (scroller.clientWidth !== 0 && scroller.clientWidth !== this.#width) {
        this.#width = scroller.clientWidth;
        this.#resetHeights(this.#heights.length);
      }
      this.render();
    }).observe(scroller);
  }

  /** The number of rows that fit into the visible part, at least one. */
  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.#scroller.clientHeight / this.#average) - 1);
  }

  /** Shows other rows, scrolled to the start. */
  reset(size: number): void {
    this.#rows.clear();
    this.#body.replaceChildren();
    this.#resetHeights(size);
    // A scroller without a fixed height is as high as its rows: reserve their space before any row is drawn.
    this.#setPadding(0, -1);
    this.#scroller.scrollTop = 0;
    this.#width = this.#scroller.clientWidth;
    this.render();
  }

  /** The row at a position, if it is drawn. */
  row(position: number): HTMLElement | undefined {
    return this.#rows.get(position);
  }

  /** The drawn rows by position. */
  get drawnRows(): ReadonlyMap<number, HTMLElement> {
    return this.#rows;
  }

  /** Scrolls as little as possible to show the whole row. */
  reveal(position: number): void {
    // Rows that are drawn by scrolling can differ from their estimated height.
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { scrollTop, clientHeight } = this.#scroller;
      const start = this.#starts[position] ?? 0;
      const end = this.#starts[position + 1] ?? start;
      const scrollTarget = start < scrollTop ? start : end > scrollTop + clientHeight ? end - clientHeight : scrollTop;
      if (scrollTarget === scrollTop && this.#rows.has(position)) {
        return;
      }
      this.#scroller.scrollTop = scrollTarget;
      this.render();
    }
  }

  /** Draws the visible rows. */
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
    const offsetInRow = scrollTop - (this.#starts[top] ?? 0);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const first = Math.max(0, top - rowsBeyondEdge);
      const start = (this.#starts[top] ?? 0) + offsetInRow;
      const last = Math.min(this.#heights.length - 1, this.#positionAt(start + clientHeight) + rowsBeyondEdge);
      this.#place(first, last);
      if (!this.#measure()) {
        break;
      }
    }
    const adjustedTop = (this.#starts[top] ?? 0) + offsetInRow;
    if (Math.abs(adjustedTop - scrollTop) >= 1) {
      this.#scroller.scrollTop = adjustedTop;
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
    let nextRow: Element | null = this.#body.firstElementChild;
    for (let position = first; position <= last; position += 1) {
      const existing = this.#rows.get(position);
      if (existing) {
        nextRow = existing.nextElementSibling;
      } else {
        const row = this.#drawRow(position);
        this.#rows.set(position, row);
        this.#body.insertBefore(row, nextRow);
      }
    }
    this.#setPadding(first, last);
  }

  /** Adds space for the rows that are not drawn. */
  #setPadding(first: number, last: number): void {
    const total = this.#starts[this.#heights.length] ?? 0;
    this.#body.style.paddingBlockStart = `${this.#starts[first] ?? 0}px`;
    this.#body.style.paddingBlockEnd = `${total - (this.#starts[last + 1] ?? total)}px`;
  }

  /** Measures new rows. Returns true if a height differs from its estimate. */
  #measure(): boolean {
    let changed = false;
    for (const [position, row] of this.#rows) {
      if (this.#heights[position] === 0) {
        const { height } = row.getBoundingClientRect();
        changed ||= Math.abs(height - this.#average) > 0.5;
        this.#heights[position] = height;
        this.#measuredCount += 1;
        this.#measuredHeight += height;
      }
    }
    if (changed) {
      this.#updateStarts();
    }
    return changed;
  }

  get #average(): number {
    return this.#measuredCount === 0 ? this.#estimate : this.#measuredHeight / this.#measuredCount;
  }

  #resetHeights(size: number): void {
    this.#estimate = this.#average;
    this.#heights = new Float64Array(size);
    this.#measuredCount = 0;
    this.#measuredHeight = 0;
    this.#updateStarts();
  }

  #updateStarts(): void {
    const average = this.#average;
    const starts = new Float64Array(this.#heights.length + 1);
    let end = 0;
    for (const [position, height] of this.#heights.entries()) {
      end += height || average;
      starts[position + 1] = end;
    }
    this.#starts = starts;
  }

  /** The row at this distance from the start, in px. */
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
