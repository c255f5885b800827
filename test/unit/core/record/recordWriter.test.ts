import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordWriterState } from '#core/record/recordWriter.ts';
import { emptyHead } from '#core/record/store/chain.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { until } from '#test/host/until.ts';
import { InMemoryHeads, type InMemoryRecordFiles } from './inMemoryRecord.ts';
import {
  BreakableHeads,
  day,
  disks,
  entryId,
  march,
  RecordTestBed,
  testOutcome,
  unseenOutcome,
} from './recordTestBed.ts';

for (const [place, disk] of Object.entries(disks)) {
  describe(`the record writer, ${place}`, () => {
    let testBed: RecordTestBed;
    beforeEach(() => {
      testBed = new RecordTestBed(disk);
    });
    afterEach(() => testBed.disk.dispose());

    const assertUndamaged = async () => {
      const verdict = await verifyRecord(testBed.files, testBed.heads, { settleMs: 1 });
      assert.deepEqual(
        verdict.files.filter(({ problem, unvouched }) => problem || unvouched),
        [],
      );
    };

    it('writes entries in order, and stores their head', async () => {
      const file = await testBed.recordInNewWindow(['a', 'b', 'c']);
      assert.equal(file, '2026-03.one.1.jsonl');
      assert.deepEqual((await testBed.entries()).map(entryId), ['c', 'b', 'a']);
      assert.equal((await testBed.heads.get(file))?.count, 3);
      await assertUndamaged();
    });

    it('writes a separate file for each window', async () => {
      const [one, two] = [testBed.writer('one'), testBed.writer('two')];
      for (let index = 0; index < 50; index += 1) {
        testBed.clock.time += 1;
        (index % 2 ? one : two).recordElicitation(testOutcome({ id: `${index}` }));
        await Promise.resolve();
      }
      await Promise.all([one.flush(), two.flush()]);
      const newestFirst = Array.from({ length: 50 }, (_, index) => `${49 - index}`);
      assert.deepEqual((await testBed.entries()).map(entryId), newestFirst);
      assert.equal((await testBed.files.list()).length, 2);
      await assertUndamaged();
    });

    it('starts a file each month, and none if the clock goes back', async () => {
      const writer = testBed.writer();
      const months = [0, 31, 5, -400, 62].map((days) => march + days * day);
      for (const [index, time] of months.entries()) {
        testBed.clock.time = time;
        writer.recordElicitation(testOutcome({ id: `${index}` }));
        await writer.flush();
      }
      const names = (await testBed.files.list()).map(({ name }) => name).toSorted();
      assert.deepEqual(names, ['2026-03.one.1.jsonl', '2026-04.one.2.jsonl', '2026-05.one.3.jsonl']);
      assert.equal((await testBed.entries()).length, 5);
      await assertUndamaged();
    });

    it('continues in another file if its file was changed by another process, and records the change', async () => {
      const writer = testBed.writer();
      const damage: [what: string, (file: string) => unknown][] = [
        ['missing', (file) => testBed.files.delete(file)],
        ['truncated', (file) => testBed.disk.write(file, testBed.disk.read(file).subarray(0, -1))],
        ['changed', (file) => testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), Buffer.from('x\n')]))],
      ];
      for (const [what, damageFile] of damage) {
        writer.recordElicitation(testOutcome({ id: `before ${what}` }));
        await writer.flush();
        const file = writer.file ?? '';
        await damageFile(file);
        writer.recordElicitation(testOutcome({ id: `after ${what}` }));
        await until(() => writer.flush());
        const [newest] = (await testBed.entries()).filter(({ kind }) => kind === 'repair');
        assert.deepEqual(newest?.kind === 'repair' && newest.found, [{ file, what }]);
        assert.ok((await testBed.entries()).some((entry) => entryId(entry) === `after ${what}`));
      }
      const { files } = await verifyRecord(testBed.files, testBed.heads, { settleMs: 1 });
      const problems = files.map(({ problem }) => problem?.what);
      assert.deepEqual(problems, ['truncated', 'notJson', undefined, 'missing']);
    });
  });
}

