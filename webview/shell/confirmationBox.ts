import { el } from './dom.ts';

/**
 * A checkbox that confirms a dangerous action. It appears after the first press of the action's button and takes the
 * focus, so that screen readers announce it.
 */
export class ConfirmationBox {
  readonly element: HTMLElement;
  readonly #label: HTMLElement;
  readonly #checkbox = el('input', {
    type: 'checkbox',
    id: 'confirmation',
    'aria-describedby': 'confirmation-instruction',
  });

  /** `label` names what the user confirms, `instruction` the next action. `onChange` runs when the box is changed. */
  constructor(label: readonly (Node | string)[], instruction: string, onChange: () => void) {
    this.#checkbox.addEventListener('change', onChange);
    this.#label = el('span', {}, ...label);
    this.element = el(
      'div',
      { class: 'confirmation' },
      el('label', { class: 'confirmation-label' }, this.#checkbox, this.#label),
      el('p', { class: 'visually-hidden', id: 'confirmation-instruction' }, instruction),
    );
    this.element.hidden = true;
  }

  get isChecked(): boolean {
    return this.#checkbox.checked;
  }

  /** Sets what the user confirms, and unticks the box. */
  setLabel(...label: readonly (Node | string)[]): void {
    this.#checkbox.checked = false;
    this.#label.replaceChildren(...label);
  }

  hide(): void {
    this.#checkbox.checked = false;
    this.element.hidden = true;
  }

  /** Shows the box and focuses it. Returns true if it was hidden. */
  show(): boolean {
    const isNew = this.element.hidden === true;
    this.element.hidden = false;
    this.#checkbox.focus();
    return isNew;
  }
}
