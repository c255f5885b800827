/** The calendar day where the person is, as `2026-03-31`. */
export function localDate(now: Date): string {
  return `${pad(now.getFullYear(), 4)}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** The time where the person is, with the distance from UTC: `2026-03-31T14:05:09+02:00`. Source: RFC 3339, section 5.6. */
export function localDateTime(now: Date): string {
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => pad(part)).join(':');
  const east = -now.getTimezoneOffset();
  const offset = `${east < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(east) / 60))}:${pad(Math.abs(east) % 60)}`;
  return `${localDate(now)}T${time}${offset}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}
