import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as draftFolder from '#core/drafts/draftFolder.ts';
import type { Drafts } from '#core/drafts/drafts.ts';
import type { RecordStore } from '#core/record/recordWriter.ts';
import * as repairing from '#core/record/repair.ts';
import * as retention from '#core/record/retention.ts';
import * as recordFolder from '#core/record/store/recordFolder.ts';
import * as verifying from '#core/record/verify.ts';
import { releasedSources } from '#scripts/lib/releasedVersion.ts';
import * as draftsTestBed from '#test/unit/core/drafts/draftsTestBed.ts';
import * as recordTestBed from '#test/unit/core/record/recordTestBed.ts';

const quick = { settleMs: 1 };

/** The actions of a window of one version on the folders that all windows share, with the names of the current version. */
interface Version {
  readonly drafts: typeof draftsTestBed & typeof draftFolder;
  readonly record: typeof recordTestBed & typeof recordFolder & typeof retention & typeof repairing & typeof verifying;
  cleanUp(drafts: Drafts): Promise<void>;
}

const current: Version = {
  drafts: { ...draftsTestBed, ...draftFolder },
  record: { ...recordTestBed, ...recordFolder, ...retention, ...repairing, ...verifying },
  cleanUp: (drafts) => drafts.cleanUp(),
};

async function loadReleasedVersion(): Promise<Version> {
  const home = await releasedSources('0.1.0');
  const load = async (...paths: string[]) => {
    const modules = await Promise.all(paths.map((path) => import(pathToFileURL(join(home, path)).href)));
    return Object.assign({}, ...modules);
  };
  const drafts = await load('test/unit/core/drafts/rig.ts', 'src/core/drafts/directory.ts');
  const record = await load(
    'test/unit/core/record/rig.ts',
    'src/core/record/directory.ts',
    'src/core/record/drop.ts',
    'src/core/record/repair.ts',
    'src/core/record/verify.ts',
  );
  return {
    drafts: {
      ...drafts,
      DraftsTestBed: class extends drafts.Rig {
        readOfferedText(more: object) {
          return this.found(more);
        }
      },
      DraftFolder: drafts.DraftDirectory,
    },
    record: {
      ...record,
      RecordTestBed: class extends record.Rig {
        writer(window: string) {
          return this.recorder(window);
        }
        recordInNewWindow(ids: readonly string[], window: string) {
          return this.wrote(ids, window);
        }
        advanceDays(days: number) {
          this.pass(days);
        }
      },
      RecordFolder: record.Directory,
      applyRetention: (options: RecordStore) => record.applyRetention({ ...options, recorder: options.writer }),
      repairRecord: (options: RecordStore) => record.repair({ ...options, recorder: options.writer }),
      verifyRecord: record.verify,
    },
    cleanUp: (one) => Reflect.apply(Reflect.get(one, 'tidy'), one, []),
  };
}

// A user updates in one window while another one stays open: both write to the same folders.
describe('a window of version 0.1.0 beside one of this version', function () {
  this.timeout(60_000);
  let older: Version;
  let folder: string;

  before(async () => {
    older = await loadReleasedVersion();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'beside-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** The record as a window of the given version reads and writes it, in the folder and with the heads that all windows share. */
  function record(
    { record: { RecordTestBed, RecordFolder } }: Version,
    heads = new current.record.RecordTestBed().heads,
  ) {
    const files = new RecordFolder(folder);
    const testBed = new RecordTestBed(() => ({
      files,
      read: () => Buffer.alloc(0),
      write: () => undefined,
      dispose: () => undefined,
    }));
    return Object.assign(testBed, { heads });
  }

  /** The drafts as a window of the given version reads and writes them. */
  function drafts({ drafts: { DraftsTestBed, DraftFolder } }: Version) {
    return Object.assign(new DraftsTestBed(new DraftFolder(folder)), { now: Date.now() });
  }

  const sides = () => [
    { name: 'the older one', first: older, second: current },
    { name: 'this one', first: current, second: older },
  ];

  it('leaves a record that both versions verify without problems', async () => {
    const currentRecord = record(current);
    const olderRecord = record(older, currentRecord.heads);
    await currentRecord.recordInNewWindow(['a', 'b'], 'mine');
    await olderRecord.recordInNewWindow(['c'], 'theirs');
    await currentRecord.recordInNewWindow(['d'], 'mine2');
    for (const [{ verifyRecord }, testBed] of [
      [current.record, currentRecord],
      [older.record, olderRecord],
    ] as const) {
      const verdict = await verifyRecord(testBed.files, testBed.heads, quick);
      assert.deepEqual([verdict.ok, verdict.entries, verdict.files.length], [true, 4, 3]);
    }
  });

  it('reads the entries of the other version in the record', async () => {
    const currentRecord = record(current);
    const olderRecord = record(older, currentRecord.heads);
    await currentRecord.recordInNewWindow(['a'], 'mine');
    await olderRecord.recordInNewWindow(['b'], 'theirs');
    for (const testBed of [currentRecord, olderRecord]) {
      assert.deepEqual((await testBed.entries()).map(recordTestBed.entryId).toSorted(), ['a', 'b']);
    }
  });

  it('has nothing to repair at its start in the files of the other version', async () => {
    for (const { name, first, second } of sides()) {
      const before = record(first);
      await before.recordInNewWindow(['a', 'b'], `first${first === older}`);
      const after = record(second, before.heads);
      const writer = after.writer(`second${first === older}`);
      const { files, heads } = after;
      assert.deepEqual(await second.record.repairRecord({ files, heads, writer, ...quick }), [], name);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('deletes old files such that the other version verifies the record without problems', async () => {
    for (const { name, first, second } of sides()) {
      const before = record(first);
      const old = await before.recordInNewWindow(['a'], 'old');
      const after = record(second, before.heads);
      after.advanceDays(100);
      const writer = after.writer('later');
      const { files } = await second.record.applyRetention({
        files: after.files,
        heads: after.heads,
        clock: after.clock,
        memory: after.memory,
        writer,
        days: 90,
      });
      assert.deepEqual(
        files.map(({ file }) => file),
        [old],
        name,
      );
      const { ok, dropped } = await first.record.verifyRecord(before.files, before.heads, quick);
      assert.deepEqual([ok, dropped], [true, []], name);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('fills in a form with a draft of the other version', async () => {
    for (const { name, first, second } of sides()) {
      const before = drafts(first);
      before.type('Paris');
      await before.drafts.flush();
      assert.equal(drafts(second).readOfferedText(), 'Paris', name);
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('keeps drafts of the other version during maintenance, and deletes them if the user clears all drafts', async () => {
    for (const { name, first, second } of sides()) {
      const before = drafts(first);
      before.type('Paris');
      await before.drafts.flush();
      const after = drafts(second);
      await second.cleanUp(after.drafts);
      assert.equal(drafts(first).readOfferedText(), 'Paris', name);
      await after.drafts.clear();
      assert.equal(drafts(first).readOfferedText(), undefined, name);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
