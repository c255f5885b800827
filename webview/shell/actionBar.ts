import { type ButtonAppearance, button, progressRing, setUnavailable } from './buttons.ts';
import { el } from './dom.ts';

/** The number of buttons that fit into one row. */
const maxInOneRow = 3;

export interface Action {
  readonly label: string;
  readonly appearance: ButtonAppearance;
  /** True if the action sends something, or prepares that: it is not available while something is being sent. */
  readonly unavailableWhileBusy: boolean;
  run(): void;
}

interface ActionBarOptions {
  /** The buttons ignore input for this time after they were drawn. In milliseconds. */
  readonly ignoreInputMs?: number;
  /** `screen`: at the lower edge of the screen. `card`: inside a card. */
  readonly place?: 'screen' | 'card';
}

/**
 * A row of buttons and, at the lower edge of a screen, a line above them, whose room is always reserved, so that no text
 * moves the buttons or the content. The buttons ignore input for `ignoreInputMs` after they were drawn, so that a press meant for the previous
 * screen does not answer a new one. Meanwhile they stay in the tab order.
 */
export class ActionBar {
  readonly element: HTMLElement;
  readonly #buttons: readonly { readonly action: Action; readonly element: HTMLElement }[];
  readonly #buttonRow: HTMLElement;
  readonly #line: HTMLElement;
  readonly #busyText = el('span');
  readonly #busyLine = el('div', { class: 'busy', 'aria-hidden': 'true' }, progressRing(), this.#busyText);
  /** The busy text for screen readers, which announce only changes of an existing element. */
  readonly #busyAnnouncement = el('div', { class: 'visually-hidden', 'aria-live': 'polite' });
  #ignoreTimer: ReturnType<typeof setTimeout> | undefined;
  #ignoresInput = false;
  #isBusy = false;
  /**
   * True if the current press began while the bar ignored input, or repeats a held key. Such a press has no effect, even if
   * it ends when input is no longer ignored.
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
    this.#line = el('div', { class: 'action-line' }, this.#busyLine);
    this.element =
      place === 'screen'
        ? el('footer', { class: 'actions' }, this.#line, this.#buttonRow, this.#busyAnnouncement)
        : el('div', { class: 'card-actions' }, this.#buttonRow, this.#busyLine, this.#busyAnnouncement);
    for (const type of ['pointerdown', 'keydown']) {
      const onPressStart = (event: Event) => {
        this.#isIgnoredPress = this.#ignoresInput || (event instanceof KeyboardEvent && event.repeat);
      };
      this.element.addEventListener(type, onPressStart, { capture: true });
    }
    this.ignoreInput(ignoreInputMs);
  }

  /** Ignores input for `ms` milliseconds. For elements that have just moved or appeared under the pointer. */
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

  /** Adds elements to the line above the buttons. Of those that are not hidden, the last is shown. */
  addToLine(...elements: readonly HTMLElement[]): void {
    this.#busyLine.before(...elements);
  }

  /** Hides the button of an action, or shows it again at its position. */
  setHidden(action: Action, hidden: boolean): void {
    const match = this.#buttons.find((button) => button.action === action);
    if (match) {
      match.element.hidden = hidden;
      this.#buttonRow.classList.toggle(
        'many',
        this.#buttons.filter(({ element }) => !element.hidden).length > maxInOneRow,
      );
    }
  }

  focus(action: Action): void {
    this.#buttons.find((button) => button.action === action)?.element.focus();
  }

  /** Runs the action unless the bar ignores input, or is busy and the action is unavailable then. */
  run(action: Action): void {
    if (!this.#ignoresInput && !(this.#isBusy && action.unavailableWhileBusy)) {
      action.run();
    }
  }

  /** Shows `text` and disables the buttons that reply; `undefined` ends this. */
  setBusy(text: string | undefined): void {
    this.#isBusy = text !== undefined;
    this.#busyText.textContent = text ?? '';
    this.#busyAnnouncement.textContent = text ?? '';
    this.#busyLine.hidden = !this.#isBusy;
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
      setUnavailable(element, this.#ignoresInput || (this.#isBusy && action.unavailableWhileBusy));
    }
  }
}
