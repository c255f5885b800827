import assert from 'node:assert/strict';
import { repairRecord } from '#core/record/repair.ts';
import { applyRetention, clearRecordFiles } from '#core/record/retention.ts';
import { chainEntry, emptyHead, verifyLine } from '#core/record/store/chain.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { until } from '#test/host/until.ts';
import type { InMemoryRecordFiles } from './inMemoryRecord.ts';
import { day, disks, entryId, RecordTestBed, testOutcome } from './recordTestBed.ts';

const shortSettle = { settleMs: 1 };
const soonDeletedAgain = { secondDeletionAfterMs: 1 };

for (const [place, disk] of Object.entries(disks)) {
  describe(`the deletion of record files, ${place}`, () => {
    let testBed: RecordTestBed;
    beforeEach(() => {
      testBed = new RecordTestBed(disk);
    });
    afterEach(() => testBed.disk.dispose());

    const retain = (writer = testBed.writer('later'), days = 90) =>
      applyRetention({
        files: testBed.files,
        heads: testBed.heads,
        clock: testBed.clock,
        memory: testBed.memory,
        writer,
        days,
      });
    const assertUndamaged = async () =>
      assert.deepEqual(
        (await verifyRecord(testBed.files, testBed.heads, shortSettle)).files.filter(({ problem }) => problem),
        [],
      );
    const names = async () => (await testBed.files.list()).map(({ name }) => name).toSorted();

    it('deletes files whose last entry is too old, and records their names', async () => {
      const old = await testBed.recordInNewWindow(['a', 'b'], 'old');
      const head = (await testBed.heads.get(old)) ?? assert.fail();
      testBed.advanceDays(60);
      const young = await testBed.recordInNewWindow(['c'], 'young');
      assert.deepEqual(await retain(), { files: [], failed: [] });
      testBed.advanceDays(31);
      const files = [{ file: old, entries: 2, hash: head.hash }];
      assert.deepEqual(await retain(), { files, failed: [] });
      assert.deepEqual(await names(), [young, '2026-06.later.1.jsonl']);
      assert.deepEqual((await testBed.heads.names()).includes(old), false);
      const [entry] = await testBed.entries();
      assert.deepEqual(entry?.kind === 'retention' && [entry.days, entry.files], [90, files]);
      await assertUndamaged();
    });

    describe('keeps a changed file and its head, so that verify reports the change,', () => {
      let file: string;
      beforeEach(async () => {
        file = await testBed.recordInNewWindow(['a', 'b', 'c'], 'victim');
      });

      const assertKept = async (what: string, days = 20) => {
        testBed.advanceDays(days);
        assert.deepEqual(await retain(), { files: [], failed: [] });
        testBed.advanceDays(400);
        assert.deepEqual(await retain(testBed.writer('muchlater')), { files: [], failed: [] });
        assert.equal((await names()).includes(file), true);
        assert.equal((await testBed.heads.names()).includes(file), true);
        const { ok, files } = await verifyRecord(testBed.files, testBed.heads, shortSettle);
        assert.equal(ok, false);
        assert.equal(files.find((verdict) => verdict.file === file)?.problem?.what, what);
      };
      const edit = (change: (text: string) => string) =>
        testBed.disk.write(file, Buffer.from(change(testBed.disk.read(file).toString())));

      it('if the time of the last entry was changed to an earlier year', async () => {
        edit((text) => text.replace(/"at":"2026(?=[^\n]*\n$)/, '"at":"2020'));
        await assertKept('changed');
      });

      it('if the last entry was rewritten with an earlier year in a consistent chain', async () => {
        const [first = '', second = ''] = testBed.disk
          .read(file)
          .toString()
          .split(/(?<=\n)/);
        let head = emptyHead(file);
        for (const line of [first, second]) {
          const verified = verifyLine(head, Buffer.from(line.trimEnd()));
          head = 'head' in verified ? verified.head : assert.fail();
        }
        const forged = chainEntry(head, '{"at":"2020-01-01T00:00:00.000Z","kind":"repair","found":[]}');
        testBed.disk.write(file, Buffer.from(first + second + forged.line));
        await assertKept('rewritten');
      });

      it('if an entry in the middle was changed', async () => {
        edit((text) => text.replace('"id":"b"', '"id":"x"'));
        await assertKept('changed', 120);
      });

      it('if no entry can be read', async () => {
        edit(() => 'nothing\n');
        await assertKept('notJson');
      });

      it('if its end was cut off', async () => {
        edit((text) => text.slice(0, text.indexOf('\n') + 1));
        await assertKept('truncated', 120);
      });
    });

    it('computes the age of a file neither from an adopted entry nor from a time before the month in its name', async () => {
      const file = await testBed.recordInNewWindow(['a'], 'victim');
      const head = (await testBed.heads.get(file)) ?? assert.fail();
      const forged = chainEntry(head, '{"at":"2020-01-01T00:00:00.000Z","kind":"repair","found":[]}');
      testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), Buffer.from(forged.line)]));
      const context = {
        files: testBed.files,
        heads: testBed.heads,
        writer: testBed.writer('repairing'),
        ...shortSettle,
      };
      assert.deepEqual(await repairRecord(context), [{ file, what: 'adopted', entries: 1 }]);
      testBed.advanceDays(85);
      assert.deepEqual((await retain()).files, []);
      testBed.advanceDays(10);
      assert.deepEqual(
        (await retain()).files.map((deleted) => deleted.file),
        [file],
      );
    });

    it('counts the age of a file from the month in its name if its entries have earlier times', async () => {
      const writer = testBed.writer('back');
      writer.recordElicitation(testOutcome());
      await writer.flush();
      testBed.clock.offset = -400 * day;
      writer.recordElicitation(testOutcome());
      await writer.flush();
      testBed.clock.offset = 0;
      testBed.advanceDays(60);
      assert.deepEqual((await retain()).files, []);
      testBed.advanceDays(35);
      assert.equal((await retain()).files.length, 1);
      await assertUndamaged();
    });

    it('never deletes the file that is being written', async () => {
      const writer = testBed.writer();
      writer.recordElicitation(testOutcome());
      await writer.flush();
      testBed.advanceDays(400);
      assert.deepEqual(await retain(writer), { files: [], failed: [] });
    });

    it('deletes nothing after the clock has gone back', async () => {
      await testBed.recordInNewWindow(['a']);
      testBed.clock.time -= 400 * day;
      assert.deepEqual(await retain(), { files: [], failed: [] });
      testBed.clock.time += 400 * day;
      assert.deepEqual(await retain(), { files: [], failed: [] });
    });

    describe('after the clock has leapt forward', () => {
      const leap = 5 * 365 * day;
      beforeEach(async () => {
        await testBed.recordInNewWindow(['a'], 'yesterday');
        testBed.clock.time += day;
        await testBed.recordInNewWindow(['b'], 'today');
      });

      it('deletes nothing at later starts on that day, and ignores entries with the time of the leap', async () => {
        testBed.clock.time += leap;
        for (const window of ['one', 'two', 'three']) {
          assert.deepEqual(await retain(), { files: [], failed: [] });
          await testBed.recordInNewWindow(['c'], window);
        }
        testBed.clock.time -= leap;
        assert.deepEqual(await retain(), { files: [], failed: [] });
        testBed.clock.time += 2 * leap;
        assert.deepEqual(await retain(), { files: [], failed: [] }, 'a second leap does not confirm the first');
      });

      it('deletes old files after the leap has lasted two days', async () => {
        testBed.clock.time += leap;
        assert.deepEqual((await retain()).files, []);
        testBed.clock.time += 2 * day;
        assert.equal((await retain()).files.length, 2);
      });

      it('deletes files that were old before the leap', async () => {
        testBed.advanceDays(80);
        await testBed.recordInNewWindow(['c'], 'young');
        testBed.advanceDays(10);
        testBed.clock.time += leap;
        assert.equal((await retain()).files.length, 2);
      });
    });

    it('deletes the head of a missing file at the age at which the file would have been deleted', async () => {
      const missingFile = await testBed.recordInNewWindow(['a']);
      await testBed.files.delete(missingFile);
      testBed.advanceDays(60);
      assert.deepEqual((await retain()).files, []);
      testBed.advanceDays(90);
      assert.deepEqual(
        (await retain()).files.map(({ file }) => file),
        [missingFile],
      );
      await assertUndamaged();
    });

    it('is not reported as a missing file if the window ended before the head was deleted', async () => {
      const old = await testBed.recordInNewWindow(['a'], 'old');
      testBed.advanceDays(200);
      testBed.heads.delete = async () => {
        throw new Error('the window has ended');
      };
      assert.deepEqual((await retain()).failed, [old]);
      Reflect.deleteProperty(testBed.heads, 'delete');
      assert.equal((await testBed.heads.names()).includes(old), true);
      await assertUndamaged();
      const writer = testBed.writer('last');
      assert.deepEqual(await repairRecord({ files: testBed.files, heads: testBed.heads, writer, ...shortSettle }), []);
      assert.equal((await testBed.heads.names()).includes(old), false);
    });

    it('clears all files, and starts a new file with the deletion entry', async () => {
      const other = await testBed.recordInNewWindow(['a', 'b'], 'other');
      const writer = testBed.writer('mine');
      writer.recordElicitation(testOutcome({ id: 'c' }));
      await writer.flush();
      writer.recordElicitation(testOutcome({ id: 'still waiting' }));
      const mine = writer.file ?? '';
      const { files, failed } = await clearRecordFiles({
        files: testBed.files,
        heads: testBed.heads,
        writer,
        ...soonDeletedAgain,
      });
      assert.deepEqual(
        [files.map(({ file, entries }) => [file, entries]).toSorted(), failed],
        [
          [
            [mine, 1],
            [other, 2],
          ],
          [],
        ],
      );
      writer.recordElicitation(testOutcome({ id: 'd' }));
      await writer.flush();
      assert.deepEqual((await testBed.entries()).map(entryId), ['d', 'cleared']);
      assert.deepEqual(await names(), ['2026-03.mine.2.jsonl']);
      assert.deepEqual(await testBed.heads.names(), ['2026-03.mine.2.jsonl']);
      await assertUndamaged();
    });

    it('does not cause a finding in another window', async () => {
      const other = testBed.writer('other');
      other.recordElicitation(testOutcome({ id: 'a' }));
      await other.flush();
      await clearRecordFiles({
        files: testBed.files,
        heads: testBed.heads,
        writer: testBed.writer('mine'),
        ...soonDeletedAgain,
      });
      other.recordElicitation(testOutcome({ id: 'b' }));
      await until(() => other.flush());
      assert.deepEqual((await testBed.entries()).map(entryId).toSorted(), ['b', 'cleared']);
      assert.equal(other.state.kind, 'ok');
      await assertUndamaged();
    });
  });
}

describe('the deletion of record files while the disk is full', () => {
  it('deletes no old file without a deletion entry, but clears the record', async () => {
    const testBed = new RecordTestBed();
    const files = testBed.files as InMemoryRecordFiles;
    await testBed.recordInNewWindow(['a'], 'old');
    testBed.advanceDays(200);
    files.capacity = 0;
    const writer = testBed.writer('later');
    const context = { files, heads: testBed.heads, memory: testBed.memory, writer };
    assert.deepEqual((await applyRetention({ ...context, clock: testBed.clock, days: 90 })).files, []);
    assert.equal((await testBed.entries()).length, 1);
    assert.equal((await clearRecordFiles({ ...context, ...soonDeletedAgain })).files.length > 0, true);
    assert.equal((await testBed.entries()).length, 0);
    files.capacity = Number.POSITIVE_INFINITY;
    await until(() => writer.flush());
    assert.deepEqual((await testBed.entries()).map(entryId), ['gap', 'cleared']);
  });
});
