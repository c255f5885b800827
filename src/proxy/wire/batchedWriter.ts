import type { Writable } from 'node:stream';

const newline = 0x0a;
/** Pieces that are longer together are not copied into one. */
const maxCopiedBytes = 16 * 1024;
/** More than this is not to wait for the end of a line. */
const maxHeldBytes = 16 * 1024 * 1024;

type Written = (error?: Error | null) => void;

/**
 * Writes what follows from one chunk of input with one system call. Pieces that lie side by side in memory, as the lines of a chunk
 * that pass unchanged, are written as one piece, without a copy.
 */
export class BatchedWriter {
  readonly stream: Writable;
  #isBatching = false;
  #pieces: Buffer[] = [];
  #written: Written[] = [];
  /** What waits for the end of a line that is written in pieces. */
  #held: (readonly [Buffer, Written | undefined])[] | undefined;
  #heldBytes = 0;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  /** True while a line is written in pieces. */
  get isInLine(): boolean {
    return this.#held !== undefined;
  }

  /** True if so much waits for the end of a line that what causes more should not be read. */
  get isFull(): boolean {
    return this.#heldBytes > maxHeldBytes && this.stream.writable;
  }

  /** `written` is called as by the stream. */
  write(bytes: Buffer, written?: Written): void {
    if (this.#held) {
      this.#held.push([bytes, written]);
      this.#heldBytes += bytes.length;
    } else {
      this.#write(bytes, written);
    }
  }

  /** Writes the next bytes of a line. What else is written waits until the line ends. */
  writePiece(piece: Buffer): void {
    this.#held ??= [];
    this.#write(piece);
    if (piece.at(-1) === newline) this.#release();
  }

  /** No more pieces come: ends the line for what waits. */
  endPieces(): void {
    if (this.#held?.length) this.#write(Buffer.of(newline));
    this.#release();
  }

  #release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#heldBytes = 0;
    for (const each of held) this.#write(...each);
  }

  #write(bytes: Buffer, written?: Written): void {
    if (!this.#isBatching) {
      this.stream.write(bytes, written);
      return;
    }
    const last = this.#pieces.at(-1);
    if (last && last.buffer === bytes.buffer && last.byteOffset + last.length === bytes.byteOffset) {
      this.#pieces[this.#pieces.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + bytes.length);
    } else {
      this.#pieces.push(bytes);
    }
    if (written) this.#written.push(written);
  }

  /** Holds what is written back until `flush`. */
  begin(): void {
    this.#isBatching = true;
  }

  flush(): void {
    this.#isBatching = false;
    const [pieces, all] = [this.#pieces, this.#written];
    const [first] = pieces;
    if (!first) return;
    this.#pieces = [];
    if (all.length > 0) this.#written = [];
    const report = (error?: Error | null) => {
      for (const each of all) each(error);
    };
    const written = all.length > 0 ? report : undefined;
    if (pieces.length === 1) {
      this.stream.write(first, written);
    } else if (pieces.reduce((sum, { length }) => sum + length, 0) <= maxCopiedBytes) {
      this.stream.write(Buffer.concat(pieces), written);
    } else {
      this.stream.cork();
      for (const piece of pieces.slice(0, -1)) this.stream.write(piece);
      this.stream.write(pieces.at(-1), written);
      this.stream.uncork();
    }
  }
}
