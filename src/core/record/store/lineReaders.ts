import { longestLineBytes } from '#core/record/entries/entryText.ts';
import type { RecordFiles } from './recordFiles.ts';

/** A line of a file. */
export interface RecordLine {
  /** The line without its line end. Empty if the line is longer than `longestLineBytes`. */
  readonly bytes: Buffer;
  /** The byte of the file at which the line begins. */
  readonly start: number;
  /** The byte at which the next line begins. */
  readonly end: number;
  /** True if the line has a line end, which the last line of a file may not have. */
  readonly whole: boolean;
}

const newline = 0x0a;
const forwardChunk = 1 << 20;
const smallestBackwardChunk = 1 << 14;

/**
 * Reads the lines of a file from byte `from` to its end, as one array per chunk; none if the file does not exist. Lines that are appended
 * meanwhile are included. Keeps at most two chunks and one line in memory, and reads one chunk ahead. Rejects if `signal` is aborted.
 */
export async function* linesByChunk(
  files: RecordFiles,
  name: string,
  from: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly RecordLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  let start = from;
  let position = from;
  const readNextChunk = () => {
    const next = files.read(name, position, position + forwardChunk);
    // If the caller stops early, nothing awaits this read, so a rejection would be unhandled.
    next.catch(() => undefined);
    return next;
  };
  let reading = readNextChunk();
  while (true) {
    signal?.throwIfAborted();
    const chunk = await reading;
    if (!chunk || chunk.length === 0) {
      break;
    }
    position += chunk.length;
    reading = readNextChunk();
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    // `start`, the beginning of the line, is before `bytesStart` if the line is too long and its beginning was discarded.
    const bytesStart = position - bytes.length;
    const lines: RecordLine[] = [];
    let lineBegin = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, lineBegin)) {
      const next = bytesStart + end + 1;
      const isTooLong = next - start > longestLineBytes;
      lines.push({ bytes: bytes.subarray(isTooLong ? end : lineBegin, end), start, end: next, whole: true });
      lineBegin = end + 1;
      start = next;
    }
    rest = position - start > longestLineBytes ? Buffer.alloc(0) : bytes.subarray(lineBegin);
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
  /** The bytes of the file from `#start` to `#end`, which were not returned yet. */
  #bytes: Buffer = Buffer.alloc(0);
  #start: number;
  #end: number;
  #chunk = smallestBackwardChunk;
  /** The chunk before `#start`, if it is being read ahead. */
  #ahead: Promise<Buffer | undefined> | undefined;
  #atLineEnd = false;

  constructor(files: RecordFiles, name: string, end: number) {
    this.#files = files;
    this.#name = name;
    this.#start = end;
    this.#end = end;
  }

  /** Returns the line before the last returned one; `undefined` at the beginning of the file, or if the file does not exist. */
  async next(): Promise<RecordLine | undefined> {
    if (!this.#atLineEnd) {
      // Text after the last line end is an unfinished line.
      await this.#take();
      this.#atLineEnd = true;
    }
    return this.#end === 0 ? undefined : this.#take();
  }

  /** Returns the result of `next` if the line is in memory, otherwise `undefined`. */
  nextInMemory(): RecordLine | undefined {
    return this.#atLineEnd && this.#end > 0 ? this.#takeInMemory(0) : undefined;
  }

  /** Takes the text between the previous line end and the current one. */
  async #take(): Promise<RecordLine | undefined> {
    const lineEndLength = this.#atLineEnd ? 1 : 0;
    let searched = 0;
    while (true) {
      const line = this.#takeInMemory(searched);
      if (line) {
        return line;
      }
      searched = Math.max(0, this.#bytes.length - lineEndLength);
      if (searched > longestLineBytes) {
        // The line is too long, so its bytes are discarded and only its beginning is searched.
        this.#bytes = Buffer.alloc(lineEndLength);
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

  /** Does the same as `#take` with the bytes in memory, the last `searched` of which have no line end. */
  #takeInMemory(searched: number): RecordLine | undefined {
    const end = this.#end;
    const lineEndLength = this.#atLineEnd ? 1 : 0;
    const before = this.#bytes.length - lineEndLength - searched;
    const newlineIndex = before > 0 ? this.#bytes.lastIndexOf(newline, before - 1) : -1;
    if (newlineIndex < 0 && this.#start > 0) {
      return undefined;
    }
    const start = this.#start + newlineIndex + 1;
    const isTooLong = end - start > longestLineBytes;
    const bytes = isTooLong
      ? Buffer.alloc(0)
      : this.#bytes.subarray(newlineIndex + 1, this.#bytes.length - lineEndLength);
    this.#bytes = this.#bytes.subarray(0, newlineIndex + 1);
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
      // A caller that has read this many chunks is likely to continue.
      this.#ahead = this.#files.read(this.#name, Math.max(0, from - longestLineBytes), from);
      this.#ahead.catch(() => undefined);
    }
    this.#chunk = Math.min(2 * this.#chunk, longestLineBytes);
    return true;
  }
}
