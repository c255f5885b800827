import type { Entry } from './entry.ts';
import { type Filter, filterTest } from './filter.ts';
import { LinesBack } from './lines.ts';
import { parseEntry } from './parseEntry.ts';
import type { RecordFile, RecordFiles } from './ports.ts';

export interface PageOptions {
  /** Entries of a page at most; 100. */
  readonly limit?: number;
  readonly filter?: Filter;
  /** `next` of the page before; absent for the newest. */
  readonly cursor?: Cursor;
  readonly signal?: AbortSignal;
  /** Lines that are looked at for one page at most, so that a rare match does not make it endless; 50,000. */
  readonly mostLines?: number;
}

/** How far back each file has been read: its name, and the byte where what was read begins. Plain data. */
export type Cursor = readonly (readonly [file: string, end: number])[];

export interface Page {
  /** Newest first. */
  readonly entries: readonly PagedEntry[];
  /** Where to go on; absent where there is nothing older. A page may be short, or empty, and have a next one. */
  readonly next?: Cursor;
  /** Lines on the way that are no entries, or of a later version. `verify` says what is wrong with them. */
  readonly unreadable: number;
}

export interface PagedEntry {
  readonly file: string;
  readonly entry: Entry;
}

/** Milliseconds by which a disk's clock may lag behind ours. */
const lag = 2000;

/**
 * Reads entries, newest first across all files, as they are: nothing is verified. Within a file the order is that of
 * writing, whatever the clock did. Lines appended while it reads are for the next first page. Rejects when `signal`
 * aborts or a file cannot be read.
 */
export async function readPage(files: RecordFiles, options: PageOptions = {}): Promise<Page> {
  const { limit = 100, mostLines = 50_000, signal } = options;
  const wanted = filterTest(options.filter ?? {});
  const merged = new Merged(files, await sources(files, options.cursor));
  const entries: PagedEntry[] = [];
  let lines = 0;
  for (; entries.length < limit && lines < mostLines; lines += 1) {
    signal?.throwIfAborted();
    const next = await merged.next();
    if (!next) {
      break;
    }
    if (wanted(next.entry)) {
      entries.push(next);
    }
  }
  const next = merged.cursor();
  return { entries, ...(next.length > 0 && { next }), unreadable: merged.unreadable };
}

/** A file and where to go on in it. */
type Source = RecordFile & { readonly end: number };

async function sources(files: RecordFiles, cursor: Cursor | undefined): Promise<readonly Source[]> {
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

interface Opened {
  readonly file: string;
  readonly lines: LinesBack;
  /** The newest entry not handed out yet. */
  entry: Entry;
  /** Where its line ends, in bytes. */
  end: number;
}

/** The entries of several files, newest first. A file is opened no sooner than its last write could be next. */
class Merged {
  readonly #files: RecordFiles;
  readonly #closed: Source[];
  readonly #opened: Opened[] = [];
  unreadable = 0;

  constructor(files: RecordFiles, sources: readonly Source[]) {
    this.#files = files;
    this.#closed = sources.toSorted((one, other) => one.modified - other.modified);
  }

  async next(): Promise<PagedEntry | undefined> {
    await this.#openWhatMayBeNext();
    const newest = this.#newest();
    if (!newest) {
      return undefined;
    }
    const { file, entry } = newest;
    if (!(await this.#advance(newest))) {
      this.#opened.splice(this.#opened.indexOf(newest), 1);
    }
    return { file, entry };
  }

  cursor(): Cursor {
    return [
      ...this.#closed.map(({ name, end }) => [name, end] as const),
      ...this.#opened.map(({ file, end }) => [file, end] as const),
    ];
  }

  async #openWhatMayBeNext(): Promise<void> {
    let source = this.#closed.at(-1);
    while (source && !(Date.parse(this.#newest()?.entry.at ?? '') > source.modified + lag)) {
      this.#closed.pop();
      const lines = new LinesBack(this.#files, source.name, source.end);
      const first = await this.#read(lines);
      if (first) {
        this.#opened.push({ file: source.name, lines, ...first });
      }
      source = this.#closed.at(-1);
    }
  }

  /** Times are ISO 8601 in UTC, whose order is that of their characters. */
  #newest(): Opened | undefined {
    let newest: Opened | undefined;
    for (const opened of this.#opened) {
      if (!newest || opened.entry.at > newest.entry.at) {
        newest = opened;
      }
    }
    return newest;
  }

  async #advance(opened: Opened): Promise<boolean> {
    const next = await this.#read(opened.lines);
    if (next) {
      opened.entry = next.entry;
      opened.end = next.end;
    }
    return next !== undefined;
  }

  async #read(lines: LinesBack): Promise<{ entry: Entry; end: number } | undefined> {
    for (let line = await lines.next(); line; line = await lines.next()) {
      const entry = parseEntry(line.bytes);
      if (entry) {
        return { entry, end: line.end };
      }
      this.unreadable += 1;
    }
    return undefined;
  }
}
