import { el } from './dom.ts';

/**
 * A checkbox that confirms something dangerous. It appears after the first press of the button and takes the focus, so
 * that screen readers announce it.
 */
export class ConfirmationBox {
  readonly element: HTMLElement;
  readonly #label: HTMLElement;
  readonly #box = el('input', { type: 'checkbox', id: 'second-step', 'aria-describedby': 'second-step-then' });

  /** `label`: what the user confirms. `instruction`: what to do afterwards. `onChange` runs when the box is changed. */
  constructor(label: readonly (Node | string)[], instruction: string, onChange: () => void) {
    this.#box.addEventListener('change', onChange);
    this.#label = el('span', {}, ...label);
    this.element = el(
      'div',
      { class: 'second-step' },
      el('label', { class: 'second-step-label' }, this.#box, this.#label),
      el('p', { class: 'hint', id: 'second-step-then' }, instruction),
    );
    this.element.hidden = true;
  }

  get isChecked(): boolean {
    return this.#box.checked;
  }

  /** Asks for another confirmation: unticks the box. */
  setLabel(...label: readonly (Node | string)[]): void {
    this.#box.checked = false;
    this.#label.replaceChildren(...label);
  }

  hide(): void {
    this.#box.checked = false;
    this.element.hidden = true;
  }

  /** Shows the box and focuses it. Returns true if it was hidden. */
  show(): boolean {
    const isNew = this.element.hidden === true;
    this.element.hidden = false;
    this.#box.focus();
    return isNew;
  }
}
