/** The focus of the panel's page, also while another window or a dialog has the focus. */
export class PanelFocus {
  /** The element that had the focus last. `document.activeElement` is lost when, for instance, a dialog of the editor takes the focus. */
  #last: HTMLElement | undefined;
  /** Moves the focus when the user returns to the page. `undefined`: the focus returns to `#last`. */
  #pendingMove: (() => void) | undefined;

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      this.#last = target instanceof HTMLElement ? target : undefined;
    });
    window.addEventListener('focus', () => this.#restore());
  }

  /** The element that has the focus, or that had the focus when the page lost it. */
  get element(): Element | undefined {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) {
      return activeElement;
    }
    return document.hasFocus() ? undefined : this.#last;
  }

  /** True while a move waits for the user to return to the page. */
  get hasPendingMove(): boolean {
    return this.#pendingMove !== undefined;
  }

  /** Runs `move`, which sets the focus. If another window has the focus, runs it when the user returns to the page. */
  move(move: () => void): void {
    if (document.hasFocus()) {
      this.#pendingMove = undefined;
      move();
    } else {
      this.#pendingMove = move;
    }
  }

  /** Runs `change`. If it removes the focused element from the page, calls `fallback`, which sets the focus. */
  withFallback<T>(change: () => T, fallback: () => void): T {
    const before = document.activeElement;
    const result = change();
    if (before && before !== document.body && document.activeElement === document.body && document.hasFocus()) {
      fallback();
    }
    return result;
  }

  #restore(): void {
    const move = this.#pendingMove ?? (() => this.#last?.focus());
    this.#pendingMove = undefined;
    if (document.activeElement === document.body) {
      move();
    }
  }
}
