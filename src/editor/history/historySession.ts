import { t } from '@vscode/l10n';
import type { FromHistory, HistoryDetail, HistoryRow, ToHistory } from '#bridge/historyMessages.ts';
import { errorText } from '#core/common/errors.ts';
import type { RecordFilter } from '#core/record/history/recordFilter.ts';
import { type PagedEntry, type RecordCursor, readRecordPage } from '#core/record/history/recordPage.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { DaySummaries } from './daySummaries.ts';
import { entryKey, historyDetails, historyRow } from './entryTexts.ts';
import { RecordVerification } from './recordVerification.ts';

interface HistorySessionContext {
  readonly files: RecordFiles;
  /** The files without tool calls, for the filter `requests`. */
  readonly requestFiles?: RecordFiles;
  readonly heads: Heads;
  /** Writes the pending entries, so that they can be read. */
  flush(): Promise<unknown>;
  post(message: ToHistory): void;
  /** True if the exchange of a request is still in memory. */
  hasExchange(requestId: string): boolean;
}

const pageSize = 100;

/** The state of one open history: its query, its entries, the counts of its days and the verification. Imports no `vscode`. */
export class HistorySession {
  readonly #context: HistorySessionContext;
  readonly #entries = new Map<string, PagedEntry>();
  readonly #verification: RecordVerification;
  #query = 0;
  #filter: RecordFilter = {};
  #next: RecordCursor | undefined;
  #readingAbort = new AbortController();
  #summaries: DaySummaries | undefined;

  constructor(context: HistorySessionContext) {
    this.#context = context;
    this.#verification = new RecordVerification(context);
  }

  /** The filter of the list. `{}` for all entries. */
  get filter(): RecordFilter {
    return this.#filter;
  }

  /** The request id of a shown entry; `undefined` if the entry is not about a request. */
  requestIdOf(key: string): string | undefined {
    const entry = this.#entries.get(key)?.entry;
    return entry?.kind === 'elicitation' ? entry.id : undefined;
  }

  /**
   * Reads the newest entries that match the filter. Entries that take long to find are posted in several pages. A later query ends this
   * one. Never rejects.
   */
  async query({ query, filter }: Extract<FromHistory, { type: 'query' }>): Promise<void> {
    this.#query = query;
    this.#filter = filter;
    this.#entries.clear();
    this.#next = undefined;
    this.#summaries = undefined;
    this.#readingAbort.abort();
    this.#readingAbort = new AbortController();
    const { signal } = this.#readingAbort;
    await this.#context.flush();
    await this.#read(false, signal);
  }

  /** Reads older entries. Ignores a message for another query. Never rejects. */
  async older(query: number): Promise<void> {
    if (query === this.#query && this.#next) {
      await this.#read(true, this.#readingAbort.signal);
    }
  }

  /** Counts the days of the query. Ignores a message for another query. Never rejects. */
  async count({ query, timeZone, from }: Extract<FromHistory, { type: 'count' }>): Promise<void> {
    const { signal } = this.#readingAbort;
    if (query === this.#query && !signal.aborted) {
      const { files, post } = this.#context;
      this.#summaries ??= new DaySummaries(files, this.#filter, timeZone, (counted) =>
        signal.aborted ? undefined : post({ type: 'days', query, ...counted }),
      );
      await this.#summaries.countBack(from, signal);
    }
  }

  select(key: string): void {
    const paged = this.#entries.get(key);
    if (paged) {
      const details: HistoryDetail[] = historyDetails(paged);
      const requestId = this.requestIdOf(key);
      const hasExchange = requestId !== undefined && this.#context.hasExchange(requestId);
      this.#context.post({ type: 'details', key, details, hasExchange });
    }
  }

  /** See `RecordVerification`. */
  verify(): Promise<void> {
    return this.#verification.verify();
  }

  cancelVerify(): void {
    this.#verification.cancel();
  }

  /** The history was closed: aborts reading, counting and verifying. */
  end(): void {
    this.#readingAbort.abort();
    this.#verification.cancel();
  }

  /** Posts a page, and further ones until `pageSize` entries were found, everything was read, or `signal` is aborted. */
  async #read(isOlder: boolean, signal: AbortSignal): Promise<void> {
    const { post } = this.#context;
    const query = this.#query;
    let cursor = isOlder ? this.#next : undefined;
    let found = 0;
    let read = 0;
    // Two messages for older entries must not return the same page twice.
    this.#next = undefined;
    try {
      do {
        const page = await this.#readPage(pageSize - found, signal, cursor);
        signal.throwIfAborted();
        const isFirst = !isOlder && read === 0;
        found += page.entries.length;
        read += page.read;
        cursor = page.next;
        for (const paged of page.entries) {
          this.#entries.set(entryKey(paged), paged);
        }
        const isSearching = cursor !== undefined && found < pageSize;
        this.#next = isSearching ? undefined : cursor;
        const rows: HistoryRow[] = page.entries.map(historyRow);
        const { unreadable } = page;
        post({
          type: 'page',
          query,
          older: !isFirst,
          rows,
          hasMore: cursor !== undefined,
          isSearching,
          read,
          unreadable,
        });
      } while (cursor && found < pageSize);
    } catch (error) {
      if (!signal.aborted) {
        this.#next = cursor;
        post({ type: 'pageFailed', query, text: t('The record could not be read: {0}', errorText(error, 300)) });
      }
    }
  }

  #readPage(limit: number, signal: AbortSignal, cursor: RecordCursor | undefined) {
    const { files, requestFiles } = this.#context;
    const { only, ...conditions } = this.#filter;
    const hasOwnFiles = only === 'requests' && requestFiles !== undefined;
    return readRecordPage(hasOwnFiles ? requestFiles : files, {
      limit,
      filter: hasOwnFiles ? conditions : this.#filter,
      signal,
      ...(cursor && { cursor }),
    });
  }
}
