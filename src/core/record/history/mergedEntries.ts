import { type RecordLine, ReverseLineReader } from '#core/record/store/lineReaders.ts';
import { isoOf } from '#core/record/store/recordFileName.ts';
import type { RecordFile, RecordFiles } from '#core/record/store/recordFiles.ts';

/** The milliseconds by which the clock of a disk may be behind that of this machine. */
const clockLagMs = 2000;

/** A file with the byte at which backward reading continues. */
export type ReadPosition = RecordFile & { readonly end: number };

/** A file that is not opened yet. */
interface UnopenedFile extends ReadPosition {
  /** The latest possible time of its entries, as ISO 8601. */
  readonly until: string;
}

/** An entry of a line. */
export interface ReadEntry<T> {
  /** ISO 8601 */
  readonly at: string;
  /** Absent if the entry certainly does not match the filter. */
  readonly entry?: T;
}

/** Reads a line; `undefined` if it is not an entry. */
export type EntryReader<T> = (line: Buffer) => ReadEntry<T> | undefined;

/** An entry of a file. */
interface Candidate<T> extends ReadEntry<T> {
  /** The byte at which the line of the entry ends. */
  readonly end: number;
}

interface OpenedFile<T> {
  readonly file: string;
  readonly lines: ReverseLineReader;
  /** The newest entry of the file that was not returned yet. */
  first: Candidate<T>;
}

/** The entries of several files, newest first. A file is opened only when its newest entry may be the next entry. */
export class MergedEntries<T> {
  readonly #files: RecordFiles;
  readonly #unopened: UnopenedFile[];
  readonly #opened: OpenedFile<T>[] = [];
  readonly #readLine: EntryReader<T>;
  /** The number of lines that are not entries, by the reader. */
  unreadable = 0;

  constructor(files: RecordFiles, sources: readonly ReadPosition[], readLine: EntryReader<T>) {
    this.#files = files;
    this.#readLine = readLine;
    this.#unopened = sources
      .map((source) => ({ ...source, until: isoOf(source.modified + clockLagMs) }))
      .sort((one, other) => one.modified - other.modified);
  }

  /** The newest entry that was not returned yet. */
  async next(): Promise<(Candidate<T> & { readonly file: string }) | undefined> {
    await this.#openNextFiles();
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

  /** Skips at most `max` entries that do not match, while this needs no read from a file. Returns the number of skipped entries. */
  skipUnmatched(max: number): number {
    for (let skipped = 0; skipped < max; skipped += 1) {
      const newest = this.#newest();
      if (!newest || newest.first.entry || this.#mayUnopenedBeNewer(newest)) {
        return skipped;
      }
      const second = this.#readInMemory(newest.lines);
      if (!second) {
        return skipped;
      }
      newest.first = second;
    }
    return max;
  }

  /** The byte of each file at which reading continues. */
  cursor(): (readonly [file: string, end: number])[] {
    return [
      ...this.#unopened.map(({ name, end }) => [name, end] as const),
      ...this.#opened.map(({ file, first }) => [file, first.end] as const),
    ];
  }

  async #openNextFiles(): Promise<void> {
    while (this.#mayUnopenedBeNewer(this.#newest())) {
      const source = this.#unopened.pop();
      if (source) {
        const lines = new ReverseLineReader(this.#files, source.name, source.end);
        const first = await this.#read(lines);
        if (first) {
          this.#opened.push({ file: source.name, lines, first });
        }
      }
    }
  }

  /** True if an entry of an unopened file may be newer than the newest entry of the opened files. */
  #mayUnopenedBeNewer(newest: OpenedFile<T> | undefined): boolean {
    const source = this.#unopened.at(-1);
    return source !== undefined && !(newest && newest.first.at > source.until);
  }

  /** The opened file with the newest entry. Times are ISO 8601 in UTC, so they are compared as strings. */
  #newest(): OpenedFile<T> | undefined {
    let newest: OpenedFile<T> | undefined;
    for (const opened of this.#opened) {
      if (!newest || opened.first.at > newest.first.at) {
        newest = opened;
      }
    }
    return newest;
  }

  async #read(lines: ReverseLineReader): Promise<Candidate<T> | undefined> {
    for (let line = await lines.next(); line; line = await lines.next()) {
      const candidate = this.#candidate(line);
      if (candidate) {
        return candidate;
      }
    }
    return undefined;
  }

  #readInMemory(lines: ReverseLineReader): Candidate<T> | undefined {
    for (let line = lines.nextInMemory(); line; line = lines.nextInMemory()) {
      const candidate = this.#candidate(line);
      if (candidate) {
        return candidate;
      }
    }
    return undefined;
  }

  #candidate({ bytes, end }: RecordLine): Candidate<T> | undefined {
    const read = this.#readLine(bytes);
    if (read) {
      return { ...read, end };
    }
    this.unreadable += 1;
    return undefined;
  }
}
