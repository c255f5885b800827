import { el } from './dom.ts';

/** Says things to screen readers, politely, without moving the focus. */
export class Announcer {
  readonly element = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });

  /** The same words twice are said twice: every call puts new elements in. */
  say(texts: readonly string[]): void {
    if (texts.length > 0) {
      this.element.replaceChildren(...texts.map((text) => el('p', {}, text)));
    }
  }
}
