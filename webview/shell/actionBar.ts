import { type ButtonAppearance, button, progressRing, setUnavailable } from './buttons.ts';
import { el } from './dom.ts';

/** So many stand side by side. */
const FEW = 3;

export interface Action {
  readonly label: string;
  readonly appearance: ButtonAppearance;
  /** Answers the extension: while one answer is on its way, no other is given. */
  readonly decides: boolean;
  run(): void;
}

interface ActionBarOptions {
  /** Milliseconds, from drawing. */
  readonly ignoreInputMs?: number;
  /** `screen`: at its lower edge. `card`: inside one. */
  readonly place?: 'screen' | 'card';
}

/**
 * Buttons that belong together, side by side and of one size. For `ignoreInputMs` ms after drawing they ignore input, so that what was
 * meant for another place cannot answer a screen that appeared by itself. They keep their place in the tab order.
 */
export class ActionBar {
  readonly element: HTMLElement;
  readonly #buttons: readonly { readonly action: Action; readonly element: HTMLElement }[];
  readonly #lines: HTMLElement;
  readonly #busyText = el('span');
  readonly #busyLine = el('div', { class: 'busy', 'aria-hidden': 'true' }, progressRing(), this.#busyText);
  /** The same for screen readers, which hear only what changes in an element that was there before. */
  readonly #said = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  #quietTimer: ReturnType<typeof setTimeout> | undefined;
  #quiet = false;
  #busy = false;
  /**
   * A press that began while the bar was quiet stays without effect, even when it ends later; so does a key that is
   * held down, because its press was meant for what was there before.
   */
  #pressBeganQuiet = false;

  constructor(actions: readonly Action[], { ignoreInputMs = 0, place = 'screen' }: ActionBarOptions = {}) {
    this.#buttons = actions.map((action) => ({
      action,
      element: button(action.label, action.appearance, () => this.#press(action)),
    }));
    this.#busyLine.hidden = true;
    this.#lines = el(
      'div',
      { class: actions.length > FEW ? 'action-buttons many' : 'action-buttons' },
      ...this.#buttons.map(({ element }) => element),
    );
    this.element = el(
      place === 'screen' ? 'footer' : 'div',
      { class: place === 'screen' ? 'actions' : 'card-actions' },
      this.#lines,
      this.#busyLine,
      this.#said,
    );
    for (const press of ['pointerdown', 'keydown']) {
      const begin = (event: Event) => {
        this.#pressBeganQuiet = this.#quiet || (event instanceof KeyboardEvent && event.repeat);
      };
      this.element.addEventListener(press, begin, { capture: true });
    }
    this.quieten(ignoreInputMs);
  }

  /** Ignores input for so many ms from now on: what stands under the pointer has just moved, or come into sight. */
  quieten(ms: number): void {
    clearTimeout(this.#quietTimer);
    this.#quiet = ms > 0;
    if (this.#quiet) {
      this.#quietTimer = setTimeout(() => {
        this.#quiet = false;
        this.#show();
      }, ms);
    }
    this.#show();
  }

  /** Takes a button out of the bar, or puts it where it belongs. */
  setHidden(action: Action, hidden: boolean): void {
    const found = this.#buttons.find((button) => button.action === action);
    if (found) {
      found.element.hidden = hidden;
      this.#lines.classList.toggle('many', this.#buttons.filter(({ element }) => !element.hidden).length > FEW);
    }
  }

  focus(action: Action): void {
    this.#buttons.find((button) => button.action === action)?.element.focus();
  }

  /** Does what the button does, unless the bar is quiet or an answer is on its way. */
  run(action: Action): void {
    if (!this.#quiet && !(this.#busy && action.decides)) {
      action.run();
    }
  }

  /** An answer is on its way: `text` says so, and the deciding buttons wait. `undefined` ends it. */
  setBusy(text: string | undefined): void {
    this.#busy = text !== undefined;
    this.#busyText.textContent = text ?? '';
    this.#said.textContent = text ?? '';
    this.#busyLine.hidden = !this.#busy;
    this.#show();
  }

  dispose(): void {
    clearTimeout(this.#quietTimer);
  }

  #press(action: Action): void {
    const late = this.#pressBeganQuiet;
    this.#pressBeganQuiet = false;
    if (!late) {
      this.run(action);
    }
  }

  #show(): void {
    for (const { action, element } of this.#buttons) {
      setUnavailable(element, this.#quiet || (this.#busy && action.decides));
    }
  }
}
