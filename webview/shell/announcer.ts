import { el } from './dom.ts';

/** Announces texts to screen readers, politely, without moving the focus. */
export class Announcer {
  readonly element = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  /** The texts that were announced since `hold`; `undefined` if texts are not held back. */
  #pendingTexts: string[] | undefined;

  /** Holds texts back until `release`: screen readers announce only changes after the page has loaded. */
  hold(): void {
    this.#pendingTexts ??= [];
  }

  release(): void {
    const texts = this.#pendingTexts ?? [];
    this.#pendingTexts = undefined;
    this.announce(texts);
  }

  /** Removes the texts, which screen readers could still find in the page. */
  clear(): void {
    this.element.replaceChildren();
  }

  /** Announces each text. Every call creates new elements, so that an equal text is announced again. */
  announce(texts: readonly string[]): void {
    if (this.#pendingTexts) {
      this.#pendingTexts.push(...texts);
    } else if (texts.length > 0) {
      this.element.replaceChildren(...texts.map((text) => el('p', {}, text)));
    }
  }
}
