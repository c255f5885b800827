import type { RecordEntry } from '#core/record/entries/entry.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { linePrefilter } from './linePrefilter.ts';
import { MergedEntries, type ReadPosition } from './mergedEntries.ts';
import { entryMatcher, type RecordFilter } from './recordFilter.ts';

interface PageOptions {
  /** The largest number of entries of a page; 100. */
  readonly limit?: number;
  readonly filter?: RecordFilter;
  /** `next` of the previous page; absent for the newest page. */
  readonly cursor?: RecordCursor;
  readonly signal?: AbortSignal;
  /**
   * The largest number of lines that are parsed for one page, so that a filter with few matches ends; 50,000. Four skipped lines count
   * as one.
   */
  readonly maxLines?: number;
}

/** How far back each file was read: its name, and the byte at which the read part begins. Plain data. */
export type RecordCursor = readonly (readonly [file: string, end: number])[];

interface RecordPage {
  /** Newest first. */
  readonly entries: readonly PagedEntry[];
  /** The cursor of the next page; absent if there are no older entries. A short or empty page may have a next one. */
  readonly next?: RecordCursor;
  /**
   * The number of lines that are not entries, or of a later version; with a filter, a lower bound, because lines that certainly do
   * not match are skipped unread. `verifyRecord` says what is wrong with them.
   */
  readonly unreadable: number;
}

export interface PagedEntry {
  readonly file: string;
  readonly entry: RecordEntry;
}

/** The cost of parsing a line, in skipped lines. */
const parsingCost = 4;

/**
 * Reads a page of entries, newest first across all files, without verifying them. Within a file they are in the order of writing, even
 * if the clock was changed. Lines that are appended while it reads appear on the next first page. Rejects when `signal` aborts or a
 * file cannot be read.
 */
export async function readRecordPage(files: RecordFiles, options: PageOptions = {}): Promise<RecordPage> {
  const { limit = 100, maxLines = 50_000, signal } = options;
  const filter = options.filter ?? {};
  const matches = entryMatcher(filter);
  const merged = new MergedEntries(files, await readPositions(files, options.cursor), linePrefilter(filter));
  const entries: PagedEntry[] = [];
  let left = maxLines * parsingCost;
  while (entries.length < limit && left > 0) {
    signal?.throwIfAborted();
    left -= merged.skipUnwanted(left);
    const next = left > 0 ? await merged.next() : undefined;
    if (!next) {
      break;
    }
    const { file, entry } = next;
    left -= entry ? parsingCost : 1;
    if (entry && matches(entry)) {
      entries.push({ file, entry });
    }
  }
  const next = merged.cursor();
  return { entries, ...(next.length > 0 && { next }), unreadable: merged.unreadable };
}

async function readPositions(files: RecordFiles, cursor: RecordCursor | undefined): Promise<readonly ReadPosition[]> {
  const listed = await files.list();
  if (!cursor) {
    return listed.map((file) => ({ ...file, end: file.bytes }));
  }
  const ends = new Map(cursor);
  return listed.flatMap((file) => {
    const end = ends.get(file.name);
    return end !== undefined && end <= file.bytes ? [{ ...file, end }] : [];
  });
}
