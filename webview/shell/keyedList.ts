/** An element of a list, and how to update it. */
export interface KeyedItem<T> {
  readonly element: HTMLElement;
  update(value: T): void;
  /** Focuses the control that the user most likely presses. */
  focus?(): void;
  /** The buttons ignore input for `ms` milliseconds. */
  ignoreInput?(ms: number): void;
  dispose?(): void;
}

/**
 * A list whose items are identified by `id`. An item that stays is updated in place, so that it keeps the focus. A new
 * item is inserted at the position of its value.
 */
export class KeyedList<T extends { readonly id: string }> {
  readonly element: HTMLElement;
  readonly #draw: (value: T) => KeyedItem<T>;
  readonly #items = new Map<string, KeyedItem<T>>();

  constructor(element: HTMLElement, drawItem: (value: T) => KeyedItem<T>) {
    this.element = element;
    this.#draw = drawItem;
    element.hidden = true;
  }

  focus(id: string): void {
    this.#items.get(id)?.focus?.();
  }

  /** The buttons of the items with these ids ignore input for `ms` milliseconds. */
  ignoreInput(ids: readonly string[], ms: number): void {
    for (const id of ids) {
      this.#items.get(id)?.ignoreInput?.(ms);
    }
  }

  /** Shows `values`. Returns the new ones. */
  show(values: readonly T[]): T[] {
    const wanted = new Set(values.map((value) => value.id));
    for (const [id, item] of this.#items) {
      if (!wanted.has(id)) {
        item.dispose?.();
        item.element.remove();
        this.#items.delete(id);
      }
    }
    const added: T[] = [];
    let before: Element | undefined;
    for (const value of values) {
      const known = this.#items.get(value.id);
      if (known) {
        known.update(value);
      } else {
        const item = this.#draw(value);
        this.#items.set(value.id, item);
        this.element.insertBefore(item.element, before ? before.nextSibling : this.element.firstChild);
        added.push(value);
      }
      before = this.#items.get(value.id)?.element;
    }
    this.element.hidden = values.length === 0;
    return added;
  }
}
