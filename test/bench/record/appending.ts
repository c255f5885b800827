import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { BareFile } from './floors.ts';
import { type GeneratedRecord, outcomeOfIndex } from './generateRecord.ts';

interface EarlierEntries {
  /** The name of the window. */
  readonly name: string;
  /** The number of entries that the window has written before the measurement. */
  readonly entries: number;
}

const newWindow: EarlierEntries = { name: 'writing', entries: 1 };

/** A window that appends entries to a record of other windows. */
export class AppendingWindow {
  readonly #writer: RecordWriter;
  readonly #folder: string;
  readonly #bareFile: BareFile;
  readonly #line: string;
  #count = 0;

  private constructor(writer: RecordWriter, folder: string, bareFile: BareFile, line: string) {
    this.#writer = writer;
    this.#folder = folder;
    this.#bareFile = bareFile;
    this.#line = line;
  }

  /** @param barePath the path of the floor's file, which is created */
  static async open(
    { folder, heads }: GeneratedRecord,
    barePath: string,
    earlier: EarlierEntries = newWindow,
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
    return new AppendingWindow(writer, folder, await BareFile.open(barePath), line);
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
  timeBareAppend(): Promise<number> {
    return this.#bareFile.timeAppend(this.#line);
  }

  /** Deletes the window's file. */
  async end(): Promise<void> {
    await this.#bareFile.close();
    await rm(join(this.#folder, this.#writer.file ?? ''), { force: true });
  }
}
