import { t } from '@vscode/l10n';
import { formatProblem } from './formats.ts';

/** The user's offset from UTC, in minutes, at a moment in milliseconds since 1970. */
export type UtcOffsetAt = (moment: number) => number;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** A date and time as it is commonly written: with a space for the T, without seconds or zone. */
const writtenPattern = /^(\d{4}-\d{2}-\d{2})(?:t| +)(\d{1,2}:\d{2})(:\d{2}(?:\.\d+)?)?(?: *(z|[+-]\d{2}:\d{2}))?$/i;

/**
 * The possible offsets from UTC of a local date and time, the earlier moment first: usually one; none where the clocks are
 * set forward over it; two where they are set back over it. `undefined` for other texts, and for a time with a zone.
 */
export function utcOffsetsOf(typed: string, clocks: UtcOffsetAt): readonly number[] | undefined {
  const [, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(typed.trim()) ?? [];
  const inUtc = `${date}T${time.padStart(5, '0')}${seconds}Z`;
  const written = Date.parse(inUtc);
  if (zone !== undefined || formatProblem('date-time', inUtc) || Number.isNaN(written)) {
    return undefined;
  }
  const around = [written - dayMs, written, written + dayMs].map((moment) => Math.round(clocks(moment)));
  return [...new Set(around)]
    .filter((offset) => Math.round(clocks(written - offset * minuteMs)) === offset)
    .sort((a, b) => b - a);
}

/**
 * Completes a commonly written date and time to RFC 3339, 5.6. A time without a zone gets the offset, if there is exactly
 * one. What cannot be completed is returned as far as possible.
 */
export function completeDateTime(text: string, offsets: readonly number[] = []): string {
  const [whole, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(text) ?? [];
  if (whole === undefined || formatProblem('date-time', text) === undefined) {
    return text;
  }
  return inFull(date, time, seconds, zone?.toUpperCase() ?? (offsets.length === 1 ? utcOffsetText(offsets[0]) : ''));
}

/** Why a local date and time names no moment, or two; `undefined` when it names one, or has a zone. */
export function localTimeProblem(text: string, offsets: readonly number[] | undefined): string | undefined {
  const [whole, date = '', time = '', seconds = ':00', zone] = writtenPattern.exec(text) ?? [];
  if (whole === undefined || zone !== undefined || offsets === undefined || offsets.length === 1) {
    return undefined;
  }
  const [first, second] = offsets.map((offset) => inFull(date, time, seconds, utcOffsetText(offset)));
  return first === undefined || second === undefined
    ? t('Your clocks skip this time, because they are set forward. Enter another time.')
    : t(
        'Your clocks are set back, so this time comes twice. Enter {0} for the first or {1} for the second.',
        first,
        second,
      );
}

function inFull(date: string, time: string, seconds: string, zone: string): string {
  return `${date}T${time.padStart(5, '0')}${seconds}${zone}`;
}

/** `+01:00`. */
export function utcOffsetText(minutes = 0): string {
  const size = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}
