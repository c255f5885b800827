import type { DraftFiles } from './draftFiles.ts';
import { draftWriteDelayMs, longestDraftBytes } from './draftLimits.ts';

interface WritingPorts {
  readonly files: Pick<DraftFiles, 'write' | 'delete'>;
  /** A draft is in its file now. The next one waits for this. */
  written(name: string): Promise<void>;
  /** The file of a draft is about to be deleted. */
  deleting(name: string): void;
  /** `write`: a draft could not be written, told once. `delete`: one is still in its file, told once for each. */
  failed(error: unknown, work: 'write' | 'delete'): void;
}

/** Writes drafts into their files and deletes these: one after another, a little later, and of each the last word only. */
export class DraftWriteQueue {
  readonly #ports: WritingPorts;
  /** What has to be written, or deleted, by name. */
  readonly #waiting = new Map<string, string | undefined>();
  /** What is being written right now. */
  #inWork: string | undefined;
  #work: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasFailed = false;
  /** Those that could not be deleted, by name. */
  readonly #undeleted = new Set<string>();

  constructor(ports: WritingPorts) {
    this.#ports = ports;
  }

  /** Whether a file is not yet as it is to be. */
  concerns(name: string): boolean {
    return this.#waiting.has(name) || this.#inWork === name;
  }

  /** What is to stand in a file. `undefined`: there is to be none, nor is there where the text is too long. */
  set(name: string, text: string | undefined): void {
    if (text === undefined || Buffer.byteLength(text) <= longestDraftBytes) {
      this.#waiting.set(name, text);
    } else {
      this.#waiting.set(name, undefined);
      this.#notWritten(new RangeError(`A draft of more than ${longestDraftBytes} bytes is not written.`));
    }
    this.#timer ??= setTimeout(() => void this.flush(), draftWriteDelayMs);
  }

  /** Does what is not done yet. Never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#work = this.#work.then(() => this.#drain());
    return this.#work;
  }

  /** Once more with what could not be deleted. Never rejects. */
  retry(): Promise<void> {
    for (const name of this.#undeleted) {
      this.#waiting.set(name, undefined);
    }
    return this.flush();
  }

  /** Forgets what is not done yet, and does `work` in its place. */
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
      this.#inWork = name;
      // What is in the file may be the beginning of a secret that is known by now.
      if (text === undefined || !(await this.#write(name, text))) {
        await this.#delete(name);
      }
      this.#inWork = undefined;
    }
  }

  async #write(name: string, text: string): Promise<boolean> {
    try {
      await this.#ports.files.write(name, text);
    } catch (error) {
      this.#notWritten(error);
      return false;
    }
    this.#undeleted.delete(name);
    await this.#ports.written(name);
    return true;
  }

  async #delete(name: string): Promise<void> {
    this.#ports.deleting(name);
    try {
      await this.#ports.files.delete(name);
      this.#undeleted.delete(name);
    } catch (error) {
      if (!this.#undeleted.has(name)) {
        this.#undeleted.add(name);
        this.#ports.failed(error, 'delete');
      }
    }
  }

  #notWritten(error: unknown): void {
    if (!this.#hasFailed) {
      this.#hasFailed = true;
      this.#ports.failed(error, 'write');
    }
  }
}
