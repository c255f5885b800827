import { IgnoredPress } from './ignoredPress.ts';

/** How long the buttons of a screen that takes another's place ignore input. In milliseconds. */
export const ignoreAfterReplaceMs = 500;

/**
 * Makes all buttons of an area ignore presses for a while after its content was replaced: a double click, or a key that is
 * pressed twice, was meant for what stood there before. Fields take input at once.
 */
export class ReplacedScreenPause {
  readonly #area: HTMLElement;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The press that began during a pause. It has no effect, even if it ends after the pause. */
  readonly #ignoredPress = new IgnoredPress();

  constructor(area: HTMLElement) {
    this.#area = area;
    for (const type of ['pointerdown', 'keydown']) {
      area.addEventListener(type, (event) => this.#ignoredPress.begin(event, this.#isPaused), { capture: true });
    }
    area.addEventListener(
      'click',
      (event) => {
        const isIgnored = this.#ignoredPress.takeClick() || this.#isPaused;
        if (isIgnored && event.target instanceof Element && event.target.closest('button')) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      { capture: true },
    );
  }

  /** Begins a pause. While it lasts, the area has the attribute `data-replaced`. */
  begin(): void {
    clearTimeout(this.#timer);
    this.#area.setAttribute('data-replaced', '');
    this.#timer = setTimeout(() => this.#area.removeAttribute('data-replaced'), ignoreAfterReplaceMs);
  }

  get #isPaused(): boolean {
    return this.#area.hasAttribute('data-replaced');
  }
}
