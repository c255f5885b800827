import { type UtcOffsetAt, utcOffsetText } from '#form/localTime.ts';

/** The UTC offset of the local time zone. */
export const localUtcOffset: UtcOffsetAt = (moment) => -new Date(moment).getTimezoneOffset();

/** The local time zone as in the IANA database: `Europe/Berlin`. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** The local day, as `2026-03-31`. */
export function localDate(now: Date): string {
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The local time with its UTC offset: `2026-03-31T14:05:09+02:00`. Source: RFC 3339, section 5.6. */
export function localDateTime(now: Date): string {
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => pad(part)).join(':');
  return `${localDate(now)}T${time}${utcOffsetText(-now.getTimezoneOffset())}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
