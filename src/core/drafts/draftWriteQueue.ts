import type { DraftFiles } from './draftFiles.ts';
import { draftWriteDelayMs, maxDraftBytes } from './draftLimits.ts';

interface DraftWriteQueueContext {
  readonly files: Pick<DraftFiles, 'write' | 'delete'>;
  /** Called after a draft was written. The next write waits for the promise. */
  onWritten(name: string): Promise<void>;
  /** Called before the file of a draft is deleted. */
  onDelete(name: string): void;
  /** See `DraftStoreContext`. */
  onFailure(error: unknown, operation: 'write' | 'delete'): void;
}

/** Writes and deletes the files of drafts in the background, one after the other. Only the last change of a file is written. */
export class DraftWriteQueue {
  readonly #context: DraftWriteQueueContext;
  /** The text of each file to write, or `undefined` for a file to delete, by name. */
  readonly #waiting = new Map<string, string | undefined>();
  /** The name of the file that is being written. */
  #current: string | undefined;
  #lastOperation: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  /** The names of the files that could not be deleted. */
  readonly #undeleted = new Set<string>();

  constructor(context: DraftWriteQueueContext) {
    this.#context = context;
  }

  /** True if a change of this file waits or is being written. */
  hasPending(name: string): boolean {
    return this.#waiting.has(name) || this.#current === name;
  }

  /** Sets the text of a file. Deletes the file if the text is `undefined` or too long. */
  set(name: string, text: string | undefined): void {
    if (text === undefined || Buffer.byteLength(text) <= maxDraftBytes) {
      this.#waiting.set(name, text);
    } else {
      this.#waiting.set(name, undefined);
      this.#reportWriteFailure(new RangeError(`A draft of more than ${maxDraftBytes} bytes is not written.`));
    }
    this.#timer ??= setTimeout(() => void this.flush(), draftWriteDelayMs);
  }

  /** Writes all changes at once. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastOperation = this.#lastOperation.then(() => this.#drain());
    return this.#lastOperation;
  }

  /** Retries the deletions that failed. Never rejects. */
  retry(): Promise<void> {
    for (const name of this.#undeleted) {
      this.#waiting.set(name, undefined);
    }
    return this.flush();
  }

  /** Discards the waiting changes, and runs `operation` instead. */
  replace<T>(operation: () => Promise<T>): Promise<T> {
    this.#waiting.clear();
    const result = this.#lastOperation.then(operation);
    this.#lastOperation = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #drain(): Promise<void> {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      const [name, text] = next;
      this.#waiting.delete(name);
      this.#current = name;
      // If the new text cannot be written, the old one is deleted: it may contain a part of a value that turned out to be a secret.
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
      this.#reportWriteFailure(error);
      return false;
    }
    this.#undeleted.delete(name);
    await this.#context.onWritten(name);
    return true;
  }

  async #delete(name: string): Promise<void> {
    this.#context.onDelete(name);
    try {
      await this.#context.files.delete(name);
      this.#undeleted.delete(name);
    } catch (error) {
      if (!this.#undeleted.has(name)) {
        this.#undeleted.add(name);
        this.#context.onFailure(error, 'delete');
      }
    }
  }

  #reportWriteFailure(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#context.onFailure(error, 'write');
    }
  }
}
