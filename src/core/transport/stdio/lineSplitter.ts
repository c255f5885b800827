import { StringDecoder } from 'node:string_decoder';

/**
 * Cuts a stream of UTF-8 bytes into lines without ever holding more than `limit` characters of one: a line that is
 * longer is handed over as cut at once, and the rest of it is dropped.
 */
export class LineSplitter {
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
      this.#end();
    }
    this.#add(last);
  }

  /** The stream has ended: what is left is a line too. */
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
      this.#take(this.#line(), true);
    }
  }

  #end(): void {
    if (this.#cut) {
      this.#cut = false;
    } else {
      this.#take(this.#line().replace(/\r$/, ''), false);
    }
  }

  #line(): string {
    const line = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
