import { el } from '#webview/shell/dom.ts';

/** A line at a field, with a button, that says where what stands in it comes from. Empty until something is said. */
export class RememberedRemark {
  readonly id: string;
  readonly element: HTMLElement;
  readonly #text: HTMLElement;
  readonly #button = el('button', { type: 'button', class: 'link' });

  /** `id`: of the text, without the button. */
  constructor(id: string) {
    this.id = id;
    this.#text = el('span', { id, 'aria-live': 'polite' });
    this.element = el('div', { class: 'remark' }, this.#text);
    this.#button.addEventListener('click', () => this.onPress());
  }

  /** What stands in the field is what was remembered. */
  isRemembered = false;

  /** What the button does. */
  onPress: () => void = () => undefined;

  /** `name`: what the button is called, apart from its words. */
  show(text: readonly (Node | string)[], words: string, name: string): void {
    this.#text.replaceChildren(...text);
    this.#button.textContent = words;
    this.#button.ariaLabel = name;
    if (!this.#button.isConnected) {
      this.element.append(this.#button);
    }
  }
}
