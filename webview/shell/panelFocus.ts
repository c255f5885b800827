/** The keyboard focus of the panel's page, also while another window has the keyboard. */
export class PanelFocus {
  /** The element that had the focus last. The page forgets it when it loses the focus, for instance to a dialog of the editor. */
  #last: HTMLElement | undefined;
  /** Moves the focus when the user comes back to the page; absent: the focus goes back to `#last`. */
  #pendingMove: (() => void) | undefined;

  constructor() {
    document.addEventListener('focusin', ({ target }) => {
      this.#last = target instanceof HTMLElement ? target : undefined;
    });
    window.addEventListener('focus', () => this.#restore());
  }

  /** The element that has the focus, or that had it when the page lost it. */
  get element(): Element | undefined {
    const { activeElement, body } = document;
    if (activeElement && activeElement !== body) {
      return activeElement;
    }
    return document.hasFocus() ? undefined : this.#last;
  }

  /** True while a move waits for the user to come back to the page. */
  get hasPendingMove(): boolean {
    return this.#pendingMove !== undefined;
  }

  /** Runs `move`, which sets the focus; while another window has the keyboard, only after the user has come back. */
  move(move: () => void): void {
    if (document.hasFocus()) {
      this.#pendingMove = undefined;
      move();
    } else {
      this.#pendingMove = move;
    }
  }

  /** Runs `change`. If it removes the focused element from the page, calls `fallback`, which sets the focus. */
  during<T>(change: () => T, fallback: () => void): T {
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
