import type { DraftFiles } from './draftFiles.ts';
import { draftWriteDelayMs, longestDraftBytes } from './draftLimits.ts';

interface DraftWriteQueueContext {
  readonly files: Pick<DraftFiles, 'write' | 'delete'>;
  /** Called after a draft was written. The next write waits for the promise. */
  written(name: string): Promise<void>;
  /** Called before the file of a draft is deleted. */
  deleting(name: string): void;
  /** As in `DraftStoreContext`. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

/** Writes and deletes the files of drafts in the background, one after another. Of each file, only the last change is written. */
export class DraftWriteQueue {
  readonly #context: DraftWriteQueueContext;
  /** The text of each file that has to be written, or `undefined` if it has to be deleted, by name. */
  readonly #waiting = new Map<string, string | undefined>();
  /** The name of the file that is being written. */
  #current: string | undefined;
  #work: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  /** The names of the files that could not be deleted. */
  readonly #undeleted = new Set<string>();

  constructor(context: DraftWriteQueueContext) {
    this.#context = context;
  }

  /** True if a change of this file is waiting or being written. */
  hasPending(name: string): boolean {
    return this.#waiting.has(name) || this.#current === name;
  }

  /** Sets the text of a file. Deletes the file if the text is `undefined` or too long. */
  set(name: string, text: string | undefined): void {
    if (text === undefined || Buffer.byteLength(text) <= longestDraftBytes) {
      this.#waiting.set(name, text);
    } else {
      this.#waiting.set(name, undefined);
      this.#notWritten(new RangeError(`A draft of more than ${longestDraftBytes} bytes is not written.`));
    }
    this.#timer ??= setTimeout(() => void this.flush(), draftWriteDelayMs);
  }

  /** Writes all changes at once. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#drain());
    return this.#work;
  }

  /** Retries the deletions that failed. Never rejects. */
  retry(): Promise<void> {
    for (const name of this.#undeleted) {
      this.#waiting.set(name, undefined);
    }
    return this.flush();
  }

  /** Discards the waiting changes, and runs `work` instead. */
  replace<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting.clear();
    const done = this.#work.then(work);
    this.#work = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #drain(): Promise<void> {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [name, text] = next;
      this.#waiting.delete(name);
      this.#current = name;
      // If the new text cannot be written, delete the old one: it may contain the beginning of what is now known to be a secret.
      if (text === undefined || !(await this.#write(name, text))) {
        await this.#delete(name);
      }
      this.#current = undefined;
    }
  }

  async #write(name: string, text: string): Promise<boolean> {
    try {
      await this.#context.files.write(name, text);
    } catch (error) {
      this.#notWritten(error);
      return false;
    }
    this.#undeleted.delete(name);
    await this.#context.written(name);
    return true;
  }

  async #delete(name: string): Promise<void> {
    this.#context.deleting(name);
    try {
      await this.#context.files.delete(name);
      this.#undeleted.delete(name);
    } catch (error) {
      if (!this.#undeleted.has(name)) {
        this.#undeleted.add(name);
        this.#context.failed(error, 'delete');
      }
    }
  }

  #notWritten(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#context.failed(error, 'write');
    }
  }
}
