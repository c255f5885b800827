import { longestLineBytes } from '#core/record/entries/entryText.ts';
import type { RecordFiles } from './recordFiles.ts';

/** A line of a file. */
export interface RecordLine {
  /** Without the line end. Empty if the line is longer than `longestLineBytes`. */
  readonly bytes: Buffer;
  /** The byte in the file at which it begins. */
  readonly start: number;
  /** The byte at which the next line begins. */
  readonly end: number;
  /** Whether it has a line end: the last line of a file may have none. */
  readonly whole: boolean;
}

const newline = 0x0a;
const forwardChunk = 1 << 20;
const smallestBackwardChunk = 1 << 14;

/**
 * Reads the lines of a file from byte `from` to its end, in batches; none if there is no such file. Lines that are appended while it
 * reads are included. Holds at most two chunks and one line in memory, and reads a chunk ahead. Rejects when `signal` aborts.
 */
export async function* lineBatches(
  files: RecordFiles,
  name: string,
  from: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  let start = from;
  let position = from;
  const readOn = () => {
    const next = files.read(name, position, position + forwardChunk);
    // If the caller stops early, nothing awaits this read.
    next.catch(() => undefined);
    return next;
  };
  let reading = readOn();
  while (true) {
    signal?.throwIfAborted();
    const chunk = await reading;
    if (!chunk || chunk.length === 0) {
      break;
    }
    position += chunk.length;
    reading = readOn();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    // `start` is the beginning of the line; it is before `bytesStart` if the line is too long and its beginning was discarded.
    const bytesStart = position - bytes.length;
    const lines: RecordLine[] = [];
    let begin = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, begin)) {
      const next = bytesStart + end + 1;
      const tooLong = next - start > longestLineBytes;
      lines.push({ bytes: bytes.subarray(tooLong ? end : begin, end), start, end: next, whole: true });
      begin = end + 1;
      start = next;
    }
    rest = position - start > longestLineBytes ? Buffer.alloc(0) : bytes.subarray(begin);
    yield lines;
  }
  if (position > start) {
    yield [{ bytes: rest, start, end: position, whole: false }];
  }
}

/** Reads the lines of a file backwards, from byte `end` to its beginning. Skips an unfinished line at `end`. */
export class ReverseLineReader {
  readonly #files: RecordFiles;
  readonly #name: string;
  /** Bytes of the file from `#start` to `#end`, not returned yet. */
  #bytes: Buffer = Buffer.alloc(0);
  #start: number;
  #end: number;
  #chunk = smallestBackwardChunk;
  /** The previous chunk, if it is being read ahead. */
  #ahead: Promise<Buffer | undefined> | undefined;
  #atLineEnd = false;

  constructor(files: RecordFiles, name: string, end: number) {
    this.#files = files;
    this.#name = name;
    this.#start = end;
    this.#end = end;
  }

  /** The line before the last one returned; `undefined` at the beginning of the file, or if the file is gone. */
  async next(): Promise<RecordLine | undefined> {
    if (!this.#atLineEnd) {
      // Text after the last line end is an unfinished line.
      await this.#take();
      this.#atLineEnd = true;
    }
    return this.#end === 0 ? undefined : this.#take();
  }

  /** Like `next`, but `undefined` if the line is not in memory yet. */
  nextInMemory(): RecordLine | undefined {
    return this.#atLineEnd && this.#end > 0 ? this.#takeInMemory(0) : undefined;
  }

  /** The text between the previous line end and the present one. */
  async #take(): Promise<RecordLine | undefined> {
    const ownEnd = this.#atLineEnd ? 1 : 0;
    let searched = 0;
    while (true) {
      const line = this.#takeInMemory(searched);
      if (line) {
        return line;
      }
      searched = Math.max(0, this.#bytes.length - ownEnd);
      if (searched > longestLineBytes) {
        // The line is too long: discard its bytes and only search for its beginning.
        this.#bytes = Buffer.alloc(ownEnd);
        searched = 0;
      }
      if (!(await this.#readMore())) {
        this.#start = 0;
        this.#end = 0;
        this.#bytes = Buffer.alloc(0);
        return undefined;
      }
    }
  }

  /** Like `#take`, from the bytes in memory. The last `searched` of them were already searched for a line end. */
  #takeInMemory(searched: number): RecordLine | undefined {
    const end = this.#end;
    const ownEnd = this.#atLineEnd ? 1 : 0;
    const before = this.#bytes.length - ownEnd - searched;
    const found = before > 0 ? this.#bytes.lastIndexOf(newline, before - 1) : -1;
    if (found < 0 && this.#start > 0) {
      return undefined;
    }
    const start = this.#start + found + 1;
    const tooLong = end - start > longestLineBytes;
    const bytes = tooLong ? Buffer.alloc(0) : this.#bytes.subarray(found + 1, this.#bytes.length - ownEnd);
    this.#bytes = this.#bytes.subarray(0, found + 1);
    this.#end = start;
    return { bytes, start, end, whole: true };
  }

  async #readMore(): Promise<boolean> {
    const from = Math.max(0, this.#start - this.#chunk);
    const bytes = await (this.#ahead ?? this.#files.read(this.#name, from, this.#start));
    this.#ahead = undefined;
    if (!bytes || bytes.length < this.#start - from) {
      return false;
    }
    this.#bytes = Buffer.concat([bytes, this.#bytes]);
    this.#start = from;
    if (this.#chunk === longestLineBytes && from > 0) {
      // After so many chunks, the caller is likely to continue.
      this.#ahead = this.#files.read(this.#name, Math.max(0, from - longestLineBytes), from);
      this.#ahead.catch(() => undefined);
    }
    this.#chunk = Math.min(2 * this.#chunk, longestLineBytes);
    return true;
  }
}
