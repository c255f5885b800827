/**
 * Tracks presses of the pointer. An element that moves during a press gets no click event, so changes that move elements
 * wait for the end of the press.
 */
export class PointerPresses {
  readonly #listeners = new AbortController();
  readonly #pendingActions: (() => void)[] = [];
  #isDown = false;
  /** The target of the last `pointerdown`, until the actions after its press have run. */
  #target: EventTarget | null = null;

  constructor() {
    const listenerOptions = { capture: true, signal: this.#listeners.signal };
    const endPress = () => {
      if (this.#isDown) {
        this.#isDown = false;
        // The click event follows the end of the press.
        setTimeout(() => this.#runPendingActions());
      }
    };
    document.addEventListener(
      'pointerdown',
      ({ button, target }) => {
        // Other buttons cause no click event. A context menu that they open receives their `pointerup`, so that such a press
        // would not end here.
        this.#isDown = button === 0;
        this.#target = target;
      },
      listenerOptions,
    );
    for (const type of ['pointerup', 'pointercancel', 'keydown']) {
      document.addEventListener(type, endPress, listenerOptions);
    }
    // `capture` would also handle the `blur` of every element.
    window.addEventListener('blur', endPress, { signal: this.#listeners.signal });
    document.addEventListener(
      'pointermove',
      ({ buttons }) => {
        // No button is pressed: the press ended outside of this page.
        if (buttons === 0) {
          endPress();
        }
      },
      listenerOptions,
    );
  }

  /** True if the current press, or the one that has just ended, began inside `element`. */
  beganIn(element: Element): boolean {
    return this.#target instanceof Node && element.contains(this.#target);
  }

  /** Runs `action` at once, or after the current press and after the actions that already wait for its end. */
  runNowOrAfterPress(action: () => void): void {
    if (this.#isDown || this.#pendingActions.length > 0) {
      this.runAfterPress(action);
    } else {
      action();
    }
  }

  /** Runs `action` after the current press, or in the next task if there is none; never synchronously. */
  runAfterPress(action: () => void): void {
    this.#pendingActions.push(action);
    if (!this.#isDown) {
      setTimeout(() => this.#runPendingActions());
    }
  }

  dispose(): void {
    this.#listeners.abort();
    this.#pendingActions.length = 0;
  }

  #runPendingActions(): void {
    if (!this.#isDown) {
      for (const action of this.#pendingActions.splice(0)) {
        action();
      }
      this.#target = null;
    }
  }
}

let sharedPresses: PointerPresses | undefined;

/** The presses of the whole page, tracked since the first call. */
export function pagePresses(): PointerPresses {
  sharedPresses ??= new PointerPresses();
  return sharedPresses;
}
