import { el } from './dom.ts';

/**
 * The second, deliberate step before something dangerous: a box to tick, which is not there until the first step was
 * taken. It takes the keyboard when it appears, so that screen readers say what it wants.
 */
export class ConfirmationBox {
  readonly element: HTMLElement;
  readonly #label: HTMLElement;
  readonly #box = el('input', { type: 'checkbox', id: 'second-step', 'aria-describedby': 'second-step-then' });

  /** `label` is what one confirms, `then` what is to be done afterwards. `ticked`: the box was changed. */
  constructor(label: readonly (Node | string)[], then: string, ticked: () => void) {
    this.#box.addEventListener('change', ticked);
    this.#label = el('span', {}, ...label);
    this.element = el(
      'div',
      { class: 'second-step' },
      el('label', { class: 'second-step-label' }, this.#box, this.#label),
      el('p', { class: 'hint', id: 'second-step-then' }, then),
    );
    this.element.hidden = true;
  }

  get isChecked(): boolean {
    return this.#box.checked;
  }

  /** From now on something else is to be confirmed: the box is empty again. */
  setLabel(...label: readonly (Node | string)[]): void {
    this.#box.checked = false;
    this.#label.replaceChildren(...label);
  }

  /** There is nothing to be confirmed any more. */
  hide(): void {
    this.#box.checked = false;
    this.element.hidden = true;
  }

  /** Shows it, and leads the keyboard to it. True when it was not there before. */
  show(): boolean {
    const isNew = this.element.hidden === true;
    this.element.hidden = false;
    this.#box.focus();
    return isNew;
  }
}
