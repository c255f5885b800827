import { t } from '@vscode/l10n';
import { language } from '#form/language.ts';

/**
 * The start of a day such as `2026-03-10` in the local time zone, in milliseconds since the epoch; `undefined` if `day` is
 * not a day.
 */
export function startOfDay(day: string): number | undefined {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const time = new Date(Number(year), Number(month) - 1, Number(date)).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** The end of a day in the local time zone, like `startOfDay`. The day can have 23 or 25 hours. */
export function endOfDay(day: string): number | undefined {
  const beginning = startOfDay(day);
  if (beginning === undefined) {
    return undefined;
  }
  const next = new Date(beginning);
  next.setDate(next.getDate() + 1);
  return next.getTime();
}

/** The day of a time in the local time zone: `2026-03-10`. `at`: ISO 8601, or milliseconds since the epoch. */
export function localDayOf(at: string | number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
}

/** The day that is so many days before the day of `now`, in milliseconds since the epoch: see `localDayOf`. */
export function dayBefore(days: number, now = Date.now()): string {
  const date = new Date(now);
  date.setDate(date.getDate() - days);
  return localDayOf(date.getTime());
}

/** The name of the local time zone in the IANA database: `Europe/Zurich`. */
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The day, the time, or both, of `at` (ISO 8601), in the local time zone and the user's language. */
export const dayText = (at: string) => formatMoment(at, { dateStyle: 'full' });
export const timeText = (at: string) => formatMoment(at, { timeStyle: 'short' });
export const momentText = (at: string) => formatMoment(at, { dateStyle: 'long', timeStyle: 'medium' });

/** The time of `at`, after its day if that is not the day of `now`. Both in milliseconds since the epoch; see `timeText`. */
export function recentMomentText(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const style: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  return isToday ? timeText(new Date(at).toISOString()) : formatFor(style).format(at);
}

function formatMoment(at: string, style: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? t('unknown time') : formatFor(style).format(date);
}

/** A cache: a format is costly to create, and a list shows hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language(), style]);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language(), style);
  formats.set(key, format);
  return format;
}
