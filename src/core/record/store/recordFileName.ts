/** The parts of a record file's name, for example `2026-03.5f0c2a9e41d7.1.jsonl`. */
interface RecordFileName {
  /** The month in which the file was created, in UTC: `2026-03`. */
  readonly month: string;
  /** The id of the window that writes the file. */
  readonly window: string;
  /** The number of the file among those of the window, from 1. */
  readonly part: number;
}

const shape = /^(\d{4}-\d{2})\.([0-9a-z]{1,32})\.([1-9]\d{0,8})\.jsonl$/;

export function recordFileName({ month, window, part }: RecordFileName): string {
  return `${month}.${window}.${part}.jsonl`;
}

/** Parses a file name; `undefined` if it is not the name of a record file. A parsed name never contains a path. */
export function readRecordFileName(name: string): RecordFileName | undefined {
  const [, month, window, part] = shape.exec(name) ?? [];
  return month && window && part ? { month, window, part: Number(part) } : undefined;
}

/** Returns `name`. @throws RangeError if it is not the name of a record file */
export function checkedRecordFileName(name: string): string {
  if (!readRecordFileName(name)) {
    throw new RangeError(`${name} is not the name of a record file.`);
  }
  return name;
}

/** The month of a time in milliseconds since the epoch; `undefined` for an invalid date or a year outside 0 to 9999. */
export function monthOf(time: number): string | undefined {
  const iso = isoOf(time);
  return /^\d{4}-/.test(iso) ? iso.slice(0, 7) : undefined;
}

/** The beginning of a month, in milliseconds since the epoch. */
export function startOfMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1);
}

/** The end of a month, in milliseconds since the epoch. */
export function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number);
}

/** The time in ISO 8601, UTC; the epoch if it is not a valid date. */
export function isoOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
