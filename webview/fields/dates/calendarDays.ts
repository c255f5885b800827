/** The days of a calendar. A day is written as in a date field, `2026-03-31`, and is in the years 1 to 9999. */

const dayMs = 24 * 60 * 60 * 1000;

/** The first weekday in a language, counted from Monday, 0. Monday (ISO 8601) if it is unknown. `tag`: BCP 47. */
export function firstWeekday(tag: string): number {
  const locale: Intl.Locale & { getWeekInfo?(): { readonly firstDay: number } } = new Intl.Locale(tag);
  return ((locale.getWeekInfo?.().firstDay ?? 1) - 1) % 7;
}

/**
 * The weeks of the month of a day. Each week begins with the weekday `first`, and has `undefined` in place of the days of
 * other months.
 */
export function weeksOf(day: string, first: number): readonly (readonly (string | undefined)[])[] {
  const firstOfMonth = `${day.slice(0, 8)}01`;
  const gridStart = timeOf(firstOfMonth) - weekday(firstOfMonth, first) * dayMs;
  const weeks: (string | undefined)[][] = [];
  for (let week = 0; week < 6; week += 1) {
    const days = Array.from({ length: 7 }, (_, at) => {
      const weekDay = dayOf(gridStart + (week * 7 + at) * dayMs);
      return weekDay.slice(0, 7) === day.slice(0, 7) ? weekDay : undefined;
    });
    if (days.some((weekDay) => weekDay !== undefined)) {
      weeks.push(days);
    }
  }
  return weeks;
}

/** The state on which the effect of a key depends. */
interface KeyContext {
  /** True if the Shift key is pressed. */
  readonly shift: boolean;
  /** The first weekday, counted from Monday, 0. */
  readonly first: number;
  /** True if the calendar is laid out from right to left. */
  readonly rightToLeft: boolean;
}

/**
 * The day to which a key moves from `day`; `undefined` for a key that does not move. In another month or year, it is the
 * same day of the month, or the last day of a shorter month. Source: WAI-ARIA Authoring Practices, "Date Picker Dialog".
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

/** The start of a day in UTC. In milliseconds since the epoch. */
export function timeOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function addMonths(day: string, months: number): string {
  const date = new Date(timeOf(`${day.slice(0, 8)}01`));
  date.setUTCMonth(date.getUTCMonth() + months);
  const first = date.getTime();
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return clampedDay(first + (Math.min(Number(day.slice(8)), date.getUTCDate()) - 1) * dayMs, day);
}

function clampedDay(time: number, fallback: string): string {
  return time < timeOf('0001-01-01') || time > timeOf('9999-12-31') ? fallback : dayOf(time);
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The position of a day in a week that begins with the weekday `first`, from 0. */
function weekday(day: string, first: number): number {
  return (new Date(timeOf(day)).getUTCDay() + 13 - first) % 7;
}
