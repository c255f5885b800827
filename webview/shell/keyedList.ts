/** One element of a list, and how to bring it up to date. */
export interface KeyedItem<T> {
  readonly element: HTMLElement;
  update(value: T): void;
  /** Moves the keyboard to what one would most likely press. */
  focus?(): void;
  /** Its buttons ignore input for so many milliseconds from now on. */
  quieten?(ms: number): void;
  dispose?(): void;
}

/**
 * A list that follows its values by id: what stays is updated where it stands, so the keyboard stays where it is. What is new is
 * put where its value stands among the others.
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

  /** Quietens those of the items that are named. */
  quieten(ids: readonly string[], ms: number): void {
    for (const id of ids) {
      this.#items.get(id)?.quieten?.(ms);
    }
  }

  /** Shows `values`. Returns those that were not there before. */
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
