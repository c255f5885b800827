import { longestLineBytes } from '#core/record/entries/recordLimits.ts';
import type { RecordFiles } from './recordFiles.ts';

/** A line of a file. */
export interface RecordLine {
  /** Without the line end. Empty where the line is longer than any of ours. */
  readonly bytes: Buffer;
  /** Where it begins in the file. */
  readonly start: number;
  /** Where the next one begins. */
  readonly end: number;
  /** Whether it has its line end: the last line of a file may not. */
  readonly whole: boolean;
}

const newline = 0x0a;
const forwardChunk = 1 << 20;
const smallestBackwardChunk = 1 << 14;

/**
 * The lines of a file from byte `from` to its end, as it is when that is reached; many at a time, and never more of the
 * file in memory than two chunks and a line: one is read while the lines of the other are looked at. Nothing where there
 * is no such file. Rejects when `signal` aborts.
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
    // Nobody waits for it where no more lines are wanted.
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
    // `start` is where the line began, which is before `bytes` does where its beginning has been let go.
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

/** Reads the lines of a file from byte `end` back to its beginning. A line without its end at `end` is passed over. */
export class ReverseLineReader {
  readonly #files: RecordFiles;
  readonly #name: string;
  /** Bytes of the file from `#start` to `#end`, not handed out yet. */
  #bytes: Buffer = Buffer.alloc(0);
  #start: number;
  #end: number;
  #chunk = smallestBackwardChunk;
  /** The chunk before those that were read, where it has been asked for already. */
  #ahead: Promise<Buffer | undefined> | undefined;
  #atLineEnd = false;

  constructor(files: RecordFiles, name: string, end: number) {
    this.#files = files;
    this.#name = name;
    this.#start = end;
    this.#end = end;
  }

  /** The line before those handed out already; `undefined` at the beginning of the file, and when it has gone. */
  async next(): Promise<RecordLine | undefined> {
    if (!this.#atLineEnd) {
      // What is behind the last line end is no line yet.
      await this.#take();
      this.#atLineEnd = true;
    }
    return this.#end === 0 ? undefined : this.#take();
  }

  /** The same where nothing has to be read for it, else `undefined`. */
  nextRead(): RecordLine | undefined {
    return this.#atLineEnd && this.#end > 0 ? this.#takeRead(0) : undefined;
  }

  /** What is behind the last line end before the present one. */
  async #take(): Promise<RecordLine | undefined> {
    const ownEnd = this.#atLineEnd ? 1 : 0;
    let searched = 0;
    while (true) {
      const line = this.#takeRead(searched);
      if (line) {
        return line;
      }
      searched = Math.max(0, this.#bytes.length - ownEnd);
      if (searched > longestLineBytes) {
        // Longer than any of ours: only its beginning is still looked for.
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

  /** The same of what has been read; the last `searched` bytes of it have no line end but their own. */
  #takeRead(searched: number): RecordLine | undefined {
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
      // Whoever has read so much goes on.
      this.#ahead = this.#files.read(this.#name, Math.max(0, from - longestLineBytes), from);
      this.#ahead.catch(() => undefined);
    }
    this.#chunk = Math.min(2 * this.#chunk, longestLineBytes);
    return true;
  }
}
