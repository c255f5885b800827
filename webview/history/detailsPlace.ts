/**
 * Places the details below the row of their entry, where the style sheet does not draw them beside the list. The details are no
 * part of the list, whose content is only options: the row leaves room for them, and they lie over that room.
 */
export class DetailsPlace {
  readonly #list: HTMLElement;
  readonly #details: HTMLElement;
  #row: HTMLElement | undefined;

  /** `list`: contains the rows and the details. `above`: an element above the rows that can appear. */
  constructor(list: HTMLElement, details: HTMLElement, above: HTMLElement) {
    this.#list = list;
    this.#details = details;
    const observer = new ResizeObserver(() => this.update());
    observer.observe(details);
    observer.observe(above);
  }

  /** Moves the details below `row`, which stays in sight, with as much of the details as there is room for. */
  moveTo(row: HTMLElement | undefined): void {
    if (row !== this.#row) {
      this.#row?.classList.remove('with-details');
      row?.classList.add('with-details');
      this.#row = row;
    }
    this.update();
    this.#details.scrollIntoView({ block: 'nearest' });
    this.showRow();
  }

  /** Scrolls until the row is in sight. */
  showRow(): void {
    this.#row?.scrollIntoView({ block: 'nearest' });
  }

  /** Has to be called when what is above the row in the list has changed. */
  update(): void {
    if (this.#row) {
      const { top } = this.#list.getBoundingClientRect();
      const start = this.#row.getBoundingClientRect().bottom - top;
      this.#list.style.setProperty('--details-start', `${start}px`);
      this.#list.style.setProperty('--details-height', `${this.#details.offsetHeight}px`);
    }
  }
}
