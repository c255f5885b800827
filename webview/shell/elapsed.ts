import { el } from './dom.ts';
import { elapsedText } from './words.ts';

const MINUTE = 60_000;

/** For how long a call has been running. Told by the minute, and not read out as it goes on. */
export class ElapsedTime {
  readonly element = el('p', { class: 'call-progress' });
  /** When it began, by the clock of this page. */
  #since = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `elapsed`: milliseconds, as of now. Absent: nobody knows. */
  show(elapsed: number | undefined): void {
    this.element.hidden = elapsed === undefined;
    if (elapsed === undefined) {
      this.dispose();
    } else {
      this.#since = performance.now() - elapsed;
      this.#tell();
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    const elapsed = performance.now() - this.#since;
    const text = elapsedText(elapsed);
    if (this.element.textContent !== text) {
      this.element.textContent = text;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), MINUTE - (elapsed % MINUTE));
  }
}
