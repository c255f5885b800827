import { el } from './dom.ts';

/** Announces texts to screen readers, politely, without moving the focus. */
export class Announcer {
  readonly element = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  /** The texts since `hold`. */
  #held: string[] | undefined;

  /** Holds texts back until `release`: screen readers announce only what changes in a page that is loaded. */
  hold(): void {
    this.#held ??= [];
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.say(held);
  }

  /** Announces the texts, each by itself. Every call makes new elements, so that an equal text is announced again. */
  say(texts: readonly string[]): void {
    if (this.#held) {
      this.#held.push(...texts);
    } else if (texts.length > 0) {
      this.element.replaceChildren(...texts.map((text) => el('p', {}, text)));
    }
  }
}
