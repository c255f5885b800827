/** One item of a list. */
export interface KeyedItem<T> {
  readonly element: HTMLElement;
  update(value: T): void;
  /** Focuses the item's main button. */
  focus?(): void;
  /** Makes the buttons ignore input for `ms` milliseconds. */
  ignoreInput?(ms: number): void;
  dispose?(): void;
}

/**
 * A list whose items are identified by `id`. An existing item is updated in place, so that it keeps the focus. A new item
 * is inserted at the position of its value.
 */
export class KeyedList<T extends { readonly id: string }> {
  readonly element: HTMLElement;
  readonly #drawItem: (value: T) => KeyedItem<T>;
  readonly #items = new Map<string, KeyedItem<T>>();

  constructor(element: HTMLElement, drawItem: (value: T) => KeyedItem<T>) {
    this.element = element;
    this.#drawItem = drawItem;
    element.hidden = true;
  }

  focus(id: string): void {
    this.#items.get(id)?.focus?.();
  }

  /** Makes the buttons of the items with these ids ignore input for `ms` milliseconds. */
  ignoreInput(ids: readonly string[], ms: number): void {
    for (const id of ids) {
      this.#items.get(id)?.ignoreInput?.(ms);
    }
  }

  /** Shows `values`. Returns those that were not shown before. */
  show(values: readonly T[]): T[] {
    const ids = new Set(values.map((value) => value.id));
    for (const [id, item] of this.#items) {
      if (!ids.has(id)) {
        item.dispose?.();
        item.element.remove();
        this.#items.delete(id);
      }
    }
    const added: T[] = [];
    let previous: Element | undefined;
    for (const value of values) {
      const existing = this.#items.get(value.id);
      if (existing) {
        existing.update(value);
      } else {
        const item = this.#drawItem(value);
        this.#items.set(value.id, item);
        this.element.insertBefore(item.element, previous ? previous.nextSibling : this.element.firstChild);
        added.push(value);
      }
      previous = this.#items.get(value.id)?.element;
    }
    this.element.hidden = values.length === 0;
    return added;
  }
}
