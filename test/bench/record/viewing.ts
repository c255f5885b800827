import type { HistoryFilter, ToHistory } from '#bridge/historyMessages.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { HistorySession } from '#editor/history/historySession.ts';
import type { GeneratedRecord } from './generateRecord.ts';

/** The history of a record, opened as by the history's panel. */
export class HistoryOnRecord {
  readonly #session: HistorySession;
  #query = 0;
  #onPage: (() => void) | undefined;
  #isSearching = false;

  constructor({ folder, heads }: GeneratedRecord) {
    this.#session = new HistorySession({
      files: new RecordFolder(folder),
      heads,
      flush: async () => true,
      post: (message) => this.#receive(message),
      hasExchange: () => false,
    });
  }

  /** The milliseconds until the newest matching entries are posted, or those of the first part that was searched. */
  timeQuery(filter: HistoryFilter): Promise<number> {
    return this.#timePage(() => this.#session.query({ type: 'query', query: this.#nextQuery(), filter }));
  }

  /** The milliseconds until the next older entries are posted. */
  timeOlder(): Promise<number> {
    return this.#timePage(() => this.#session.older(this.#query));
  }

  /** The milliseconds to search the whole record for a text that nothing has. */
  timeSearch(text: string): Promise<number> {
    return elapsedMs(() => this.#session.query({ type: 'query', query: this.#nextQuery(), filter: { text } }));
  }

  /** The milliseconds to count all days. */
  async timeCount(filter: HistoryFilter): Promise<number> {
    await this.timeQuery(filter);
    return elapsedMs(() => this.#session.count({ type: 'count', query: this.#query, timeZone: 'Europe/Zurich' }));
  }

  #nextQuery(): number {
    this.#query += 1;
    return this.#query;
  }

  /** A search that goes on is ended, so that it does not slow what is measured next. */
  async #timePage(work: () => Promise<void>): Promise<number> {
    const begin = performance.now();
    let ms = 0;
    this.#onPage = () => {
      this.#onPage = undefined;
      ms = performance.now() - begin;
      if (this.#isSearching) this.#session.end();
    };
    await work();
    return ms;
  }

  #receive(message: ToHistory): void {
    if (message.type === 'days' && message.failure === undefined) return;
    if (message.type !== 'page') throw new Error(`The view received ${JSON.stringify(message)}.`);
    this.#isSearching = message.isSearching;
    this.#onPage?.();
  }
}

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
