import process from 'node:process';
import type { Writable } from 'node:stream';
import { SendFailure } from '#core/transport/sendFailure.ts';

interface WaitingText {
  readonly text: string;
  readonly settle: (failure?: SendFailure) => void;
}

/** The UTF-16 code units that are written together. A single text may be longer. */
const maxTogether = 1024 * 1024;

/**
 * Writes texts to a pipe in their order. The texts of one turn of the event loop are written together, because the system takes longer
 * for a write than the host for a message.
 */
export class TextWriter {
  readonly #pipe: Writable;
  readonly #waiting: WaitingText[] = [];
  #length = 0;
  /** True from the first waiting text until all are written. */
  #isBusy = false;

  constructor(pipe: Writable) {
    this.#pipe = pipe;
  }

  /** The UTF-16 code units of the texts that the system has not taken yet. */
  get unwrittenLength(): number {
    return this.#length;
  }

  /**
   * Resolves when the text is written.
   * @throws SendFailure `notSent`, also for a text that was written in part; `unknown` if it may have been written
   */
  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#length += text.length;
      this.#waiting.push({
        text,
        settle: (failure) => {
          this.#length -= text.length;
          return failure ? reject(failure) : resolve();
        },
      });
      if (!this.#isBusy) {
        this.#isBusy = true;
        // A tick that a microtask adds comes after all microtasks, which may write more.
        queueMicrotask(() => process.nextTick(() => this.#writeNext()));
      }
    });
  }

  /** Ends the pipe after all texts. */
  end(): void {
    this.#writeTogether(this.#waiting.splice(0), () => undefined);
    this.#pipe.end();
  }

  #writeNext(): void {
    let length = 0;
    const end = this.#waiting.findIndex(({ text }, index) => {
      length += text.length;
      return index > 0 && length > maxTogether;
    });
    const texts = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    this.#isBusy = texts.length > 0;
    this.#writeTogether(texts, () => this.#writeNext());
  }

  /** Calls `done` after the texts are written, or have failed. */
  #writeTogether(texts: readonly WaitingText[], done: () => void): void {
    if (texts.length === 0) {
      return;
    }
    const wasWritable = this.#pipe.writable;
    this.#pipe.write(texts.map(({ text }) => text).join(''), (cause) => {
      for (const [index, { settle }] of texts.entries()) {
        // Of several texts, only the last one is certainly incomplete.
        const outcome = index === texts.length - 1 || !wasWritable ? 'notSent' : 'unknown';
        settle(cause ? new SendFailure({ outcome, message: cause.message, cause }) : undefined);
      }
      done();
    });
  }
}