describe('the record writer', () => {
  it('writes entries of one turn together, and stores only the newest head', async () => {
    const heads = new BreakableHeads();
    const testBed = new RecordTestBed();
    let appends = 0;
    const files = testBed.files as InMemoryRecordFiles;
    const append = files.append.bind(files);
    files.append = (...parameters) => {
      appends += 1;
      return append(...parameters);
    };
    const writer = testBed.writer('one', { heads, timing: { headPauseMs: 60_000 } });
    for (let index = 0; index < 500; index += 1) {
      writer.recordElicitation(testOutcome());
    }
    await writer.flush();
    assert.equal(appends, 1);
    assert.equal(heads.sets, 2);
    assert.equal((await heads.get(writer.file ?? ''))?.count, 500);
  });

  it('writes the first entry of a burst at once, and the following ones together or at a flush', async () => {
    const testBed = new RecordTestBed();
    let appends = 0;
    const files = testBed.files as InMemoryRecordFiles;
    const append = files.append.bind(files);
    files.append = (...parameters) => {
      appends += 1;
      return append(...parameters);
    };
    const writer = testBed.writer('one', { timing: { burstMs: 60_000 } });
    writer.recordElicitation(testOutcome({ id: 'first' }));
    await until(() => appends === 1);
    for (const id of ['second', 'third']) {
      writer.recordElicitation(testOutcome({ id }));
      await nextTurn();
      await nextTurn();
    }
    assert.equal(appends, 1);
    assert.equal(await writer.flush(), true);
    assert.equal(appends, 2);
    assert.deepEqual((await testBed.entries()).map(entryId), ['third', 'second', 'first']);
  });

  it('stores the head of a file before the file is created', async () => {
    const testBed = new RecordTestBed();
    const files = testBed.files as InMemoryRecordFiles;
    files.append = async (name) => {
      assert.deepEqual(await testBed.heads.get(name), emptyHead(name));
      throw new Error('no further');
    };
    const writer = testBed.writer();
    writer.recordElicitation(testOutcome());
    assert.equal(await writer.flush(), false);
    assert.deepEqual(writer.state, { kind: 'failing', reason: 'no further', waiting: 1, lost: 0 });
  });

  describe('while the disk is full', () => {
    it('keeps entries in memory, reports the reason, writes the entries after there is space, and records the gap', async () => {
      const testBed = new RecordTestBed();
      const files = testBed.files as InMemoryRecordFiles;
      const writer = testBed.writer();
      const states: RecordWriterState[] = [];
      writer.onDidChange((state) => states.push(state));
      writer.recordElicitation(testOutcome({ id: 'before' }));
      await writer.flush();
      // Space for a part of an entry.
      files.capacity = testBed.disk.read(writer.file ?? '').length + 100;
      writer.recordElicitation(testOutcome({ id: 'full 1' }));
      assert.equal(await writer.flush(), false);
      testBed.clock.time += 1000;
      writer.recordElicitation(testOutcome({ id: 'full 2' }));
      assert.deepEqual(writer.state, { kind: 'failing', reason: 'The disk is full.', waiting: 2, lost: 0 });
      files.capacity = Number.POSITIVE_INFINITY;
      await until(() => writer.state.kind === 'ok');
      await writer.flush();
      const [gap, ...entries] = await testBed.entries();
      assert.deepEqual(entries.map(entryId), ['full 2', 'full 1', 'before']);
      const since = new Date(march).toISOString();
      const { kind, since: from, reason, late, lost } = gap?.kind === 'gap' ? gap : assert.fail('no gap');
      assert.deepEqual([kind, from, reason, late, lost], ['gap', since, 'The disk is full.', 2, 0]);
      assert.equal(states.at(-1)?.kind, 'ok');
      assert.equal((await verifyRecord(testBed.files, testBed.heads)).ok, true);
    });

    it('keeps a bounded number of entries, and reports the number of lost ones', async () => {
      const testBed = new RecordTestBed();
      const files = testBed.files as InMemoryRecordFiles;
      files.capacity = 0;
      const writer = testBed.writer();
      for (let index = 0; index < 6000; index += 1) {
        writer.recordElicitation(testOutcome());
      }
      assert.equal(await writer.flush(), false);
      assert.deepEqual(writer.state, { kind: 'failing', reason: 'The disk is full.', waiting: 5000, lost: 1000 });
      files.capacity = Number.POSITIVE_INFINITY;
      await until(() => writer.flush());
      const [gap, ...entries] = await testBed.entries();
      assert.equal(entries.length, 5000);
      assert.deepEqual(gap?.kind === 'gap' && [gap.late, gap.lost], [5000, 1000]);
    });
  });

  it('does not replace the head of a file by an older one that the storage stores slowly', async () => {
    const testBed = new RecordTestBed();
    const heads = new InMemoryHeads();
    let storeFirst: () => void = () => undefined;
    const mayStoreFirst = new Promise<void>((resolve) => {
      storeFirst = resolve;
    });
    const store = heads.set.bind(heads);
    heads.set = async (name, head) => {
      await (head.count === 0 ? mayStoreFirst : undefined);
      await store(name, head);
    };
    const writer = testBed.writer('one', { heads });
    writer.recordElicitation(testOutcome());
    await until(async () => (await testBed.entries()).length === 1);
    const flushed = writer.flush();
    // Enough turns to store the newer head, if that did not wait for the older one.
    await nextTurn();
    await nextTurn();
    storeFirst();
    assert.equal(await flushed, true);
    assert.equal((await heads.get(writer.file ?? ''))?.count, 1);
  });

  it('reports that heads cannot be stored, continues to record, and stores the heads later', async () => {
    const testBed = new RecordTestBed();
    const heads = new BreakableHeads();
    heads.broken = true;
    const writer = testBed.writer('one', { heads });
    writer.recordElicitation(testOutcome());
    assert.equal(await writer.flush(), false);
    assert.deepEqual(writer.state, {
      kind: 'failing',
      reason: 'What vouches for the record was not kept. The keyring is locked.',
      waiting: 0,
      lost: 0,
    });
    assert.equal((await testBed.entries()).length, 1);
    heads.broken = false;
    await until(() => writer.state.kind === 'ok');
    assert.equal((await verifyRecord(testBed.files, heads)).ok, true);
  });

  it('limits the time of a flush', async () => {
    const testBed = new RecordTestBed();
    testBed.files.append = () => new Promise(() => undefined);
    const writer = testBed.writer();
    writer.recordElicitation(testOutcome());
    assert.equal(await writer.flush(20), false);
  });

  it('never throws, and records lost entries', async () => {
    const testBed = new RecordTestBed();
    const writer = testBed.writer('one', {
      values: () => {
        throw new Error('no settings');
      },
    });
    writer.recordElicitation(testOutcome());
    writer.append({ kind: 'gap', since: '', reason: '', late: 0, lost: 0 });
    await writer.flush();
    const lost = (await testBed.entries()).map((entry) => (entry.kind === 'gap' ? entry.lost : -1));
    assert.deepEqual(lost, [1, 0]);
  });

  it('merges many requests that were never shown, and writes an entry for each shown request', async () => {
    const testBed = new RecordTestBed();
    const writer = testBed.writer();
    for (let index = 0; index < 10_000; index += 1) {
      writer.recordElicitation(unseenOutcome({ id: `${index}`, decision: 'rate_limited', decidedBy: 'host' }));
    }
    for (let index = 0; index < 100; index += 1) {
      writer.recordElicitation(testOutcome({ id: `seen ${index}`, decision: 'decline' }));
    }
    writer.recordElicitation(
      unseenOutcome({ decision: 'rate_limited', decidedBy: 'host', server: { id: 'user:other', name: 'other' } }),
    );
    await writer.flush();
    const entries = (await testBed.entries()).filter((entry) => entry.kind === 'elicitation');
    assert.equal(entries.filter(({ decision }) => decision === 'decline').length, 100);
    const limited = entries.filter(({ decision, server }) => decision === 'rate_limited' && server.name === 'travel');
    assert.equal(limited.length, 21);
    assert.equal(
      limited.reduce((sum, { times = 1 }) => sum + times, 0),
      10_000,
    );
    assert.equal(entries.filter(({ server }) => server.name === 'other').length, 1);
  });
});
