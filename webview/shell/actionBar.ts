import { InputPause } from '#webview/shell/presses/inputPause.ts';
import { type ButtonAppearance, button, progressRing, setUnavailable } from './buttons.ts';
import { el, setAttributes } from './dom.ts';

/** The number of buttons that fit into one row. */
const maxInOneRow = 3;

export interface Action {
  readonly label: string;
  readonly appearance: ButtonAppearance;
  /** True if the action sends something, or prepares that: it is not available while something is being sent. */
  readonly unavailableWhileBusy: boolean;
  /**
   * The place of the button in the row, the same in all screens that a user answers, so that no button takes the place of
   * another one. `main` and `decline` are at the start, `cancel` is at the end.
   */
  readonly place?: 'main' | 'decline' | 'cancel';
  /** What the button does, where others could be taken for it. */
  readonly note?: string;
  run(): void;
}

interface ActionBarOptions {
  /** The buttons ignore input for this time after they were drawn. In milliseconds. */
  readonly ignoreInputMs?: number;
  /** `screen`: at the lower edge of the screen. `card`: inside a card. */
  readonly place?: 'screen' | 'card';
  /** Actions whose buttons the screen draws elsewhere: see `button`. */
  readonly elsewhere?: readonly Action[];
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
  readonly #pause = new InputPause(() => this.#updateAvailability());
  #isBusy = false;

  constructor(
    actions: readonly Action[],
    { ignoreInputMs = 0, place = 'screen', elsewhere = [] }: ActionBarOptions = {},
  ) {
    const drawButton = (action: Action) => {
      const element = button(action.label, action.appearance, () => this.#press(action));
      setAttributes(element, { title: action.note, 'aria-description': action.note });
      if (action.place) {
        element.classList.add(`place-${action.place}`);
      }
      this.#pause.watch(element);
      return { action, element };
    };
    this.#buttons = [...actions, ...elsewhere].map(drawButton);
    this.#busyLine.hidden = true;
    this.#buttonRow = el(
      'div',
      { class: 'action-buttons' },
      ...this.#buttons.slice(0, actions.length).map(({ element }) => element),
    );
    this.#buttonRow.classList.toggle(
      'with-places',
      actions.some((action) => action.place !== undefined),
    );
    this.#line = el('div', { class: 'action-line' }, el('div', { class: 'action-texts' }, this.#busyLine));
    this.element =
      place === 'screen'
        ? el(
            'footer',
            { class: 'actions' },
            el('div', { class: 'action-rows' }, this.#line, this.#buttonRow),
            this.#busyAnnouncement,
          )
        : el('div', { class: 'card-actions' }, this.#buttonRow, this.#busyLine, this.#busyAnnouncement);
    this.#arrange();
    this.ignoreInput(ignoreInputMs);
  }

  /** The button of an action, to be drawn outside of the row. */
  button(action: Action): HTMLElement | undefined {
    return this.#buttons.find((one) => one.action === action)?.element;
  }

  /** Ignores input for `ms` milliseconds. For elements that have just moved or appeared under the pointer. */
  ignoreInput(ms: number): void {
    this.#pause.begin(ms);
  }

  /** Adds elements to the line above the buttons. Of those that are not hidden, the last is shown, and a note above a confirmation. */
  addToLine(...elements: readonly HTMLElement[]): void {
    this.#busyLine.before(...elements);
  }

  /** Hides the button of an action, or shows it again at its position. */
  setHidden(action: Action, hidden: boolean): void {
    this.button(action)?.toggleAttribute('hidden', hidden);
    this.#arrange();
  }

  focus(action: Action): void {
    this.button(action)?.focus();
  }

  /** Runs the action unless the bar ignores input, or is busy and the action is unavailable then. */
  run(action: Action): void {
    if (!this.#pause.isActive && !(this.#isBusy && action.unavailableWhileBusy)) {
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
    this.#pause.dispose();
  }

  #press(action: Action): void {
    if (this.#pause.takesPress()) {
      this.run(action);
    }
  }

  /** More buttons than fit into one row are drawn as a grid. */
  #arrange(): void {
    const shown = this.#buttonRow.querySelectorAll('button:not([hidden])').length;
    this.#buttonRow.classList.toggle('many', shown > maxInOneRow);
  }

  #updateAvailability(): void {
    for (const { action, element } of this.#buttons) {
      setUnavailable(element, this.#pause.isActive || (this.#isBusy && action.unavailableWhileBusy));
    }
  }
}
