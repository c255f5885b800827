import type { RecordEntry } from '#core/record/entries/entry.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { type RecordLine, ReverseLineReader } from '#core/record/store/lineReaders.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import type { RecordFile, RecordFiles } from '#core/record/store/recordFiles.ts';
import type { LinePrefilter } from './linePrefilter.ts';

/** Milliseconds by which a disk's clock may lag behind ours. */
const lag = 2000;

/** A file and where to go on in it. */
export type ReadPosition = RecordFile & { readonly end: number };

/** A file that is not opened yet. */
interface Closed extends ReadPosition {
  /** The latest that an entry of it can be of, as entries say it. */
  readonly until: string;
}

/** An entry of a file. */
interface Candidate {
  readonly at: string;
  /** Absent where it is certain that it is not wanted. */
  readonly entry?: RecordEntry;
  /** Where its line ends, in bytes. */
  readonly end: number;
}

interface Opened {
  readonly file: string;
  readonly lines: ReverseLineReader;
  /** The newest one not handed out yet. */
  first: Candidate;
}

/** The entries of several files, newest first. A file is opened no sooner than its last write could be next. */
export class MergedEntries {
  readonly #files: RecordFiles;
  readonly #closed: Closed[];
  readonly #opened: Opened[] = [];
  readonly #sieve: LinePrefilter | undefined;
  /** Lines that are no entries, but for those that the sieve has passed over. */
  unreadable = 0;

  constructor(files: RecordFiles, sources: readonly ReadPosition[], sieve: LinePrefilter | undefined) {
    this.#files = files;
    this.#sieve = sieve;
    this.#closed = sources
      .map((source) => ({ ...source, until: isoOf(source.modified + lag) }))
      .sort((one, other) => one.modified - other.modified);
  }

  /** The newest one not handed out yet. */
  async next(): Promise<(Candidate & { readonly file: string }) | undefined> {
    await this.#openWhatMayBeNext();
    const newest = this.#newest();
    if (!newest) {
      return undefined;
    }
    const { file, first, lines } = newest;
    const second = await this.#read(lines);
    if (second) {
      newest.first = second;
    } else {
      this.#opened.splice(this.#opened.indexOf(newest), 1);
    }
    return { file, ...first };
  }

  /** Passes over entries that are not wanted, at most so many, until something has to be read. Says how many. */
  skipUnwanted(most: number): number {
    for (let passed = 0; passed < most; passed += 1) {
      const newest = this.#newest();
      if (!newest || newest.first.entry || this.#mayOpen(newest)) {
        return passed;
      }
      const second = this.#readAlready(newest.lines);
      if (!second) {
        return passed;
      }
      newest.first = second;
    }
    return most;
  }

  /** Where each file is to be gone on with, in bytes from its beginning. */
  cursor(): (readonly [file: string, end: number])[] {
    return [
      ...this.#closed.map(({ name, end }) => [name, end] as const),
      ...this.#opened.map(({ file, first }) => [file, first.end] as const),
    ];
  }

  async #openWhatMayBeNext(): Promise<void> {
    while (this.#mayOpen(this.#newest())) {
      const source = this.#closed.pop();
      if (source) {
        const lines = new ReverseLineReader(this.#files, source.name, source.end);
        const first = await this.#read(lines);
        if (first) {
          this.#opened.push({ file: source.name, lines, first });
        }
      }
    }
  }

  /** Whether an entry of a file that is not opened yet could come before this one. */
  #mayOpen(newest: Opened | undefined): boolean {
    const source = this.#closed.at(-1);
    return source !== undefined && !(newest && newest.first.at > source.until);
  }

  /** Times are ISO 8601 in UTC, whose order is that of their characters. */
  #newest(): Opened | undefined {
    let newest: Opened | undefined;
    for (const opened of this.#opened) {
      if (!newest || opened.first.at > newest.first.at) {
        newest = opened;
      }
    }
    return newest;
  }

  async #read(lines: ReverseLineReader): Promise<Candidate | undefined> {
    for (let line = await lines.next(); line; line = await lines.next()) {
      const candidate = this.#candidate(line);
      if (candidate) {
        return candidate;
      }
    }
    return undefined;
  }

  #readAlready(lines: ReverseLineReader): Candidate | undefined {
    for (let line = lines.nextRead(); line; line = lines.nextRead()) {
      const candidate = this.#candidate(line);
      if (candidate) {
        return candidate;
      }
    }
    return undefined;
  }

  #candidate({ bytes, end }: RecordLine): Candidate | undefined {
    const at = this.#sieve?.(bytes);
    if (at !== undefined) {
      return { at, end };
    }
    const entry = parseEntry(bytes);
    if (entry) {
      return { at: entry.at, entry, end };
    }
    this.unreadable += 1;
    return undefined;
  }
}
