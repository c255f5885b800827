import type { FromHistory, HistoryDay, HistoryRow, ToHistory } from '#bridge/historyMessages.ts';
import { localDayOf, localTimeZone, startOfDay } from '#webview/shell/localDates.ts';

/** Progress is shown after this time, in milliseconds. */
const progressAfterMs = 1000;

/** What is known about the days of one query. */
export class DayCounting {
  readonly #query: number;
  readonly #days = new Map<string, HistoryDay>();
  /** The begin of the oldest day that was asked for. */
  #askedFrom = Number.POSITIVE_INFINITY;
  #startedAt = 0;
  #counted: number | undefined;
  #failure: string | undefined;

  constructor(query: number) {
    this.#query = query;
  }

  /** The days that were counted. */
  get days(): readonly HistoryDay[] {
    return [...this.#days.values()];
  }

  get silentCalls(): number {
    return this.days.reduce((sum, { silentCalls }) => sum + silentCalls, 0);
  }

  /** The entries that were read so far, if counting takes long. */
  get counted(): number | undefined {
    return this.#counted;
  }

  get failure(): string | undefined {
    return this.#failure;
  }

  /** The request for the days of listed entries that were not asked for yet. `rows`: the oldest entries of the list. */
  requestFor(rows: readonly HistoryRow[], hasMore: boolean): Extract<FromHistory, { type: 'count' }> | undefined {
    const from = hasMore ? startOfDay(localDayOf(rows.at(-1)?.at ?? '')) : Number.NEGATIVE_INFINITY;
    if (from === undefined || from >= this.#askedFrom) {
      return undefined;
    }
    this.#askedFrom = from;
    this.#startedAt = Date.now();
    const request = { type: 'count', query: this.#query, timeZone: localTimeZone() } as const;
    return Number.isFinite(from) ? { ...request, from } : request;
  }

  receive({ days, isDone, read, failure }: Extract<ToHistory, { type: 'days' }>): void {
    for (const day of days) {
      this.#days.set(day.day, day);
    }
    this.#counted = isDone || Date.now() - this.#startedAt < progressAfterMs ? undefined : read;
    this.#failure = failure;
  }
}
