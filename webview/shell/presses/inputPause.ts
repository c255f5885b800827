import { IgnoredPress } from './ignoredPress.ts';

/**
 * How long buttons ignore input that appear without an action of the user: perhaps under the pointer, while the user types or clicks, and
 * with the focus. In milliseconds.
 */
export const ignoreInputMs = 500;

/**
 * Makes buttons ignore input for a while after they have appeared or moved, so that a press meant for something else has no
 * effect. Meanwhile they stay in the tab order.
 */
export class InputPause {
  readonly #onChange: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isActive = false;
  /** The press that began during the pause, or repeats a held key. It has no effect, even if it ends after the pause. */
  readonly #ignoredPress = new IgnoredPress();

  /** `onChange` runs when a pause begins or ends. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get isActive(): boolean {
    return this.#isActive;
  }

  /** Notices the presses of the buttons in `element`. */
  watch(element: HTMLElement): void {
    for (const type of ['pointerdown', 'keydown']) {
      const onPressStart = (event: Event) => {
        this.#ignoredPress.begin(event, this.#isActive || (event instanceof KeyboardEvent && event.repeat));
      };
      element.addEventListener(type, onPressStart, { capture: true });
    }
  }

  /** Begins a pause of `ms` milliseconds; 0 ends it. */
  begin(ms: number): void {
    clearTimeout(this.#timer);
    this.#isActive = ms > 0;
    if (this.#isActive) {
      this.#timer = setTimeout(() => {
        this.#isActive = false;
        this.#onChange();
      }, ms);
    }
    this.#onChange();
  }

  /** Called for each click. Returns true if its press has an effect. */
  takesPress(): boolean {
    return !this.#ignoredPress.takeClick() && !this.#isActive;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }
}
