import type { HistoryFilter, ToHistory } from '#bridge/historyMessages.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { HistorySession } from '#editor/history/historySession.ts';
import type { GeneratedRecord } from './generateRecord.ts';

/** The history of a record, opened as by the history's panel. */
export class HistoryOnRecord {
  readonly #session: HistorySession;
  #query = 0;
  #page: Extract<ToHistory, { type: 'page' }> | undefined;

  constructor({ folder, heads }: GeneratedRecord) {
    this.#session = new HistorySession({
      files: new RecordFolder(folder),
      heads,
      flush: async () => true,
      post: (message) => this.#receive(message),
      hasExchange: () => false,
    });
  }

  /** The milliseconds until the newest matching entries are posted. */
  timeQuery(filter: HistoryFilter): Promise<number> {
    this.#query += 1;
    return elapsedMs(() => this.#session.query({ type: 'query', query: this.#query, filter }));
  }

  /** The milliseconds until the next older entries are posted. */
  timeOlder(): Promise<number> {
    return elapsedMs(() => this.#session.older(this.#query));
  }

  /** The milliseconds to search the whole record for a text, page by page. */
  async timeSearch(text: string): Promise<number> {
    let ms = await this.timeQuery({ text });
    while (this.#page?.hasMore) ms += await this.timeOlder();
    return ms;
  }

  #receive(message: ToHistory): void {
    if (message.type !== 'page') throw new Error(`The view received ${JSON.stringify(message)}.`);
    this.#page = message;
  }
}

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
