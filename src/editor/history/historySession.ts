import { t } from '@vscode/l10n';
import type { FromHistory, HistoryDetail, HistoryRow, ToHistory } from '#bridge/historyMessages.ts';
import { errorText } from '#core/common/errors.ts';
import type { RecordFilter } from '#core/record/history/recordFilter.ts';
import { type PagedEntry, type RecordCursor, readRecordPage } from '#core/record/history/recordPage.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { entryKey, historyDetails, historyRow } from './entryTexts.ts';
import { historyVerdict } from './verdictTexts.ts';

interface HistorySessionContext {
  readonly files: RecordFiles;
  /** The files without tool calls, for the filter `questions`. */
  readonly requestFiles?: RecordFiles;
  readonly heads: Heads;
  /** Writes the pending entries, so that they can be read. */
  flush(): Promise<unknown>;
  post(message: ToHistory): void;
  /** True if the exchange of a request is still in memory. */
  hasExchange(requestId: string): boolean;
}

const pageSize = 100;
/** The time between two messages about the progress of a verification, in milliseconds. */
const progressMs = 150;

/** The state of one open history: its query, its entries and the verification. Imports no `vscode`. */
export class HistorySession {
  readonly #context: HistorySessionContext;
  readonly #entries = new Map<string, PagedEntry>();
  #query = 0;
  #filter: RecordFilter = {};
  #next: RecordCursor | undefined;
  #readingAbort = new AbortController();
  #verifyingAbort: AbortController | undefined;

  constructor(context: HistorySessionContext) {
    this.#context = context;
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

  /** The servers of the entries that were read so far: id -> configured name. */
  get servers(): ReadonlyMap<string, string> {
    const idsAndNames = [...this.#entries.values()].flatMap(({ entry }) =>
      entry.kind === 'elicitation' || entry.kind === 'call' ? [[entry.server.id, entry.server.name] as const] : [],
    );
    return new Map(idsAndNames.reverse());
  }

  /** Reads the newest entries that match the filter. Never rejects. */
  async query({ query, filter }: Extract<FromHistory, { type: 'query' }>): Promise<void> {
    this.#query = query;
    this.#filter = filter;
    this.#entries.clear();
    this.#next = undefined;
    this.#readingAbort.abort();
    this.#readingAbort = new AbortController();
    await this.#context.flush();
    await this.#read(false, this.#readingAbort.signal);
  }

  /** Reads older entries. Ignores a message for another query. Never rejects. */
  async older(query: number): Promise<void> {
    if (query === this.#query && this.#next) {
      await this.#read(true, this.#readingAbort.signal);
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

  /** Verifies the whole record, unless a verification runs. Never rejects. */
  async verify(): Promise<void> {
    if (this.#verifyingAbort) {
      return;
    }
    const { files, flush, heads, post } = this.#context;
    const verifyingAbort = new AbortController();
    const { signal } = verifyingAbort;
    this.#verifyingAbort = verifyingAbort;
    post({ type: 'verifying', entries: 0, file: 0, files: 0 });
    let sentAt = performance.now();
    try {
      await flush();
      const verdict = await verifyRecord(files, heads, {
        signal,
        onProgress: (progress) => {
          if (performance.now() - sentAt >= progressMs) {
            sentAt = performance.now();
            post({ type: 'verifying', ...progress });
          }
        },
      });
      post({ type: 'verified', verdict: historyVerdict(verdict) });
    } catch (error) {
      const text = signal.aborted
        ? t('Verifying was cancelled.')
        : t('The record could not be verified: {0}', errorText(error, 300));
      post({ type: 'verified', text });
    } finally {
      this.#verifyingAbort = undefined;
    }
  }

  cancelVerify(): void {
    this.#verifyingAbort?.abort();
  }

  /** The history was closed: aborts reading and verifying. */
  end(): void {
    this.#readingAbort.abort();
    this.#verifyingAbort?.abort();
  }

  async #read(older: boolean, signal: AbortSignal): Promise<void> {
    const { files, requestFiles = files, post } = this.#context;
    const query = this.#query;
    const cursor = older ? this.#next : undefined;
    // Two messages for older entries must not return the same page twice.
    this.#next = undefined;
    try {
      const page = await readRecordPage(this.#filter.only === 'requests' ? requestFiles : files, {
        limit: pageSize,
        filter: this.#filter,
        signal,
        ...(cursor && { cursor }),
      });
      this.#next = page.next;
      const rows: HistoryRow[] = page.entries.map(historyRow);
      for (const paged of page.entries) {
        this.#entries.set(entryKey(paged), paged);
      }
      post({ type: 'page', query, older, rows, hasMore: page.next !== undefined, unreadable: page.unreadable });
    } catch (error) {
      if (!signal.aborted) {
        this.#next = cursor;
        post({ type: 'pageFailed', query, text: t('The record could not be read: {0}', errorText(error, 300)) });
      }
    }
  }
}
