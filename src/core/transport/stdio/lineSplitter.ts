import { StringDecoder } from 'node:string_decoder';

/**
 * Splits a stream of UTF-8 bytes into lines, and holds at most `limit` characters of a line. Of a longer line the first
 * `limit` characters are passed on at once, with `isCut`, and the rest is dropped.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #onLine: (line: string, isCut: boolean) => void;
  readonly #decoder = new StringDecoder('utf8');
  #parts: string[] = [];
  #length = 0;
  #isCut = false;

  /** `limit` is in UTF-16 code units. Line ends are `\n` or `\r\n` and are not part of the line. */
  constructor(limit: number, onLine: (line: string, isCut: boolean) => void) {
    this.#limit = limit;
    this.#onLine = onLine;
  }

  push(chunk: Buffer): void {
    const pieces = this.#decoder.write(chunk).split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      this.#add(piece);
      this.#endLine();
    }
    this.#add(last);
  }

  /** Ends the stream. A last line without a line end is passed on. */
  end(): void {
    this.#add(this.#decoder.end());
    if (this.#length > 0) {
      this.#endLine();
    }
  }

  #add(text: string): void {
    if (this.#isCut) {
      return;
    }
    const room = this.#limit - this.#length;
    const fittingText = text.slice(0, room);
    if (fittingText) {
      this.#parts.push(fittingText);
      this.#length += fittingText.length;
    }
    if (text.length > room) {
      this.#isCut = true;
      this.#onLine(this.#takeLine(), true);
    }
  }

  #endLine(): void {
    if (this.#isCut) {
      this.#isCut = false;
    } else {
      this.#onLine(this.#takeLine().replace(/\r$/, ''), false);
    }
  }

  #takeLine(): string {
    const line = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return line;
  }
}
