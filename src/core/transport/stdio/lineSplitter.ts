import { StringDecoder } from 'node:string_decoder';

/**
 * Splits a stream of UTF-8 bytes into lines, and holds at most `limit` characters of one. A longer line is passed on at
 * once, as cut, and the rest of it is dropped.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: string, cut: boolean) => void;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;
  #cut = false;

  /** `limit` is in UTF-16 code units. Line ends are `\n` or `\r\n` and are not part of the line. */
  constructor(limit: number, onLine: (line: string, cut: boolean) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const pieces = this.#decoder.write(chunk).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#add(piece);
      this.#end();
    }
    this.#add(last);
  }

  /** The stream has ended: the rest is a line too. */
  end(): void {
    this.#add(this.#decoder.end());
    if (this.#length > 0) {
      this.#end();
    }
  }

  #add(text: string): void {
    if (this.#cut) {
      return;
    }
    const room = this.#limit - this.#length;
    const kept = text.slice(0, room);
    if (kept) {
      this.#parts.push(kept);
      this.#length += kept.length;
    }
    if (text.length > room) {
      this.#cut = true;
      this.#onLine(this.#line(), true);
    }
  }

  #end(): void {
    if (this.#cut) {
      this.#cut = false;
    } else {
      this.#onLine(this.#line().replace(/\r$/, ''), false);
    }
  }

  #line(): string {
    const line = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
