import type { RecordEntry } from '#core/record/entries/entry.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { linePrefilter } from './linePrefilter.ts';
import { MergedEntries, type ReadPosition } from './mergedEntries.ts';
import { entryMatcher, type RecordFilter } from './recordFilter.ts';

interface PageOptions {
  /** Entries of a page at most; 100. */
  readonly limit?: number;
  readonly filter?: RecordFilter;
  /** `next` of the page before; absent for the newest. */
  readonly cursor?: RecordCursor;
  readonly signal?: AbortSignal;
  /**
   * Lines that are taken apart for one page at most, so that a rare match does not make it endless; 50,000. Four
   * that are passed over count as one.
   */
  readonly mostLines?: number;
}

/** How far back each file has been read: its name, and the byte where what was read begins. Plain data. */
export type RecordCursor = readonly (readonly [file: string, end: number])[];

interface RecordPage {
  /** Newest first. */
  readonly entries: readonly PagedEntry[];
  /** Where to go on; absent where there is nothing older. A page may be short, or empty, and have a next one. */
  readonly next?: RecordCursor;
  /**
   * Lines on the way that are no entries, or of a later version; with a filter at least so many, for what certainly does
   * not match is passed over, damaged or not. `verify` says what is wrong with them.
   */
  readonly unreadable: number;
}

export interface PagedEntry {
  readonly file: string;
  readonly entry: RecordEntry;
}

/** What it costs to take a line apart, in lines that are passed over. */
const takingApart = 4;

/**
 * Reads entries, newest first across all files, as they are: nothing is verified. Within a file the order is that of
 * writing, whatever the clock did. Lines appended while it reads are for the next first page. Rejects when `signal`
 * aborts or a file cannot be read.
 */
export async function readRecordPage(files: RecordFiles, options: PageOptions = {}): Promise<RecordPage> {
  const { limit = 100, mostLines = 50_000, signal } = options;
  const filter = options.filter ?? {};
  const wanted = entryMatcher(filter);
  const merged = new MergedEntries(files, await sources(files, options.cursor), linePrefilter(filter));
  const entries: PagedEntry[] = [];
  let left = mostLines * takingApart;
  while (entries.length < limit && left > 0) {
    signal?.throwIfAborted();
    left -= merged.skipUnwanted(left);
    const next = left > 0 ? await merged.next() : undefined;
    if (!next) {
      break;
    }
    const { file, entry } = next;
    left -= entry ? takingApart : 1;
    if (entry && wanted(entry)) {
      entries.push({ file, entry });
    }
  }
  const next = merged.cursor();
  return { entries, ...(next.length > 0 && { next }), unreadable: merged.unreadable };
}

async function sources(files: RecordFiles, cursor: RecordCursor | undefined): Promise<readonly ReadPosition[]> {
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
