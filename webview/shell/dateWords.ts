import type { DateFormat } from '#form/describeAnswer.ts';
import { language } from '#form/language.ts';
import { el } from './dom.ts';

/** In the calendar of the typed date, also in a language that usually has another one: the field and its calendar have no other. */
const dayStyle: Intl.DateTimeFormatOptions = {
  calendar: 'gregory',
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
};
const momentStyle: Intl.DateTimeFormatOptions = {
  ...dayStyle,
  hour: 'numeric',
  minute: '2-digit',
  second: 'numeric',
  timeZoneName: 'short',
};

/**
 * A date or a moment in words, in the user's language: "Tuesday, March 31, 2026"; a moment in the user's time zone.
 * `undefined` for a value that no calendar has, such as a leap second.
 */
export function dateInWords(value: string, format: DateFormat): string | undefined {
  return format === 'date'
    ? inWords(`${value}T00:00:00Z`, { ...dayStyle, timeZone: 'UTC' })
    : inWords(value, momentStyle);
}

/** A date or a moment in words, with the exact value on hover and as the description; the exact value if there are no words. */
export function drawDate(value: string, format: DateFormat): HTMLElement {
  const words = dateInWords(value, format);
  return words === undefined
    ? el('bdi', {}, value)
    : el('time', { datetime: value, title: value, 'aria-description': value }, words);
}

function inWords(moment: string, style: Intl.DateTimeFormatOptions): string | undefined {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? undefined : new Intl.DateTimeFormat(language(), style).format(date);
}
