import { t } from '@vscode/l10n';
import { formatProblem } from '#form/formats.ts';
import { language } from '#form/language.ts';
import { el, setAttributes } from '#webview/shell/dom.ts';
import { icon } from '#webview/shell/icons.ts';
import { pagePresses } from '#webview/shell/pointerPresses.ts';
import { isComposing, shortcutOf } from '#webview/shell/shortcuts.ts';
import { dayAfterKey, firstWeekday, timeOf, weeksOf } from './calendarDays.ts';
import { localDate } from './localClock.ts';

/**
 * A button that opens a small calendar beneath a date field. The browser's own does not open in a frame of a foreign origin,
 * which a webview is. Source: WAI-ARIA Authoring Practices, "Date Picker Dialog".
 */
export class Calendar {
  readonly button: HTMLButtonElement;
  readonly dialog: HTMLElement;
  readonly #written: () => string;
  readonly #choose: (day: string) => void;
  readonly #title: HTMLElement;
  readonly #days = el('tbody');
  /** The weekday that weeks begin with, from Monday, 0. */
  readonly #first = firstWeekday(language());
  /** The day that has the keyboard. */
  #day = '';

  /** `written`: what stands in the field. `choose`: the person has chosen a day. */
  constructor(id: string, field: string, written: () => string, choose: (day: string) => void) {
    this.#written = written;
    this.#choose = choose;
    this.#title = el('p', { id: `${id}-month`, class: 'calendar-title', 'aria-live': 'polite' });
    this.button = iconButton(t('Choose a date for {0}', field), 'calendar', () => this.#toggle());
    setAttributes(this.button, { 'aria-haspopup': 'dialog', 'aria-expanded': 'false' });
    this.dialog = el(
      'div',
      { class: 'calendar', role: 'dialog' },
      el(
        'div',
        { class: 'calendar-head' },
        iconButton(t('Previous month'), 'previous', () => this.#turn('PageUp')),
        this.#title,
        iconButton(t('Next month'), 'next', () => this.#turn('PageDown')),
      ),
      el(
        'table',
        { role: 'grid', 'aria-labelledby': this.#title.id },
        el('thead', {}, el('tr', {}, ...weekdays(this.#first))),
        this.#days,
      ),
    );
    this.dialog.ariaLabel = t('Choose a date for {0}', field);
    this.dialog.hidden = true;
    this.dialog.addEventListener('keydown', (event) => this.#keyDown(event));
    this.dialog.addEventListener('focusout', ({ relatedTarget }) => {
      // The button closes it by itself.
      if (relatedTarget instanceof Node && relatedTarget !== this.button && !this.dialog.contains(relatedTarget)) {
        pagePresses().whenReleased(() => this.#close());
      }
    });
    this.#days.addEventListener('click', ({ target }) => {
      const day = target instanceof Element ? target.closest('td')?.dataset['day'] : undefined;
      if (day) {
        this.#take(day);
      }
    });
  }

  /** Whoever presses elsewhere has done with it, also where nothing takes the keyboard. */
  readonly #pressed = ({ target }: Event): void => {
    if (target instanceof Node && !this.dialog.contains(target) && !this.button.contains(target)) {
      // What stands beneath it would move away under the pointer.
      pagePresses().whenReleased(() => this.#close());
    }
  };

  /** What the page would do on a key comes after: also where nothing in here has the keyboard. */
  readonly #heard = (event: KeyboardEvent): void => {
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
      // It has done its work: what the page does on Escape is for the next one.
      event.preventDefault();
    }
  };

  #toggle(): void {
    if (!this.dialog.hidden) {
      this.#close();
      return;
    }
    document.addEventListener('pointerdown', this.#pressed);
    document.addEventListener('keydown', this.#heard, { capture: true });
    this.dialog.hidden = false;
    this.button.ariaExpanded = 'true';
    const written = this.#written().trim();
    // Before the year 1 there is no month to turn to.
    const usable = formatProblem('date', written) === undefined && !written.startsWith('0000');
    this.#draw(usable ? written : localDate(new Date()));
    this.#focusDay();
    this.dialog.scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    document.removeEventListener('pointerdown', this.#pressed);
    document.removeEventListener('keydown', this.#heard, { capture: true });
    this.dialog.hidden = true;
    this.button.ariaExpanded = 'false';
  }

  #take(day: string): void {
    this.#close();
    this.#choose(day);
    this.button.focus();
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.defaultPrevented || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const onDay = event.target instanceof Element && event.target.matches('td');
    const moved = onDay ? this.#moved(event.key, event.shiftKey) : undefined;
    if (onDay && (event.key === 'Enter' || event.key === ' ')) {
      this.#take(this.#day);
    } else if (moved !== undefined) {
      this.#draw(moved);
      this.#focusDay();
    } else if (event.key !== 'Tab' || !this.#goRound(event.shiftKey)) {
      return;
    }
    event.preventDefault();
  }

  #moved(key: string, shift = false): string | undefined {
    const rightToLeft = getComputedStyle(this.dialog).direction === 'rtl';
    return dayAfterKey(this.#day, key, { shift, first: this.#first, rightToLeft });
  }

  /** The keyboard stays in the dialog. False when the browser moves it where it belongs. */
  #goRound(back: boolean): boolean {
    const stops = [...this.dialog.querySelectorAll<HTMLElement>('button, td[tabindex="0"]')];
    const [end, start] = back ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== end) {
      return false;
    }
    start?.focus();
    return true;
  }

  #turn(key: string): void {
    this.#draw(this.#moved(key) ?? this.#day);
  }

  #focusDay(): void {
    this.#days.querySelector<HTMLElement>('td[tabindex="0"]')?.focus();
  }

  #draw(day: string): void {
    this.#day = day;
    const month = said(day, { month: 'long', year: 'numeric' });
    if (this.#title.textContent !== month) {
      this.#title.textContent = month;
    }
    const today = localDate(new Date());
    const written = this.#written().trim();
    this.#days.replaceChildren(
      ...weeksOf(day, this.#first).map((week) =>
        el(
          'tr',
          {},
          ...week.map((one) => {
            if (one === undefined) {
              return el('td');
            }
            const cell = el('td', {
              role: 'gridcell',
              tabindex: one === day ? 0 : -1,
              'data-day': one,
              'aria-selected': String(one === written),
              'aria-current': one === today ? 'date' : undefined,
            });
            cell.textContent = String(Number(one.slice(8)));
            cell.ariaLabel = said(one, { dateStyle: 'full' });
            return cell;
          }),
        ),
      ),
    );
  }
}

function iconButton(name: string, picture: Parameters<typeof icon>[0], press: () => void): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'clear' }, icon(picture));
  button.ariaLabel = name;
  button.title = name;
  button.addEventListener('click', press);
  return button;
}

/** Names of the days of a week, which begins with the weekday `first`. */
function weekdays(first: number): HTMLElement[] {
  const week = ['2024-01-01', '2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-06', '2024-01-07'];
  return [...week.slice(first), ...week.slice(0, first)].map((day) =>
    el('th', { scope: 'col', abbr: said(day, { weekday: 'long' }) }, said(day, { weekday: 'short' })),
  );
}

function said(day: string, how: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language(), { ...how, calendar: 'gregory', timeZone: 'UTC' }).format(timeOf(day));
}
