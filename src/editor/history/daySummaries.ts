import { t } from '@vscode/l10n';
import type { HistoryDay, ToHistory } from '#bridge/historyMessages.ts';
import { errorText } from '#core/common/errors.ts';
import { DayCounter, type DayCounts } from '#core/record/history/dayCounts.ts';
import type { RecordFilter } from '#core/record/history/recordFilter.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { callerCounts } from './dayTexts.ts';

type Counted = Omit<Extract<ToHistory, { type: 'days' }>, 'type' | 'query'>;

/** The time between two messages about days that were counted, in milliseconds. */
const progressMs = 250;

/**
 * Counts the days of one query, one request after the other. Tool calls that match are counted even where the list leaves them out.
 */
export class DaySummaries {
  readonly #counter: DayCounter;
  readonly #post: (counted: Counted) => void;
  #last: Promise<void> = Promise.resolve();

  constructor(files: RecordFiles, filter: RecordFilter, timeZone: string, post: (counted: Counted) => void) {
    const { only, ...conditions } = filter;
    this.#counter = new DayCounter(files, only === 'calls' ? filter : conditions, timeZone);
    this.#post = post;
  }

  /** Counts back to `from`, in milliseconds since the epoch, or to the oldest entry. Never rejects. */
  countBack(from: number | undefined, signal: AbortSignal): Promise<void> {
    this.#last = this.#last.then(() => this.#count(from, signal));
    return this.#last;
  }

  async #count(from: number | undefined, signal: AbortSignal): Promise<void> {
    let days: HistoryDay[] = [];
    let read = 0;
    let sentAt = performance.now();
    const send = (isDone: boolean, failure?: string) => {
      this.#post({ days, isDone, read, ...(failure !== undefined && { failure }) });
      days = [];
      sentAt = performance.now();
    };
    try {
      await this.#counter.countBack({
        from,
        signal,
        onDay: (counts) => days.push(historyDay(counts)),
        onProgress: (entries) => {
          read = entries;
          if (performance.now() - sentAt >= progressMs) {
            send(false);
          }
        },
      });
      send(true);
    } catch (error) {
      if (!signal.aborted) {
        send(true, t('The days could not be counted: {0}', errorText(error, 300)));
      }
    }
  }
}

function historyDay(counts: DayCounts): HistoryDay {
  return { day: counts.day, callers: callerCounts(counts), silentCalls: counts.silentCalls };
}
