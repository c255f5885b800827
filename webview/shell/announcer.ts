import { el } from './dom.ts';

/** Says things to screen readers, politely, without moving the focus. */
export class Announcer {
  readonly element = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  /** What is to be said when the page is there. */
  #held: string[] | undefined;

  /** Holds back what is said until `speak`: words that are in a page from the beginning are no news to a screen reader. */
  hold(): void {
    this.#held ??= [];
  }

  speak(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.say(held);
  }

  /** The same words twice are said twice: every call puts new elements in. */
  say(texts: readonly string[]): void {
    if (this.#held) {
      this.#held.push(...texts);
    } else if (texts.length > 0) {
      this.element.replaceChildren(...texts.map((text) => el('p', {}, text)));
    }
  }
}
