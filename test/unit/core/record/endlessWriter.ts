/**
 * node endlessWriter.ts FOLDER: writes entries into the record in FOLDER until it is killed. After each flush it prints the number
 * of entries that are flushed.
 */
import process from 'node:process';
import { RecordWriter } from '#core/record/recordWriter.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { InMemoryHeads } from './inMemoryRecord.ts';
import { testOutcome } from './recordTestBed.ts';

const [, , folder = ''] = process.argv;
const files = new RecordFolder(folder);
const writer = new RecordWriter({ files, heads: new InMemoryHeads(), window: 'killed', values: () => 'redacted' });
for (let written = 1; ; written += 1) {
  writer.recordElicitation(testOutcome({ id: `${written}` }));
  if (await writer.flush()) {
    process.stdout.write(`${written}\n`);
  }
}
