import { join } from 'node:path';
import { type Clock, type SteadyClock, systemClock } from '#core/common/clock.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { HeadNotesFolder, SharedHeads } from '#core/record/store/sharedHeads.ts';
import type { TestHost } from '#test/host/testHost.ts';
import { InMemoryHeads } from '#test/unit/core/record/inMemoryRecord.ts';

/** The same in all windows, which share no secrets here. */
const sealKey = Buffer.alloc(32, 1);

/** The record in a folder that windows share: its files, and their heads. */
export function sharedRecord(folder: string): { readonly files: RecordFiles; readonly heads: Heads } {
  const notes = new HeadNotesFolder(join(folder, 'record-heads'));
  return {
    files: new RecordFolder(join(folder, 'record')),
    heads: new SharedHeads(new InMemoryHeads(), notes, async () => sealKey),
  };
}

/** Records what is asked in a window, with all values, in the record that its predecessors have written. */
export class SoakRecord {
  readonly #writer: RecordWriter;
  readonly #maintenance: RecordMaintenance;
  readonly #finish: () => void;

  /** `window`: its name, unique in the folder. `report`: gets what is wrong with the record, for the user. */
  constructor(
    { folder, window }: { readonly folder: string; readonly window: string },
    host: TestHost,
    clock: Clock & SteadyClock,
    report: (text: string) => void,
  ) {
    const store = sharedRecord(folder);
    this.#writer = new RecordWriter({ ...store, clock, window, values: () => 'full' });
    const recorder = host.record({ writer: this.#writer });
    this.#finish = () => recorder.finish();
    this.#maintenance = new RecordMaintenance({
      ...{ ...store, writer: this.#writer, clock, memory: host.memory, days: () => 90 },
      onFindings: (findings) => {
        for (const { what } of findings) report(`The repair of the record found: ${what}`);
      },
      onFailure: (error) => report(`The record cannot be maintained: ${error}`),
    });
    this.#writer.onDidChange((state) => {
      if (state.kind === 'failing') report(`The record cannot be written: ${state.reason}`);
    });
  }

  /** Writes everything, before the window closes. False if it could not. */
  async end(): Promise<boolean> {
    this.#finish();
    this.#maintenance.dispose();
    return this.#writer.flush();
  }
}

/** The writer of a window that comes after all others. */
export function lastWriter(folder: string): RecordWriter {
  return new RecordWriter({ ...sharedRecord(folder), clock: systemClock, window: 'last', values: () => 'full' });
}
