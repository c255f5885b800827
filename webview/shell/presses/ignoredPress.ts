/**
 * How long after the release of a press its click can follow: at once for a mouse and a key, after the gesture was recognised for a
 * finger. In milliseconds.
 */
const clickAfterReleaseMs = 100;

/**
 * Remembers a press that must have no effect until its click, or until it has ended without one: the pointer or the focus has left the
 * button meanwhile. A click without a press, as of a screen reader, is never taken for the end of an earlier press.
 */
export class IgnoredPress {
  #isIgnored = false;
  #untilRelease = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Notes the event by which a press may begin. `isIgnored`: the press has no effect. */
  begin(event: Event, isIgnored: boolean): void {
    const isKey = event instanceof KeyboardEvent;
    // Other keys press no button: Tab only moves the focus.
    if (isKey && event.key !== 'Enter' && event.key !== ' ') {
      return;
    }
    this.#end();
    if (isIgnored) {
      this.#isIgnored = true;
      this.#endAfter(isKey ? ['keyup'] : ['pointerup', 'pointercancel']);
    }
  }

  /** Called for a click. Returns true if it ends a press that has no effect. */
  takeClick(): boolean {
    const isIgnored = this.#isIgnored;
    this.#end();
    return isIgnored;
  }

  #endAfter(releases: readonly string[]): void {
    this.#untilRelease = new AbortController();
    const options = { capture: true, signal: this.#untilRelease.signal };
    const released = () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#end(), clickAfterReleaseMs);
    };
    for (const type of releases) {
      document.addEventListener(type, released, options);
    }
    // The release happens elsewhere.
    window.addEventListener('blur', released, options);
  }

  #end(): void {
    this.#isIgnored = false;
    clearTimeout(this.#timer);
    this.#untilRelease.abort();
  }
}
