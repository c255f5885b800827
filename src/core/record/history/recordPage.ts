import type { RecordEntry } from '#core/record/entries/entry.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { filteredReader } from './linePrefilter.ts';
import { MergedEntries, type ReadPosition } from './mergedEntries.ts';
import { entryMatcher, type RecordFilter } from './recordFilter.ts';

interface PageOptions {
  /** The largest number of entries of a page; default 100. */
  readonly limit?: number;
  readonly filter?: RecordFilter;
  /** `next` of the previous page; absent for the newest page. */
  readonly cursor?: RecordCursor;
  readonly signal?: AbortSignal;
  /**
   * The largest number of lines that are parsed for one page, so that a search with few matches ends; default 50,000. Four skipped
   * lines count as one.
   */
  readonly maxLines?: number;
}

/** The name of each file, with the byte at which the part that was read begins. Plain data. */
export type RecordCursor = readonly (readonly [file: string, end: number])[];

interface RecordPage {
  /** The entries of the page, newest first. */
  readonly entries: readonly PagedEntry[];
  /** The cursor of the next page; absent if there are no older entries. Even a short or empty page may have a next page. */
  readonly next?: RecordCursor;
  /**
   * The number of lines that are not entries, or are entries of a later version. With a filter this is a lower bound, because lines
   * that certainly do not match are skipped unread. `verifyRecord` reports the problems of such lines.
   */
  readonly unreadable: number;
  /** The number of lines that were read for the page. */
  readonly read: number;
}

export interface PagedEntry {
  readonly file: string;
  readonly entry: RecordEntry;
}

/** The cost of parsing a line, in skipped lines. */
const parsingCost = 4;
/**
 * Reading ends at an entry that is older than the filter's `from` by this, in milliseconds. Before it the clock of a window may have been
 * set back.
 */
export const clockMarginMs = 24 * 60 * 60 * 1000;

/**
 * Reads a page of entries, newest first across all files, without verifying them. The entries of one file are in the order of
 * writing, even if the clock was changed. Lines that are appended meanwhile appear on the next first page. Rejects if `signal`
 * is aborted or a file cannot be read.
 */
export async function readRecordPage(files: RecordFiles, options: PageOptions = {}): Promise<RecordPage> {
  const { limit = 100, maxLines = 50_000, signal } = options;
  const filter = options.filter ?? {};
  const matches = entryMatcher(filter);
  const merged = new MergedEntries(files, await readPositions(files, options.cursor), filteredReader(filter));
  const entries: PagedEntry[] = [];
  const oldest = isoOf((filter.from ?? Number.NEGATIVE_INFINITY) - clockMarginMs);
  let budget = maxLines * parsingCost;
  let read = 0;
  while (entries.length < limit && budget > 0) {
    signal?.throwIfAborted();
    const skipped = merged.skipUnmatched(budget);
    budget -= skipped;
    read += skipped;
    const next = budget > 0 ? await merged.next() : undefined;
    if (!next) {
      break;
    }
    const { file, entry, at } = next;
    if (at < oldest) {
      return { entries, unreadable: merged.unreadable, read };
    }
    read += 1;
    budget -= entry ? parsingCost : 1;
    if (entry && matches(entry)) {
      entries.push({ file, entry });
    }
  }
  const next = merged.cursor();
  return { entries, ...(next.length > 0 && { next }), unreadable: merged.unreadable, read };
}

/** The end of each file, or the part of it that a cursor leaves. */
export async function readPositions(
  files: RecordFiles,
  cursor: RecordCursor | undefined,
): Promise<readonly ReadPosition[]> {
  const allFiles = await files.list();
  if (!cursor) {
    return allFiles.map((file) => ({ ...file, end: file.bytes }));
  }
  const ends = new Map(cursor);
  return allFiles.flatMap((file) => {
    const end = ends.get(file.name);
    return end !== undefined && end <= file.bytes ? [{ ...file, end }] : [];
  });
}
