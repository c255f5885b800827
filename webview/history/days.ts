/** A day as a date field has it (`2026-03-10`), as the moment it begins here; `undefined` for what is no day. */
export function beginningOf(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const time = new Date(Number(year), Number(month) - 1, Number(date)).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** When that day is over: days have 23 or 25 hours, too. */
export function endOf(day: string): number | undefined {
  const beginning = beginningOf(day);
  if (beginning === undefined) {
    return undefined;
  }
  const next = new Date(beginning);
  next.setDate(next.getDate() + 1);
  return next.getTime();
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'medium' });

/** The day, the time of day, or both, of a moment in ISO 8601, in the person's time zone and manner. */
export const dayText = (at: string) => written(day, at);
export const timeText = (at: string) => written(time, at);
export const momentText = (at: string) => written(moment, at);

function written(format: Intl.DateTimeFormat, at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? 'at no time that a calendar has' : format.format(date);
}
