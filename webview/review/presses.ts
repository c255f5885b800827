/**
 * The presses of the pointer. What moves away beneath a press loses its click, so that what moves things waits until the
 * press is over.
 */
export class Presses {
  readonly #end = new AbortController();
  readonly #waiting: (() => void)[] = [];
  #isDown = false;
  /** Where the press began that goes on, or is just over. */
  #target: EventTarget | null = null;

  constructor() {
    const how = { capture: true, signal: this.#end.signal };
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        this.#isDown = true;
        this.#target = target;
      },
      how,
    );
    for (const type of ['pointerup', 'pointercancel']) {
      document.addEventListener(
        type,
        () => {
          this.#isDown = false;
          // The click comes right after.
          setTimeout(() => this.#go());
        },
        how,
      );
    }
  }

  /** True when the press that goes on, or is just over, began in there. */
  isIn(element: Element): boolean {
    return this.#target instanceof Node && element.contains(this.#target);
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
