import type { EntryCaller } from '#core/record/entries/entryCaller.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { type CountedEntry, countingReader } from './countedEntry.ts';
import { localDay } from './localDay.ts';
import { MergedEntries, type ReadEntry } from './mergedEntries.ts';
import type { RecordFilter } from './recordFilter.ts';
import { clockMarginMs, readPositions } from './recordPage.ts';

/** The numbers of one caller on one day. A merged entry counts as often as what it merges. */
export interface CallerCounts {
  calls: number;
  questions: number;
  /** The questions that the user declined. */
  declined: number;
}

/** The entries of one day. */
export interface DayCounts {
  /** `2026-03-10` */
  readonly day: string;
  /** The callers, in the order in which they were found. */
  readonly callers: ReadonlyMap<EntryCaller | 'others', Readonly<CallerCounts>>;
  /** The calls during which nothing was asked. */
  readonly silentCalls: number;
}

interface CountOptions {
  /** Counts back to this time, in milliseconds since the epoch; to the beginning of the record if absent. It has to be the begin of a day. */
  readonly from?: number | undefined;
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of entries that were read in this call. */
  readonly onProgress?: (read: number) => void;
  /** Called with each day that was counted completely. A day is repeated if entries of it are found later: the clock was set back. */
  readonly onDay: (day: DayCounts) => void;
}

interface CountedDay {
  readonly day: string;
  readonly callers: Map<EntryCaller | 'others', CallerCounts>;
  silentCalls: number;
}

/** The number of callers of one day that are counted apart. Further ones are counted together. */
const maxCallers = 50;
/** The entries between two checks of the signal and two reports of the progress. */
const checkEvery = 500;

/** Counts the entries that match a filter, day by day, from the newest back. Continues where it has stopped. */
export class DayCounter {
  readonly #files: RecordFiles;
  readonly #filter: RecordFilter;
  readonly #dayOf: (time: number) => string;
  readonly #days = new Map<string, CountedDay>();
  #entries: MergedEntries<CountedEntry> | undefined;
  /** The entry that was read last and not counted yet, because it is older than was asked for. */
  #next: ReadEntry<CountedEntry> | undefined;

  /** `timeZone`: the zone in which days begin, as for `localDay`. */
  constructor(files: RecordFiles, filter: RecordFilter, timeZone: string) {
    this.#files = files;
    this.#filter = filter;
    this.#dayOf = localDay(timeZone);
  }

  /** Counts the days that were not counted yet. Rejects if `signal` is aborted or a file cannot be read. */
  async countBack({ from, signal, onProgress, onDay }: CountOptions): Promise<void> {
    const oldest = isoOf(Math.max(from ?? 0, (this.#filter.from ?? 0) - clockMarginMs));
    let current: CountedDay | undefined;
    let read = 0;
    let checked = 0;
    for (;;) {
      if (read - checked >= checkEvery || read === 0) {
        signal?.throwIfAborted();
        onProgress?.(read);
        checked = read;
      }
      const entries = await this.#open();
      read += this.#next ? 0 : entries.skipUnmatched(checkEvery);
      const next = this.#next ?? (await entries.next());
      this.#next = next && next.at < oldest ? next : undefined;
      if (!next || this.#next) {
        break;
      }
      read += 1;
      if (next.entry) {
        const day = this.#dayAt(next.at);
        if (current && current !== day) {
          onDay(current);
        }
        current = day;
        count(day, next.entry);
      }
    }
    onProgress?.(read);
    if (current) {
      onDay(current);
    }
  }

  async #open(): Promise<MergedEntries<CountedEntry>> {
    this.#entries ??= new MergedEntries(
      this.#files,
      await readPositions(this.#files, undefined),
      countingReader(this.#filter),
    );
    return this.#entries;
  }

  #dayAt(at: string): CountedDay {
    const time = Date.parse(at);
    const day = this.#dayOf(Number.isNaN(time) ? 0 : time);
    const known = this.#days.get(day) ?? { day, callers: new Map(), silentCalls: 0 };
    this.#days.set(day, known);
    return known;
  }
}

function count(day: CountedDay, { caller: own, kind, times, isDeclined, hasAsked }: CountedEntry): void {
  const caller = day.callers.has(own) || day.callers.size < maxCallers ? own : 'others';
  const counts = day.callers.get(caller) ?? { calls: 0, questions: 0, declined: 0 };
  day.callers.set(caller, counts);
  if (kind === 'call') {
    counts.calls += times;
    day.silentCalls += hasAsked ? 0 : times;
  } else {
    counts.questions += times;
    counts.declined += isDeclined ? times : 0;
  }
}
