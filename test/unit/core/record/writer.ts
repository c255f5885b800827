/** A window that records without end into the folder of its first argument, and says after each how many are safe. */
import process from 'node:process';
import { Recorder } from '#core/record/recorder.ts';
import { Directory } from '#core/record/store/directory.ts';
import { InMemoryHeads } from '#core/record/store/inMemory.ts';
import { fate } from './rig.ts';

const [, , folder = ''] = process.argv;
const files = new Directory(folder);
const recorder = new Recorder({ files, heads: new InMemoryHeads(), window: 'killed', values: () => 'redacted' });
for (let written = 1; ; written += 1) {
  recorder.add(fate({ id: `${written}` }));
  if (await recorder.flush()) {
    process.stdout.write(`${written}\n`);
  }
}
