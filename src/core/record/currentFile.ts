import type { Clock } from '#core/common/clock.ts';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { emptyHead } from '#core/record/store/chain.ts';
import { ChainedFile } from '#core/record/store/chainedFile.ts';
import type { HeadWriter } from '#core/record/store/headWriter.ts';
import { monthOf, recordFileName } from '#core/record/store/recordFileName.ts';
import type { Heads, RecordFiles } from '#core/record/store/recordFiles.ts';
import { verifyRecord } from './verify.ts';

interface CurrentFileParts {
  readonly files: RecordFiles;
  readonly heads: Heads;
  readonly keeper: HeadWriter;
  readonly clock: Clock;
  /** See `RecorderPorts`. */
  readonly window: string;
}

/** What became of a file that somebody else was at; `undefined`: nothing was in it yet. */
type Left = { readonly kind: 'dropped' } | { readonly kind: 'damaged'; readonly found: RepairFinding } | undefined;

/** The file that a window writes its part of the record to: one for each month, and a new one where somebody else was at it. */
export class CurrentFile {
  readonly #parts: CurrentFileParts;
  #file: ChainedFile | undefined;
  #month = '';
  #part = 0;

  constructor(parts: CurrentFileParts) {
    this.#parts = parts;
  }

  /** `undefined`: there is none yet. */
  get name(): string | undefined {
    return this.#file?.name;
  }

  /** The file of this month. When the clock goes back, the one begun last is gone on with. */
  async open(): Promise<ChainedFile> {
    const { clock, files, keeper, window } = this.#parts;
    const month = monthOf(clock.now());
    if (this.#file && (month === undefined || month <= this.#month)) {
      return this.#file;
    }
    this.#month = month ?? '1970-01';
    this.#part += 1;
    const name = recordFileName({ month: this.#month, window, part: this.#part });
    await keeper.begin(name, emptyHead(name));
    this.#file = new ChainedFile(files, name);
    return this.#file;
  }

  /** The next file is a new one, and this one's head is not kept any more. */
  forget(): void {
    if (this.#file) {
      this.#parts.keeper.forget([this.#file.name]);
    }
    this.#file = undefined;
  }

  /**
   * Somebody else was at the file: it stays as it is, and the record goes on in another. `dropped`: another window has cleared
   * the record, and nothing is wrong with that. @param settled Waits until that window has finished.
   */
  async leave(settled: () => Promise<void>): Promise<Left> {
    const file = this.#file;
    this.#file = undefined;
    if (!file || file.head.count === 0) {
      return undefined;
    }
    // Who clears the record takes away the file first, then its head.
    await settled();
    if (await this.#isDropped(file)) {
      this.#parts.keeper.forget([file.name]);
      return { kind: 'dropped' };
    }
    return { kind: 'damaged', found: { file: file.name, what: await this.#whatHappenedTo(file) } };
  }

  /** Known by its head, or by the record itself where this window does not see what others do to heads. */
  async #isDropped({ name }: ChainedFile): Promise<boolean> {
    const { files, heads } = this.#parts;
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

  async #whatHappenedTo({ name, head }: ChainedFile): Promise<RepairFinding['what']> {
    try {
      const bytes = (await this.#parts.files.list()).find((file) => file.name === name)?.bytes;
      return bytes === undefined ? 'missing' : bytes < head.bytes ? 'truncated' : 'changed';
    } catch {
      return 'changed';
    }
  }
}
