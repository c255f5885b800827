/**
 * Tracks presses of the pointer. An element that moves during a press loses its click, so changes that move elements
 * wait for the end of the press.
 */
export class PointerPresses {
  readonly #end = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #isDown = false;
  /** The target of the current press, or of the one that has just ended. */
  #target: EventTarget | null = null;

  constructor() {
    const how = { capture: true, signal: this.#end.signal };
    const over = () => {
      if (this.#isDown) {
        this.#isDown = false;
        // The click event follows the end of the press.
        setTimeout(() => this.#runWaiting());
      }
    };
    document.addEventListener(
      'pointerdown',
      ({ button, target }) => {
        // Other buttons cause no click, and the menu that they open swallows the end of the press.
        this.#isDown = button === 0;
        this.#target = target;
      },
      how,
    );
    for (const type of ['pointerup', 'pointercancel', 'keydown']) {
      document.addEventListener(type, over, how);
    }
    // Not captured: a captured `blur` would be every element that loses the focus.
    window.addEventListener('blur', over, { signal: this.#end.signal });
    document.addEventListener(
      'pointermove',
      ({ buttons }) => {
        // The press ended outside of this page.
        if (buttons === 0) {
          over();
        }
      },
      how,
    );
  }

  /** True if the current press, or the one that has just ended, began inside `element`. */
  beganIn(element: Element): boolean {
    return this.#target instanceof Node && element.contains(this.#target);
  }

  /** Runs `then` at once, or after the current press and after the changes that already wait. */
  whenReleased(then: () => void): void {
    if (this.#isDown || this.#waiting.length > 0) {
      this.afterwards(then);
    } else {
      then();
    }
  }

  /** Runs `then` as soon as no press is going on, never synchronously. */
  afterwards(then: () => void): void {
    this.#waiting.push(then);
    if (!this.#isDown) {
      setTimeout(() => this.#runWaiting());
    }
  }

  dispose(): void {
    this.#end.abort();
    this.#waiting.length = 0;
  }

  #runWaiting(): void {
    if (!this.#isDown) {
      for (const then of this.#waiting.splice(0)) {
        then();
      }
      this.#target = null;
    }
  }
}

let pagePressesInstance: PointerPresses | undefined;

/** The presses of the whole page, tracked since the first call. */
export function pagePresses(): PointerPresses {
  pagePressesInstance ??= new PointerPresses();
  return pagePressesInstance;
}
