import type { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LineSplitter } from './lineSplitter.ts';

/** The number of bytes that are read in one turn of the event loop. */
const maxBytesPerTurn = 4096;
/** The number of turns without output after which the pipe is empty. Each of them looks for output. */
const maxEmptyTurns = 3;
/** More than a pipe holds: what comes after it was not written by the server, but by a process that was left behind. */
const maxRestBytes = 4 * 1024 * 1024;

/**
 * Reads the standard output of a server over several turns of the event loop: a pipe delivers 64 KiB at once, which can be
 * hundreds of messages, and other servers must not be blocked. What is not read yet stays in the stream, so that the stream
 * ends after it. The stream is not read by `data` events, because Node resumes a paused stream when the process exits.
 */
export class PipeReader {
  readonly #pipe: Readable;
  readonly #lines: LineSplitter;
  readonly #closed: Promise<void>;
  #isPaused = false;
  #resumed: Promise<void> = Promise.resolve();
  #setResumed: () => void = () => undefined;
  #hasReadInTurn = false;
  #readBytes = 0;

  constructor(pipe: Readable, lines: LineSplitter) {
    this.#pipe = pipe;
    this.#lines = lines;
    this.#closed = new Promise((resolve) => pipe.once('close', resolve));
    pipe.on('readable', () => this.#read());
    pipe.once('end', () => lines.end());
  }

  /** Reads no more until `resume`. */
  pause(): void {
    if (!this.#isPaused) {
      this.#isPaused = true;
      this.#resumed = new Promise((resolve) => {
        this.#setResumed = resolve;
      });
    }
  }

  resume(): void {
    this.#isPaused = false;
    this.#setResumed();
    this.#read();
  }

  /**
   * Reads what the server, which has exited, has left in the pipe, then closes the pipe. It waits while the reader is paused. It has
   * no limit of time, because this process may have been too busy to read.
   */
  async finish(): Promise<void> {
    const before = this.#readBytes;
    let emptyTurns = 0;
    while (!this.#pipe.destroyed && emptyTurns < maxEmptyTurns && this.#readBytes - before < maxRestBytes) {
      await Promise.race([this.#resumed, this.#closed]);
      const readBytes = this.#readBytes;
      await nextTurn();
      emptyTurns = this.#readBytes === readBytes ? emptyTurns + 1 : 0;
    }
    this.#pipe.destroy();
  }

  #read(): void {
    if (this.#isPaused || this.#hasReadInTurn) {
      return;
    }
    const isLong = this.#pipe.readableLength > maxBytesPerTurn;
    const chunk: Buffer | null = isLong ? this.#pipe.read(maxBytesPerTurn) : this.#pipe.read();
    if (chunk) {
      this.#readBytes += chunk.length;
      this.#hasReadInTurn = true;
      setImmediate(() => {
        this.#hasReadInTurn = false;
        this.#read();
      });
      this.#lines.push(chunk);
    }
  }
}
