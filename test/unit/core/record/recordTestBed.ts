import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import type { RecordEntry } from '#core/record/entries/entry.ts';
import { readRecordPage } from '#core/record/history/recordPage.ts';
import { RecordWriter, type RecordWriterOptions } from '#core/record/recordWriter.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { updateTrustedTime } from '#core/record/trustedTime.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { InMemoryHeads, InMemoryRecordFiles } from './inMemoryRecord.ts';

export const march = Date.parse('2026-03-10T12:00:00.000Z');
export const day = 24 * 60 * 60 * 1000;

export class SettableClock {
  time = march;
  /** The difference between the clock and the steady time. In milliseconds. */
  offset = 0;
  now(): number {
    return this.time + this.offset;
  }
  steady(): number {
    return this.time;
  }
}

/** The outcome of an accepted form, with `changes`. */
export function testOutcome(changes: Partial<ElicitationOutcome> = {}): ElicitationOutcome {
  return {
    id: 'question-1',
    server: { id: 'user:travel', name: 'travel', scope: 'user' },
    call: { kind: 'tool', target: 'book_table' },
    arrival: 'pushed',
    protocol: '2025-11-25',
    mode: 'form',
    message: 'Where do you want to sit?',
    decision: 'accept',
    decidedBy: 'person',
    waitedMs: 5000,
    shownMs: 4000,
    fields: [{ name: 'seat' }, { name: 'pin', flagged: true }, { name: 'note' }],
    content: { seat: 'by the window', pin: '1234' },
    ...changes,
  };
}

/** The outcome of a request that was never shown, with `changes`. */
export function unseenOutcome(changes: Partial<ElicitationOutcome>): ElicitationOutcome {
  return testOutcome({ shownMs: undefined, content: undefined, ...changes });
}

/** Files whose bytes a test can read and change. */
interface TestDisk {
  readonly files: RecordFiles;
  read(name: string): Buffer;
  write(name: string, bytes: Buffer): void;
  dispose(): void;
}

export const disks: Readonly<Record<string, (clock: SettableClock) => TestDisk>> = {
  'in memory': (clock) => {
    const files = new InMemoryRecordFiles(clock);
    return {
      files,
      read: (name) => files.contents.get(name) ?? Buffer.alloc(0),
      write: (name, bytes) => files.contents.set(name, bytes),
      dispose: () => files.contents.clear(),
    };
  },
  'in a directory': () => {
    const folder = mkdtempSync(join(tmpdir(), 'record-'));
    return {
      files: new RecordFolder(join(folder, 'record')),
      read: (name) => readFileSync(join(folder, 'record', name)),
      write: (name, bytes) => writeFileSync(join(folder, 'record', name), bytes),
      dispose: () => rmSync(folder, { recursive: true }),
    };
  },
};

/** A record with several windows, on one disk. */
export class RecordTestBed {
  readonly clock = new SettableClock();
  readonly heads = new InMemoryHeads();
  readonly memory = new InMemoryStateStore();
  readonly disk: TestDisk;

  constructor(disk: (clock: SettableClock) => TestDisk = (clock) => memory(clock)) {
    this.disk = disk(this.clock);
  }

  get files(): RecordFiles {
    return this.disk.files;
  }

  /** Advances the clock by days. A window is open on each day, so the time is trusted. */
  advanceDays(days: number): void {
    for (let count = 0; count < days; count += 1) {
      this.clock.time += day;
      updateTrustedTime(this.memory, this.clock.now(), undefined);
    }
  }

  writer(window = 'one', changes: Partial<RecordWriterOptions> = {}): RecordWriter {
    return new RecordWriter({
      files: this.files,
      heads: this.heads,
      clock: this.clock,
      window,
      values: () => 'redacted',
      timing: { retriesMs: [5], settleMs: 5, headPauseMs: 5, headRetryMs: 5 },
      ...changes,
    });
  }

  /** Records requests with these ids in a new window, one a second, and ends it. Resolves to the name of its file. */
  async recordInNewWindow(ids: readonly string[], window = 'one'): Promise<string> {
    const writer = this.writer(window);
    for (const id of ids) {
      this.clock.time += 1000;
      writer.recordElicitation(testOutcome({ id }));
    }
    await writer.flush();
    return writer.file ?? '';
  }

  /** The entries on the disk, newest first. */
  async entries(): Promise<readonly RecordEntry[]> {
    const page = await readRecordPage(this.files, { limit: 100_000, maxLines: 100_000 });
    return page.entries.map(({ entry }) => entry);
  }
}

/** The id of a request; the kind of other entries. */
export function entryId(entry: RecordEntry): string {
  return entry.kind === 'elicitation' ? entry.id : entry.kind;
}

function memory(clock: SettableClock): TestDisk {
  const disk = disks['in memory'];
  if (!disk) {
    throw new Error('no disk in memory');
  }
  return disk(clock);
}

/** Heads that cannot be stored while they are `broken`. */
export class BreakableHeads extends InMemoryHeads implements Heads {
  broken = false;
  sets = 0;
  override async set(...[file, head]: Parameters<Heads['set']>): Promise<void> {
    this.sets += 1;
    if (this.broken) {
      throw new Error('The keyring is locked.');
    }
    await super.set(file, head);
  }
}
