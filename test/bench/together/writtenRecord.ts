import { link as hardLink, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { EntryBody } from '#core/record/entries/entry.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { readRecordFileName } from '#core/record/store/recordFileName.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { headsInMemory, outcomeOfIndex } from '#test/bench/record/generateRecord.ts';

/** A record on the disk, as closed windows have left it, without their heads. */
export interface WrittenRecord {
  readonly folder: string;
  readonly bytes: number;
  /** The oldest first. */
  readonly files: readonly { readonly name: string; readonly firstEntry: number }[];
}

/** The time in which all entries were written: within the days for which entries are kept. In milliseconds. */
const spanMs = 85 * 24 * 60 * 60 * 1000;
const usualEntriesOfWindow = 25_000;
/** Fewer than the writer lets wait. */
const entriesOfFlush = 4000;
/** The number of different entries, apart from their ids and times. */
const kinds = 840;

/** Writes a record by the product's `RecordWriter`: one for each window. `entriesOfWindow` must divide `entries`. */
export async function writeRecord(
  folder: string,
  entries: number,
  entriesOfWindow = usualEntriesOfWindow,
): Promise<WrittenRecord> {
  const files = new RecordFolder(folder);
  const bodies = Array.from({ length: kinds }, (_, kind) => elicitationEntry(outcomeOfIndex(kind), 'redacted'));
  const bodyOf = (index: number) => ({ ...bodies[index % kinds], id: `question-${index}` }) as EntryBody;
  const begin = Date.now() - spanMs;
  for (let first = 0; first < entries; first += entriesOfWindow) {
    let index = first;
    const writer = new RecordWriter({
      files,
      heads: headsInMemory(),
      clock: { now: () => begin + (spanMs / entries) * index },
      window: `window${first}`,
      values: () => 'redacted',
    });
    for (; index < first + entriesOfWindow; index += 1) {
      writer.append(bodyOf(index));
      if (index % entriesOfFlush === 0) await writer.flush();
    }
    await writer.flush();
    const { state } = writer;
    if (state.kind !== 'ok') throw new Error(`The record could not be written: ${JSON.stringify(state)}`);
  }
  const list = await files.list();
  const written = list.map(({ name }) => ({
    name,
    firstEntry: Number(readRecordFileName(name)?.window.slice('window'.length)),
  }));
  return {
    folder,
    bytes: list.reduce((sum, { bytes }) => sum + bytes, 0),
    files: written.toSorted((a, b) => a.firstEntry - b.firstEntry),
  };
}

/** Adds the oldest `entries` of a record to another folder, as hard links: those that it does not have. */
export async function linkEntries({ folder, files }: WrittenRecord, target: string, entries: number): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  for (const { name } of files.filter(({ firstEntry }) => firstEntry < entries)) {
    const isThere = await stat(join(target, name)).then(Boolean, () => false);
    if (!isThere) await hardLink(join(folder, name), join(target, name));
  }
}
