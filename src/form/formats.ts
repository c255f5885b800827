import { t } from '@vscode/l10n';
import type { TextFormat } from './model.ts';

/**
 * The four string formats of the MCP specification (client/elicitation, "Requested Schema"), each at least as strict as the
 * format of that name in ajv-formats. Each function returns the problem as a sentence for the user.
 */
const problems: Readonly<Record<TextFormat, (text: string) => string | undefined>> = {
  email: emailProblem,
  uri: uriProblem,
  date: dateProblem,
  'date-time': dateTimeProblem,
};

/** The problem with a text of this format; `undefined` if it is valid. */
export function formatProblem(format: TextFormat, text: string): string | undefined {
  return problems[format](text);
}

/** The maximum length of an e-mail address in RFC 5321. */
const maxEmailLength = 254;
/** The part before the @: a dot-atom (RFC 5322, 3.2.3). */
const localPartPattern = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** One label of the host name after the @ (RFC 1123, 2.1). One label is enough: `root@localhost`. */
const labelPattern = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

function emailProblem(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  const fits =
    text.length <= maxEmailLength &&
    at > 0 &&
    localPartPattern.test(text.slice(0, at)) &&
    labels.every((label) => labelPattern.test(label));
  if (fits) {
    return undefined;
  }
  return at > 0 && /[^\p{ASCII}]/u.test(text)
    ? t('This form takes e-mail addresses in plain letters only, such as {0}.', 'name@example.com')
    : t('Enter an e-mail address, such as {0}.', 'name@example.com');
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The problem with a `full-date` of RFC 3339, 5.6. */
function dateProblem(text: string): string | undefined {
  const [whole, year, month, day] = datePattern.exec(text) ?? [];
  if (whole === undefined) {
    return t('Enter a date in the form {0}.', '2026-03-31');
  }
  return isDay(Number(year), Number(month), Number(day))
    ? undefined
    : t('This date does not exist. Use the form {0}.', '2026-03-31');
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return day >= 1 && day <= days;
}

const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(.*)$/s;
const zonePattern = /^(?:z|([+-])(\d{2}):(\d{2}))$/i;

/** The problem with a `date-time` of RFC 3339, 5.6, in which seconds and zone are required. */
function dateTimeProblem(text: string): string | undefined {
  const date = text.slice(0, 10);
  const rest = text.slice(10);
  if (!datePattern.test(date)) {
    return t('Enter a date and time in the form {0}.', '2026-03-31T14:30:00Z');
  }
  if (dateProblem(date)) {
    return t('This date does not exist. Use the form {0}.', '2026-03-31T14:30:00Z');
  }
  if (rest === '' || /^t$/i.test(rest)) {
    return t('Add the time, as in {0}.', `${date}T14:30:00Z`);
  }
  if (!/^t/i.test(rest)) {
    return t('Write a T between date and time, as in {0}.', `${date}T14:30:00Z`);
  }
  return timeProblem(rest.slice(1), date);
}

function timeProblem(text: string, date: string): string | undefined {
  const [whole, hour = '', minute = '', second, zone = ''] = timePattern.exec(text) ?? [];
  if (whole === undefined) {
    return t('Write the time as hours, minutes and seconds, as in {0}.', `${date}T14:30:00Z`);
  }
  if (second === undefined) {
    return t('Add the seconds, as in {0}.', `${date}T${hour}:${minute}:00Z`);
  }
  const [offsetText, sign, zoneHour = '0', zoneMinute = '0'] = zonePattern.exec(zone) ?? [];
  if (zone === '') {
    return t('Add the time zone: Z for UTC, or an offset such as +02:00.');
  }
  if (offsetText === undefined || Number(zoneHour) > 23 || Number(zoneMinute) > 59) {
    return t('Write the time zone as Z for UTC, or as an offset such as +02:00.');
  }
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  return isTime(Number(hour), Number(minute), Number(second), offset)
    ? undefined
    : t('This time does not exist. Use the form {0}.', `${date}T14:30:00Z`);
}

/** True if a time exists. `offset` in minutes. A leap second (RFC 3339, 5.7) is the last second of a day in UTC. */
function isTime(hour: number, minute: number, second: number, offset: number): boolean {
  if (hour > 23 || minute > 59 || second > 60) {
    return false;
  }
  const day = 24 * 60;
  const minuteInUtc = (((hour * 60 + minute - offset) % day) + day) % day;
  return second < 60 || minuteInUtc === day - 1;
}

/** Source: RFC 3986, appendix A (grammar) and appendix B (splitting). */
const partsPattern = /^([^:/?#]+):(\/\/[^/?#]*)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const schemePattern = /^[a-z][a-z0-9+.-]*$/i;
const authorityPattern = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:@[\]]*)(?::\d*)?$/;
const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/;

/** The problem with a URI, as a sentence for the user; `undefined` if it is valid. */
function uriProblem(text: string): string | undefined {
  if (/\s/.test(text)) {
    return t('Enter a URI without spaces; write %20 for a space inside it.');
  }
  const [, scheme = '', authority, path = '', query = '', fragment = ''] = partsPattern.exec(text) ?? [];
  if (!schemePattern.test(scheme)) {
    return t('Enter a full URI that begins with its scheme, such as {0}.', 'https://example.com/page');
  }
  const fits =
    (authority === undefined ? path !== '' && !path.startsWith('//') : isAuthority(authority.slice(2))) &&
    hasOnly(path, ':@/') &&
    hasOnly(query, ':@/?') &&
    hasOnly(fragment, ':@/?');
  return fits
    ? undefined
    : t('Enter a valid URI, such as {0}; write other characters as %XX.', 'https://example.com/page');
}

function isAuthority(text: string): boolean {
  const [whole, userInfo = '', hostname = ''] = authorityPattern.exec(text) ?? [];
  if (whole === undefined || !hasOnly(userInfo, ':')) {
    return false;
  }
  return hostname.startsWith('[') ? isIpv6(hostname.slice(1, -1)) : hasOnly(hostname, '');
}

/** True if the text has only unreserved characters, sub-delimiters, percent-encodings and the characters of `others`. */
function hasOnly(text: string, others: string): boolean {
  const rest = text.replace(/[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2}/gi, '');
  return [...rest].every((character) => others.includes(character));
}

function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) {
    return false;
  }
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const endsInIpv4 = ipv4Pattern.test(last) && text.endsWith(last);
  const hexGroups = endsInIpv4 ? groups.slice(0, -1) : groups;
  const size = hexGroups.length + (endsInIpv4 ? 2 : 0);
  return hexGroups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) && (halves.length === 2 ? size <= 7 : size === 8);
}
