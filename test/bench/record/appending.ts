import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { BareFile } from './floors.ts';
import { type GeneratedRecord, outcomeOfIndex } from './generateRecord.ts';

interface Earlier {
  /** Of the window. */
  readonly name: string;
  /** How many entries it has written before. */
  readonly entries: number;
}

const newWindow: Earlier = { name: 'writing', entries: 1 };

/** A window that records into a record that others have written. */
export class Appending {
  readonly #writer: RecordWriter;
  readonly #folder: string;
  readonly #bare: BareFile;
  readonly #line: string;
  #count = 0;

  private constructor(writer: RecordWriter, folder: string, bare: BareFile, line: string) {
    this.#writer = writer;
    this.#folder = folder;
    this.#bare = bare;
    this.#line = line;
  }

  /** `bare`: a file for the floor, which is made. */
  static async to({ folder, heads }: GeneratedRecord, bare: string, earlier: Earlier = newWindow): Promise<Appending> {
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
    return new Appending(writer, folder, await BareFile.at(bare), line);
  }

  /** Milliseconds from what happened until its entry is on the disk. */
  async recorded(): Promise<number> {
    this.#count += 1;
    const outcome = outcomeOfIndex(this.#count);
    const begin = performance.now();
    this.#writer.recordElicitation(outcome);
    const done = await this.#writer.flush();
    const ms = performance.now() - begin;
    if (!done) throw new Error('The entry was not written.');
    return ms;
  }

  /** The floor of the same. */
  bare(): Promise<number> {
    return this.#bare.appended(this.#line);
  }

  /** Takes away what was written. */
  async end(): Promise<void> {
    await this.#bare.close();
    await rm(join(this.#folder, this.#writer.file ?? ''), { force: true });
  }
}
