import { StringDecoder } from 'node:string_decoder';

/**
 * Cuts a stream of UTF-8 bytes into lines without ever holding more than `limit` characters of one: what a line has
 * beyond that is dropped and the line is handed over as cut.
 */
export class Lines {
  readonly #limit: number;
  readonly #take: (line: string, cut: boolean) => void;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;
  #cut = false;

  /** `limit` is in UTF-16 code units. Line ends are `\n` or `\r\n` and are not part of the line. */
  constructor(limit: number, take: (line: string, cut: boolean) => void) {
    this.#limit = limit;
    this.#take = take;
  }

  push(chunk: Buffer): void {
    const pieces = this.#decoder.write(chunk).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#add(piece);
      this.#emit();
    }
    this.#add(last);
  }

  /** The stream has ended: what is left is a line too. */
  end(): void {
    this.#add(this.#decoder.end());
    if (this.#length > 0) {
      this.#emit();
    }
  }

  #add(text: string): void {
    const room = this.#limit - this.#length;
    if (text.length > room) {
      this.#cut = true;
    }
    const kept = text.slice(0, room);
    if (kept) {
      this.#parts.push(kept);
      this.#length += kept.length;
    }
  }

  #emit(): void {
    const line = this.#parts.join('').replace(/\r$/, '');
    const cut = this.#cut;
    this.#parts = [];
    this.#length = 0;
    this.#cut = false;
    this.#take(line, cut);
  }
}

/** The last lines of something that may never end. */
export class RecentLines {
  readonly #keep: number;
  readonly #lines: string[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > this.#keep) {
      this.#lines.shift();
    }
  }

  /** At most `count` lines, oldest first. */
  last(count: number): readonly string[] {
    return this.#lines.slice(-count);
  }
}
