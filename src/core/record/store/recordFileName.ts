/** What the name of a record file says: `2026-03.5f0c2a9e41d7.1.jsonl`. */
interface RecordFileName {
  /** The month in which it was begun, UTC: `2026-03`. */
  readonly month: string;
  /** The window that wrote it, and no other ever will. */
  readonly window: string;
  /** From 1; another is begun where the one before cannot be gone on with. */
  readonly part: number;
}

const shape = /^(\d{4}-\d{2})\.([0-9a-z]{1,32})\.([1-9]\d{0,8})\.jsonl$/;

export function recordFileName({ month, window, part }: RecordFileName): string {
  return `${month}.${window}.${part}.jsonl`;
}

/** `undefined` for what is no record file's name; such files are left alone. Never has a path in it. */
export function readRecordFileName(name: string): RecordFileName | undefined {
  const [, month, window, part] = shape.exec(name) ?? [];
  return month && window && part ? { month, window, part: Number(part) } : undefined;
}

/** The name itself. Throws a RangeError where it is no record file's. */
export function checkedRecordFileName(name: string): string {
  if (!readRecordFileName(name)) {
    throw new RangeError(`${name} is not the name of a record file.`);
  }
  return name;
}

/** The month of a moment in milliseconds since the epoch; `undefined` for one that no calendar has. */
export function monthOf(time: number): string | undefined {
  const iso = isoOf(time);
  return /^\d{4}-/.test(iso) ? iso.slice(0, 7) : undefined;
}

/** When a month begins, in milliseconds since the epoch. */
export function startOfMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return Date.UTC(year, number - 1);
}

/** When a month is over, in milliseconds since the epoch. */
export function endOfMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number);
}

/** ISO 8601, UTC; the epoch for a time that no calendar has. */
export function isoOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
