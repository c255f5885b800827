import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { language } from '#form/language.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { pagePresses } from '#webview/shell/presses/pointerPresses.ts';
import { isComposing, shortcutOf } from '#webview/shell/shortcuts.ts';
import { dayAfterKey, firstWeekday, timeOf, weeksOf } from './calendarDays.ts';
import { localDate } from './localClock.ts';

/**
 * A button that opens a calendar below a date field. The browser's own picker cannot be used: it does not open in a frame
 * of a foreign origin, and a webview is one. Source: WAI-ARIA Authoring Practices, "Date Picker Dialog".
 */
export class Calendar {
  readonly button: HTMLButtonElement;
  readonly dialog: HTMLElement;
  readonly #fieldText: () => string;
  readonly #onChoose: (day: string) => void;
  readonly #title: HTMLElement;
  readonly #days = el('tbody');
  /** The first weekday, counted from Monday, 0. */
  readonly #firstWeekday = firstWeekday(language());
  /** The focused day. */
  #day = '';

  /** `fieldText` returns the text of the field. `onChoose` is called with the chosen day. */
  constructor(id: string, field: string, fieldText: () => string, onChoose: (day: string) => void) {
    this.#fieldText = fieldText;
    this.#onChoose = onChoose;
    this.#title = el('p', { id: `${id}-month`, class: 'calendar-title', 'aria-live': 'polite' });
    this.button = clearIconButton(t('Choose a date for {0}', field), 'calendar', () => this.#toggle());
    setAttributes(this.button, { 'aria-haspopup': 'dialog', 'aria-expanded': 'false' });
    this.dialog = el(
      'div',
      { class: 'calendar', role: 'dialog' },
      el(
        'div',
        { class: 'calendar-head' },
        clearIconButton(t('Previous Month'), 'previous', () => this.#turnMonth('PageUp')),
        this.#title,
        clearIconButton(t('Next Month'), 'next', () => this.#turnMonth('PageDown')),
      ),
      el(
        'table',
        { role: 'grid', 'aria-labelledby': this.#title.id },
        el('thead', {}, el('tr', {}, ...weekdayHeadings(this.#firstWeekday))),
        this.#days,
      ),
    );
    this.dialog.ariaLabel = t('Choose a date for {0}', field);
    this.dialog.hidden = true;
    this.dialog.addEventListener('keydown', (event) => this.#keyDown(event));
    this.dialog.addEventListener('focusout', ({ relatedTarget }) => {
      // A press of the button closes the dialog in any case.
      if (relatedTarget instanceof Node && relatedTarget !== this.button && !this.dialog.contains(relatedTarget)) {
        pagePresses().runNowOrAfterPress(() => this.#close());
      }
    });
    this.#days.addEventListener('click', ({ target }) => {
      const day = target instanceof Element ? target.closest('td')?.dataset['day'] : undefined;
      if (day) {
        this.#chooseDay(day);
      }
    });
  }

  /** Closes the dialog at a press outside of it, even if the pressed element does not take the focus. */
  readonly #documentPointerDown = ({ target }: Event): void => {
    if (target instanceof Node && !this.dialog.contains(target) && !this.button.contains(target)) {
      // Closing the dialog moves the elements below it, so it waits for the end of the press.
      pagePresses().runNowOrAfterPress(() => this.#close());
    }
  };

  /** Handles shortcuts before the page handles them, even if the focus is not in the dialog. */
  readonly #documentKeyDown = (event: KeyboardEvent): void => {
    if (!this.dialog.isConnected) {
      this.#close();
      return;
    }
    const shortcut = shortcutOf(event);
    if (shortcut) {
      this.#close();
      this.button.focus();
    }
    if (shortcut === 'cancel') {
      // Escape closes only the dialog: the page ignores handled keys.
      event.preventDefault();
    }
  };

  #toggle(): void {
    if (!this.dialog.hidden) {
      this.#close();
      return;
    }
    document.addEventListener('pointerdown', this.#documentPointerDown);
    document.addEventListener('keydown', this.#documentKeyDown, { capture: true });
    this.dialog.hidden = false;
    this.button.ariaExpanded = 'true';
    const fieldText = this.#fieldText().trim();
    // There are no months before the year 1.
    const isUsable = formatProblem('date', fieldText) === undefined && !fieldText.startsWith('0000');
    this.#draw(isUsable ? fieldText : localDate(new Date()));
    this.#focusDay();
    this.dialog.scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    document.removeEventListener('pointerdown', this.#documentPointerDown);
    document.removeEventListener('keydown', this.#documentKeyDown, { capture: true });
    this.dialog.hidden = true;
    this.button.ariaExpanded = 'false';
  }

  #chooseDay(day: string): void {
    this.#close();
    this.#onChoose(day);
    this.button.focus();
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const isOnDay = event.target instanceof Element && event.target.matches('td');
    const moved = isOnDay ? this.#dayAfter(event.key, event.shiftKey) : undefined;
    if (isOnDay && (event.key === 'Enter' || event.key === ' ')) {
      this.#chooseDay(this.#day);
    } else if (moved !== undefined) {
      this.#draw(moved);
      this.#focusDay();
    } else if (event.key !== 'Tab' || !this.#trapFocus(event.shiftKey)) {
      return;
    }
    event.preventDefault();
  }

  #dayAfter(key: string, shift = false): string | undefined {
    const rightToLeft = getComputedStyle(this.dialog).direction === 'rtl';
    return dayAfterKey(this.#day, key, { shift, first: this.#firstWeekday, rightToLeft });
  }

  /** Moves the focus from the last control of the dialog to the first. Returns false if the focus is not at the last one. */
  #trapFocus(isBackwards: boolean): boolean {
    const stops = [...this.dialog.querySelectorAll<HTMLElement>('button, td[tabindex="0"]')];
    const [end, start] = isBackwards ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== end) {
      return false;
    }
    start?.focus();
    return true;
  }

  #turnMonth(key: string): void {
    this.#draw(this.#dayAfter(key) ?? this.#day);
  }

  #focusDay(): void {
    this.#days.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  }

  #draw(day: string): void {
    this.#day = day;
    const month = dateText(day, { month: 'long', year: 'numeric' });
    if (this.#title.textContent !== month) {
      this.#title.textContent = month;
    }
    const today = localDate(new Date());
    const fieldText = this.#fieldText().trim();
    this.#days.replaceChildren(
      ...weeksOf(day, this.#firstWeekday).map((week) =>
        el(
          'tr',
          {},
          ...week.map((cellDay) => {
            if (cellDay === undefined) {
              return el('td');
            }
            const cell = el('td', {
              role: 'gridcell',
              tabindex: cellDay === day ? 0 : -1,
              'data-day': cellDay,
              'aria-selected': String(cellDay === fieldText),
              'aria-current': cellDay === today ? 'date' : undefined,
            });
            cell.textContent = String(Number(cellDay.slice(8)));
            cell.ariaLabel = dateText(cellDay, { dateStyle: 'full' });
            return cell;
          }),
        ),
      ),
    );
  }
}

function clearIconButton(name: string, picture: Parameters<typeof icon>[0], press: () => void): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'clear' }, icon(picture));
  button.ariaLabel = name;
  button.title = name;
  button.addEventListener('click', press);
  return button;
}

/** The table headings with the names of the weekdays, beginning with the weekday `first`. */
function weekdayHeadings(first: number): HTMLElement[] {
  const week = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'];
  return [...week.slice(first), ...week.slice(0, first)].map((day) =>
    el('th', { scope: 'col', abbr: dateText(day, { weekday: 'long' }) }, dateText(day, { weekday: 'short' })),
  );
}

function dateText(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), { ...options, calendar: 'gregory', timeZone: 'UTC' }).format(timeOf(day));
}
