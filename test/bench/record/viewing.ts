import type { HistoryFilter, ToHistory } from '#bridge/historyMessages.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { HistorySession } from '#editor/history/historySession.ts';
import type { GeneratedRecord } from './generateRecord.ts';

/** The history, opened on a record, as the panel opens it. */
export class Viewing {
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

  /** Milliseconds until the newest entries that match are handed to the view. */
  asked(filter: HistoryFilter): Promise<number> {
    this.#query += 1;
    return timed(() => this.#session.query({ type: 'query', query: this.#query, filter }));
  }

  /** Milliseconds until older ones are. */
  older(): Promise<number> {
    return timed(() => this.#session.older(this.#query));
  }

  /** Milliseconds to go on with a text until there is nothing older. */
  async searched(text: string): Promise<number> {
    let ms = await this.asked({ text });
    while (this.#page?.hasMore) ms += await this.older();
    return ms;
  }

  #receive(message: ToHistory): void {
    if (message.type !== 'page') throw new Error(`The view was told ${JSON.stringify(message)}.`);
    this.#page = message;
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
