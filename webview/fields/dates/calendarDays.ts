/** Days as in a date field, `2026-03-31`, in the years 1 to 9999. */

const dayMs = 24 * 60 * 60 * 1000;

/** The first weekday in a language, counted from Monday, 0. Monday (ISO 8601) if it is not known. `tag`: BCP 47. */
export function firstWeekday(tag: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { readonly firstDay: number } } = new Intl.Locale(tag);
  return ((locale.getWeekInfo?.().firstDay ?? 1) - 1) % 7;
}

/** The weeks of the month of a day, each from the weekday `first` on; `undefined` for days of other months. */
export function weeksOf(day: string, first: number): readonly (readonly (string | undefined)[])[] {
  const begin = `${day.slice(0, 8)}01`;
  const start = timeOf(begin) - weekday(begin, first) * dayMs;
  const weeks: (string | undefined)[][] = [];
  for (let week = 0; week < 6; week += 1) {
    const days = Array.from({ length: 7 }, (_, at) => {
      const one = dayOf(start + (week * 7 + at) * dayMs);
      return one.slice(0, 7) === day.slice(0, 7) ? one : undefined;
    });
    if (days.some((one) => one !== undefined)) {
      weeks.push(days);
    }
  }
  return weeks;
}

/** What a key means depends on this. */
interface KeyContext {
  /** The Shift key is pressed. */
  readonly shift: boolean;
  /** The first weekday, counted from Monday, 0. */
  readonly first: number;
  /** The calendar is laid out from right to left. */
  readonly rightToLeft: boolean;
}

/**
 * The day after a key was pressed on `day`; `undefined` for a key that does not move. A month or a year away it is the
 * same day of the month, or its last day. Source: WAI-ARIA Authoring Practices, "Date Picker Dialog".
 */
export function dayAfterKey(day: string, key: string, { shift, first, rightToLeft }: KeyContext): string | undefined {
  const forwards = rightToLeft ? -dayMs : dayMs;
  switch (key) {
    case 'ArrowLeft':
      return clampedDay(timeOf(day) - forwards, day);
    case 'ArrowRight':
      return clampedDay(timeOf(day) + forwards, day);
    case 'ArrowUp':
      return clampedDay(timeOf(day) - 7 * dayMs, day);
    case 'ArrowDown':
      return clampedDay(timeOf(day) + 7 * dayMs, day);
    case 'Home':
      return clampedDay(timeOf(day) - weekday(day, first) * dayMs, day);
    case 'End':
      return clampedDay(timeOf(day) + (6 - weekday(day, first)) * dayMs, day);
    case 'PageUp':
      return addMonths(day, shift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, shift ? 12 : 1);
    default:
      return undefined;
  }
}

/** The start of a day in UTC, for `Intl`. */
export function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function addMonths(day: string, by: number): string {
  const date = new Date(timeOf(`${day.slice(0, 8)}01`));
  date.setUTCMonth(date.getUTCMonth() + by);
  const first = date.getTime();
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return clampedDay(first + (Math.min(Number(day.slice(8)), date.getUTCDate()) - 1) * dayMs, day);
}

function clampedDay(time: number, otherwise: string): string {
  return time < timeOf('0001-01-01') || time > timeOf('9999-12-31') ? otherwise : dayOf(time);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The position of a day in a week that begins with the weekday `first`, from 0. */
function weekday(day: string, first: number): number {
  return (new Date(timeOf(day)).getUTCDay() + 13 - first) % 7;
}
