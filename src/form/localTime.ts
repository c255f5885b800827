import { t } from '@vscode/l10n';
import { formatProblem } from './formats.ts';

/** The user's offset from UTC, in minutes, at a moment in milliseconds since 1970. */
export type UtcOffsetAt = (moment: number) => number;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A date and time as users write it, also with a space in place of the T, and without seconds or zone. */
const writtenPattern = /^(\d{4}-\d{2}-\d{2})(?:t| +)(\d{1,2}:\d{2})(:\d{2}(?:\.\d+)?)?(?: *(z|[+-]\d{2}:\d{2}))?$/i;

/**
 * The possible offsets from UTC of a local date and time, the earlier moment first: usually one; none if the clocks are set
 * forward over it; two if they are set back over it. `undefined` for other texts, and for a time with a zone.
 */
export function utcOffsetsOf(typed: string, offsetAt: UtcOffsetAt): readonly number[] | undefined {
  const [, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(typed.trim()) ?? [];
  const inUtc = `${date}T${time.padStart(5, '0')}${seconds}Z`;
  const written = Date.parse(inUtc);
  if (zone !== undefined || formatProblem('date-time', inUtc) || Number.isNaN(written)) {
    return undefined;
  }
  const nearbyOffsets = [written - dayMs, written, written + dayMs].map((moment) => Math.round(offsetAt(moment)));
  return [...new Set(nearbyOffsets)]
    .filter((offset) => Math.round(offsetAt(written - offset * minuteMs)) === offset)
    .sort((a, b) => b - a);
}

/**
 * Completes a date and time as users write it to RFC 3339, 5.6. A time without a zone gets the offset, if there is exactly one;
 * otherwise it stays without a zone. Returns any other text unchanged.
 */
export function completeDateTime(text: string, offsets: readonly number[] = []): string {
  const [whole, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(text) ?? [];
  if (whole === undefined || formatProblem('date-time', text) === undefined) {
    return text;
  }
  const offset = zone?.toUpperCase() ?? (offsets.length === 1 ? utcOffsetText(offsets[0]) : '');
  return joinDateTime(date, time, seconds, offset);
}

/** The problem with a local date and time that occurs never or twice; `undefined` if it occurs once, or has a zone. */
export function localTimeProblem(text: string, offsets: readonly number[] | undefined): string | undefined {
  const [whole, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(text) ?? [];
  if (whole === undefined || zone !== undefined || offsets === undefined || offsets.length === 1) {
    return undefined;
  }
  const [first, second] = offsets.map((offset) => joinDateTime(date, time, seconds, utcOffsetText(offset)));
  return first === undefined || second === undefined
    ? t('Your clocks skip this time, because they are set forward. Enter another time.')
    : t(
        'Your clocks are set back, so this time comes twice. Enter {0} for the first or {1} for the second.',
        first,
        second,
      );
}

function joinDateTime(date: string, time: string, seconds: string, zone: string): string {
  return `${date}T${time.padStart(5, '0')}${seconds}${zone}`;
}

/** The text of an offset from UTC: `+01:00`. */
export function utcOffsetText(minutes = 0): string {
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
