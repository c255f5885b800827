import type { Clock } from '#core/common/clock.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { chainEntry, emptyHead, type Head } from '#core/record/store/chain.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { HeadWriter } from '#core/record/store/headWriter.ts';
import { monthOf, recordFileName } from '#core/record/store/recordFileName.ts';
import { type RecordFiles, WrongSize } from '#core/record/store/recordFiles.ts';
import { verifyRecord } from './verify.ts';

interface CurrentFileOptions {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly headWriter: HeadWriter;
  readonly clock: Clock;
  /** See `RecordWriterOptions`. */
  readonly window: string;
}

/** The result of abandoning a file that another process changed; `undefined` if the file had no entries. */
type AbandonedFile =
  | { readonly kind: 'deleted' }
  | { readonly kind: 'damaged'; readonly finding: RepairFinding }
  | undefined;

/** The file that a window writes. A new file is created for each month, and if another process has changed the file. */
export class CurrentFile {
  readonly #options: CurrentFileOptions;
  #file: ChainedFile | undefined;
  #month = '';
  #part = 0;

  constructor(options: CurrentFileOptions) {
    this.#options = options;
  }

  /** The name of the file; `undefined` before the first `open`. */
  get name(): string | undefined {
    return this.#file?.name;
  }

  /** Returns the file of the current month, created if necessary. If the clock was set back, the newest file is continued. */
  async open(): Promise<ChainedFile> {
    const { clock, files, headWriter, window } = this.#options;
    const month = monthOf(clock.now());
    if (this.#file && (month === undefined || month <= this.#month)) {
      return this.#file;
    }
    this.#month = month ?? '1970-01';
    this.#part += 1;
    const name = recordFileName({ month: this.#month, window, part: this.#part });
    await headWriter.writeFirst(name, emptyHead(name));
    this.#file = new ChainedFile(files, name);
    return this.#file;
  }

  /** Makes the next `open` create a new file, and stops storing the head of the current file. */
  close(): void {
    if (this.#file) {
      this.#options.headWriter.cancel([this.#file.name]);
    }
    this.#file = undefined;
  }

  /**
   * Closes a file that another process changed. The file is not changed, and the next `open` creates a new one. It is no damage
   * if another window has deleted the file because the record was cleared.
   * @param waitForOtherWindow waits until the other window has finished clearing the record
   */
  async abandon(waitForOtherWindow: () => Promise<void>): Promise<AbandonedFile> {
    const file = this.#file;
    this.#file = undefined;
    if (!file || file.head.count === 0) {
      return undefined;
    }
    // A window that clears the record deletes the file before its head.
    await waitForOtherWindow();
    if (await this.#isDeleted(file)) {
      this.#options.headWriter.cancel([file.name]);
      return { kind: 'deleted' };
    }
    return { kind: 'damaged', finding: { file: file.name, what: await this.#damageOf(file) } };
  }

  /** True if the file has no head, or if the record has a deletion entry for it, because a window may still read deleted heads. */
  async #isDeleted({ name }: ChainedFile): Promise<boolean> {
    const { files, heads } = this.#options;
    try {
      if (!(await heads.get(name))) {
        return true;
      }
      const { dropped } = await verifyRecord(files, heads);
      if (!dropped.includes(name)) {
        return false;
      }
      await heads.delete(name);
      return true;
    } catch {
      return false;
    }
  }

  async #damageOf({ name, head }: ChainedFile): Promise<RepairFinding['what']> {
    try {
      const bytes = (await this.#options.files.list()).find((file) => file.name === name)?.bytes;
      return bytes === undefined ? 'missing' : bytes < head.bytes ? 'truncated' : 'changed';
    } catch {
      return 'changed';
    }
  }
}

/** A file with its head. Appended entries continue the chain of the file. */
class ChainedFile {
  readonly name: string;
  readonly #files: RecordFiles;
  #head: Head;
  /** True if an append has failed and may have left a part of its text in the file. */
  #mayHaveRest = false;

  constructor(files: RecordFiles, name: string) {
    this.#files = files;
    this.name = name;
    this.#head = emptyHead(name);
  }

  get head(): Head {
    return this.#head;
  }

  /**
   * Appends all entries or none; `contents`: see `linkEntry`. May be retried after any failure except `WrongSize`: then
   * another process has changed the file, and the file must not be written.
   */
  async append(contents: readonly string[]): Promise<void> {
    if (this.#mayHaveRest) {
      await this.#files.truncate(this.name, this.#head.bytes);
      this.#mayHaveRest = false;
    }
    let head = this.#head;
    const lines = contents.map((content) => {
      const linked = chainEntry(head, content);
      head = linked.head;
      return linked.line;
    });
    try {
      await this.#files.append(this.name, lines.join(''), this.#head.bytes);
    } catch (error) {
      this.#mayHaveRest = !(error instanceof WrongSize);
      throw error;
    }
    this.#head = head;
  }
}
