/** The longest line that is read. A longer one is passed on unread. */
const maxReadBytes = 64 * 1024 * 1024;

const newline = 0x0a;

interface LineHandler {
  /** A whole line with its line end. The last line of a stream may have none. */
  line(line: Buffer): void;
  /** The next bytes of a line that is too long to be read. */
  piece(piece: Buffer): void;
}

/**
 * Splits a stream of bytes into lines, at 0x0A only: a carriage return belongs to the line, and a byte of a longer character is
 * never 0x0A. The lines and pieces together are exactly the bytes of the stream. A line that is longer than `limit` is handed
 * over in pieces, so that a stream without line ends needs no more memory than that.
 */
export class LineReader {
  readonly #handler: LineHandler;
  readonly #limit: number;
  #parts: Buffer[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(handler: LineHandler, limit: number = maxReadBytes) {
    this.#handler = handler;
    this.#limit = limit;
  }

  push(chunk: Buffer): void {
    for (let start = 0; start < chunk.length; ) {
      const index = chunk.indexOf(newline, start);
      const end = index < 0 ? chunk.length : index + 1;
      this.#add(chunk.subarray(start, end));
      if (index >= 0) this.#endLine();
      start = end;
    }
  }

  /** Ends the stream. */
  end(): void {
    this.#endLine();
  }

  #add(bytes: Buffer): void {
    if (!this.#isTooLong && this.#length + bytes.length > this.#limit) {
      this.#isTooLong = true;
      for (const part of this.#parts) this.#handler.piece(part);
      this.#parts = [];
    }
    if (this.#isTooLong) {
      this.#handler.piece(bytes);
      return;
    }
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  #endLine(): void {
    const [first, ...others] = this.#parts;
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
    if (first) this.#handler.line(others.length === 0 ? first : Buffer.concat([first, ...others]));
  }
}
