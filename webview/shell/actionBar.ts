import { type ButtonAppearance, button, progressRing, setUnavailable } from './buttons.ts';
import { el } from './dom.ts';

/** The number of buttons that fit side by side. */
const maxInOneRow = 3;

export interface Action {
  readonly label: string;
  readonly appearance: ButtonAppearance;
  /** The action replies: while a reply is being sent, the button is disabled. */
  readonly replies: boolean;
  run(): void;
}

interface ActionBarOptions {
  /** In milliseconds, from drawing on. */
  readonly ignoreInputMs?: number;
  /** `screen`: at the lower edge of the screen. `card`: inside a card. */
  readonly place?: 'screen' | 'card';
}

/**
 * A row of buttons. For `ignoreInputMs` after drawing they ignore input, so that a press that was meant for something
 * else does not answer a screen that appeared by itself. They stay in the tab order meanwhile.
 */
export class ActionBar {
  readonly element: HTMLElement;
  readonly #buttons: readonly { readonly action: Action; readonly element: HTMLElement }[];
  readonly #buttonRow: HTMLElement;
  readonly #busyText = el('span');
  readonly #busyLine = el('div', { class: 'busy', 'aria-hidden': 'true' }, progressRing(), this.#busyText);
  /** The busy text for screen readers, which announce only changes of an existing element. */
  readonly #busyAnnouncement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  #ignoreTimer: ReturnType<typeof setTimeout> | undefined;
  #ignoresInput = false;
  #busy = false;
  /**
   * The current press began while the bar ignored input, or repeats a held key. It has no effect, even if it ends
   * later.
   */
  #isIgnoredPress = false;

  constructor(actions: readonly Action[], { ignoreInputMs = 0, place = 'screen' }: ActionBarOptions = {}) {
    this.#buttons = actions.map((action) => ({
      action,
      element: button(action.label, action.appearance, () => this.#press(action)),
    }));
    this.#busyLine.hidden = true;
    this.#buttonRow = el(
      'div',
      { class: actions.length > maxInOneRow ? 'action-buttons many' : 'action-buttons' },
      ...this.#buttons.map(({ element }) => element),
    );
    this.element = el(
      place === 'screen' ? 'footer' : 'div',
      { class: place === 'screen' ? 'actions' : 'card-actions' },
      this.#buttonRow,
      this.#busyLine,
      this.#busyAnnouncement,
    );
    for (const press of ['pointerdown', 'keydown']) {
      const begin = (event: Event) => {
        this.#isIgnoredPress = this.#ignoresInput || (event instanceof KeyboardEvent && event.repeat);
      };
      this.element.addEventListener(press, begin, { capture: true });
    }
    this.ignoreInput(ignoreInputMs);
  }

  /** Ignores input for `ms` milliseconds: the element under the pointer has just moved or appeared. */
  ignoreInput(ms: number): void {
    clearTimeout(this.#ignoreTimer);
    this.#ignoresInput = ms > 0;
    if (this.#ignoresInput) {
      this.#ignoreTimer = setTimeout(() => {
        this.#ignoresInput = false;
        this.#updateAvailability();
      }, ms);
    }
    this.#updateAvailability();
  }

  /** Hides a button, or shows it in its place. */
  setHidden(action: Action, hidden: boolean): void {
    const found = this.#buttons.find((button) => button.action === action);
    if (found) {
      found.element.hidden = hidden;
      this.#buttonRow.classList.toggle(
        'many',
        this.#buttons.filter(({ element }) => !element.hidden).length > maxInOneRow,
      );
    }
  }

  focus(action: Action): void {
    this.#buttons.find((button) => button.action === action)?.element.focus();
  }

  /** Runs the action unless the bar ignores input, or is busy and the action replies. */
  run(action: Action): void {
    if (!this.#ignoresInput && !(this.#busy && action.replies)) {
      action.run();
    }
  }

  /** Shows `text` and disables the buttons that reply; `undefined` ends this. */
  setBusy(text: string | undefined): void {
    this.#busy = text !== undefined;
    this.#busyText.textContent = text ?? '';
    this.#busyAnnouncement.textContent = text ?? '';
    this.#busyLine.hidden = !this.#busy;
    this.#updateAvailability();
  }

  dispose(): void {
    clearTimeout(this.#ignoreTimer);
  }

  #press(action: Action): void {
    const isIgnored = this.#isIgnoredPress;
    this.#isIgnoredPress = false;
    if (!isIgnored) {
      this.run(action);
    }
  }

  #updateAvailability(): void {
    for (const { action, element } of this.#buttons) {
      setUnavailable(element, this.#ignoresInput || (this.#busy && action.replies));
    }
  }
}
