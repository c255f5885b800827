/** The longest line that is read. A longer one is passed on unread. */
const maxReadBytes = 64 * 1024 * 1024;

const newline = 0x0a;
/** The parts of a longer line are copied into one buffer as they come, so that no line is in memory twice. */
const maxPartsBytes = 1024 * 1024;

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
  /** The bytes of a long line, with room up to the limit. The system provides its memory as it is written. */
  #long: Buffer | undefined;
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
      const bytes = start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end);
      if (index >= 0 && this.#length === 0 && bytes.length <= this.#limit) {
        this.#handler.line(bytes);
      } else {
        this.#add(bytes);
        if (index >= 0) this.#endLine();
      }
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
      for (const part of this.#takeParts()) this.#handler.piece(part);
    }
    if (this.#isTooLong) {
      this.#handler.piece(bytes);
    } else if (this.#long) {
      bytes.copy(this.#long, this.#length);
    } else {
      this.#parts.push(bytes);
      if (this.#length + bytes.length > maxPartsBytes) this.#lengthen();
    }
    this.#length += bytes.length;
  }

  #lengthen(): void {
    const long = Buffer.allocUnsafeSlow(this.#limit);
    let end = 0;
    for (const part of this.#parts) end += part.copy(long, end);
    this.#parts = [];
    this.#long = long;
  }

  #endLine(): void {
    const parts = this.#takeParts();
    const [first] = parts;
    this.#length = 0;
    this.#isTooLong = false;
    if (first) this.#handler.line(parts.length === 1 ? first : Buffer.concat(parts));
  }

  #takeParts(): readonly Buffer[] {
    const parts = this.#long ? [this.#long.subarray(0, this.#length)] : this.#parts;
    this.#long = undefined;
    this.#parts = [];
    return parts;
  }
}
