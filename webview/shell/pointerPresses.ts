/**
 * The presses of the pointer. What moves away beneath a press loses its click, so that what moves things waits until the
 * press is over.
 */
export class PointerPresses {
  readonly #end = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #isDown = false;
  /** Where the press began that goes on, or is just over. */
  #target: EventTarget | null = null;

  constructor() {
    const how = { capture: true, signal: this.#end.signal };
    const over = () => {
      if (this.#isDown) {
        this.#isDown = false;
        // The click comes right after.
        setTimeout(() => this.#go());
      }
    };
    document.addEventListener(
      'pointerdown',
      ({ button, target }) => {
        // Other buttons make no click, and their end is lost to the menu that they open.
        this.#isDown = button === 0;
        this.#target = target;
      },
      how,
    );
    for (const type of ['pointerup', 'pointercancel', 'keydown']) {
      document.addEventListener(type, over, how);
    }
    // Not captured: that would be every element that the keyboard leaves.
    window.addEventListener('blur', over, { signal: this.#end.signal });
    document.addEventListener(
      'pointermove',
      ({ buttons }) => {
        // It ended where this page was not told.
        if (buttons === 0) {
          over();
        }
      },
      how,
    );
  }

  /** True when the press that goes on, or is just over, began in there. */
  beganIn(element: Element): boolean {
    return this.#target instanceof Node && element.contains(this.#target);
  }

  /** Calls `then` at once, or after the press that goes on; what waits already comes first. */
  whenReleased(then: () => void): void {
    if (this.#isDown || this.#waiting.length > 0) {
      this.afterwards(then);
    } else {
      then();
    }
  }

  /** Calls `then` as soon as no press goes on, never at once. */
  afterwards(then: () => void): void {
    this.#waiting.push(then);
    if (!this.#isDown) {
      setTimeout(() => this.#go());
    }
  }

  dispose(): void {
    this.#end.abort();
    this.#waiting.length = 0;
  }

  #go(): void {
    if (!this.#isDown) {
      for (const then of this.#waiting.splice(0)) {
        then();
      }
      this.#target = null;
    }
  }
}

let ofPage: PointerPresses | undefined;

/** Those of the whole page, from the first call on. */
export function pagePresses(): PointerPresses {
  ofPage ??= new PointerPresses();
  return ofPage;
}
