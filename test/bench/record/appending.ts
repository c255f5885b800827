import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { BareFile } from './floors.ts';
import { type GeneratedRecord, outcomeOfIndex } from './generateRecord.ts';

interface WindowHistory {
  /** The name of the window. */
  readonly name: string;
  /** The number of entries that the window has written before the measurement. */
  readonly entries: number;
}

const newWindow: WindowHistory = { name: 'writing', entries: 1 };

/** A window that appends entries to a record of other windows. */
export class AppendingWindow {
  readonly #writer: RecordWriter;
  readonly #folder: string;
  readonly #bare: BareFile;
  readonly #line: string;
  #count = 0;

  private constructor(writer: RecordWriter, folder: string, timeBare: BareFile, line: string) {
    this.#writer = writer;
    this.#folder = folder;
    this.#bare = timeBare;
    this.#line = line;
  }

  /** `bare`: the path of a file for the floor, which is created. */
  static async to(
    { folder, heads }: GeneratedRecord,
    bare: string,
    earlier: WindowHistory = newWindow,
  ): Promise<AppendingWindow> {
    const writer = new RecordWriter({
      files: new RecordFolder(folder),
      heads,
      window: earlier.name,
      values: () => 'redacted',
    });
    writer.recordElicitation(outcomeOfIndex(0));
    await writer.flush();
    const line = await readFile(join(folder, writer.file ?? ''), 'utf8');
    for (let count = 1; count < earlier.entries; count += 1) writer.recordElicitation(outcomeOfIndex(count));
    await writer.flush();
    return new AppendingWindow(writer, folder, await BareFile.at(bare), line);
  }

  /** The milliseconds from recording a request until its entry is on the disk. */
  async timeRecord(): Promise<number> {
    this.#count += 1;
    const outcome = outcomeOfIndex(this.#count);
    const begin = performance.now();
    this.#writer.recordElicitation(outcome);
    const done = await this.#writer.flush();
    const ms = performance.now() - begin;
    if (!done) throw new Error('The entry was not written.');
    return ms;
  }

  /** The floor of `timeRecord`: the milliseconds to hash the line and write it to a plain file. */
  bare(): Promise<number> {
    return this.#bare.timeAppend(this.#line);
  }

  /** Deletes the window's file. */
  async end(): Promise<void> {
    await this.#bare.close();
    await rm(join(this.#folder, this.#writer.file ?? ''), { force: true });
  }
}
