import { language } from '#form/language.ts';
import type { Field } from '#form/model.ts';

const dayStyle: Intl.DateTimeFormatOptions = { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' };
const momentStyle: Intl.DateTimeFormatOptions = {
  ...dayStyle,
  hour: 'numeric',
  minute: '2-digit',
  second: 'numeric',
  timeZoneName: 'short',
};

/**
 * A date or a moment in words, in the user's language: "Tuesday, March 31, 2026"; a moment in the user's time zone.
 * `undefined` for the value of another field, and for one that no calendar has, such as a leap second.
 */
export function dateInWords(field: Field, value: unknown): string | undefined {
  if (field.kind !== 'text' || field.list || typeof value !== 'string') {
    return undefined;
  }
  if (field.format === 'date') {
    return inWords(`${value}T00:00:00Z`, { ...dayStyle, timeZone: 'UTC' });
  }
  return field.format === 'date-time' ? inWords(value, momentStyle) : undefined;
}

function inWords(moment: string, style: Intl.DateTimeFormatOptions): string | undefined {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? undefined : new Intl.DateTimeFormat(language(), style).format(date);
}
