import assert from 'node:assert/strict';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { repairRecord } from '#core/record/repair.ts';
import { chainEntry, emptyHead } from '#core/record/store/chain.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { disks, entryId, RecordTestBed } from './recordTestBed.ts';

const shortSettle = { settleMs: 1 };

for (const [place, disk] of Object.entries(disks)) {
  describe(`the repair of the record, ${place}`, () => {
    let testBed: RecordTestBed;
    beforeEach(() => {
      testBed = new RecordTestBed(disk);
    });
    afterEach(() => testBed.disk.dispose());

    /** Starts a window. Checks that the record has its findings, and resolves to them. */
    const start = async (window = 'later'): Promise<readonly RepairFinding[]> => {
      const writer = testBed.writer(window);
      const findings = await repairRecord({ files: testBed.files, heads: testBed.heads, writer, ...shortSettle });
      await writer.flush();
      const repairEntry = (await testBed.entries()).find((entry) => entry.kind === 'repair');
      if (findings.length > 0) {
        assert.deepEqual(repairEntry?.kind === 'repair' && repairEntry.found, findings);
      } else {
        assert.equal(writer.file, undefined);
      }
      return findings;
    };
    const problems = async () =>
      (await verifyRecord(testBed.files, testBed.heads, shortSettle)).files.flatMap(
        ({ problem }) => problem?.what ?? [],
      );

    it('finds nothing in an undamaged record', async () => {
      await testBed.recordInNewWindow(['a', 'b']);
      assert.deepEqual(await start(), []);
    });

    it('adopts entries without a stored head, once', async () => {
      const file = await testBed.recordInNewWindow(['a', 'b']);
      const head = (await testBed.heads.get(file)) ?? assert.fail();
      const lines = testBed.disk.read(file).toString('utf8').split('\n');
      const first = Buffer.byteLength(`${lines[0]}\n`);
      await testBed.heads.set(file, { hash: JSON.parse(lines[0] ?? '').hash, count: 1, bytes: first });
      assert.deepEqual(await start(), [{ file, what: 'adopted', entries: 1 }]);
      assert.deepEqual(await testBed.heads.get(file), { ...head, sure: 1 });
      assert.deepEqual(await start('last'), []);
      const verdict = await verifyRecord(testBed.files, testBed.heads, shortSettle);
      assert.equal(verdict.ok, true);
      assert.deepEqual(verdict.files.at(-1), { file, entries: 2, adopted: 1 });
    });

    it('ignores the file of a window that is writing', async () => {
      const file = await testBed.recordInNewWindow(['a']);
      const head = (await testBed.heads.get(file)) ?? assert.fail();
      await testBed.heads.set(file, emptyHead(file));
      const writer = testBed.writer('later');
      const repairing = repairRecord({ files: testBed.files, heads: testBed.heads, writer, settleMs: 50 });
      setTimeout(() => testBed.heads.set(file, head), 10);
      assert.deepEqual(await repairing, []);
    });

    it('loses no complete entry if an append was cut off at any byte', async () => {
      // Each file has one crash: its last entry is cut at another byte, and its head is not stored.
      const lengths = disk === disks['in memory'] ? 1000 : 40;
      const { line } = chainEntry(emptyHead('x'), JSON.stringify({ at: 'then', text: 'ü'.repeat(200) }));
      const step = Math.ceil(Buffer.byteLength(line) / lengths);
      const expected = new Map<string, RepairFinding | undefined>();
      for (let cut = 0; cut <= Buffer.byteLength(line); cut += step) {
        const file = await testBed.recordInNewWindow(['kept'], `w${cut}`);
        const head = (await testBed.heads.get(file)) ?? assert.fail();
        const next = Buffer.from(chainEntry(head, JSON.stringify({ at: 'then', text: 'ü'.repeat(200) })).line);
        const bytes = Math.min(cut, next.length);
        testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), next.subarray(0, bytes)]));
        const torn = bytes > 0 ? ({ file, what: 'torn', bytes } as const) : undefined;
        expected.set(file, bytes === next.length ? { file, what: 'adopted', entries: 1 } : torn);
      }
      const writer = testBed.writer('later');
      const findings = await repairRecord({ files: testBed.files, heads: testBed.heads, writer, ...shortSettle });
      await writer.flush();
      assert.deepEqual(
        new Map(findings.map((one) => [one.file, one])),
        new Map([...expected].filter(([, one]) => one)),
      );
      const verdict = await verifyRecord(testBed.files, testBed.heads, shortSettle);
      assert.deepEqual(
        verdict.files.filter(({ problem }) => problem),
        [],
      );
      assert.equal((await testBed.entries()).filter((entry) => entryId(entry) === 'kept').length, expected.size);
      // The fragments stay in the files, and a change of a fragment is reported.
      const [tornFile = ''] = [...expected].find(([, one]) => one?.what === 'torn') ?? [];
      const bytes = Buffer.from(testBed.disk.read(tornFile));
      bytes[bytes.length - 1] = 0x21;
      testBed.disk.write(tornFile, bytes);
      assert.deepEqual(await problems(), ['torn']);
    });

    it('reports changes by other processes once, and does not repair them', async () => {
      const [deleted, truncated, changed] = [
        await testBed.recordInNewWindow(['a'], 'w1'),
        await testBed.recordInNewWindow(['a', 'b'], 'w2'),
        await testBed.recordInNewWindow(['a'], 'w3'),
      ];
      await testBed.files.delete(deleted);
      testBed.disk.write(truncated, testBed.disk.read(truncated).subarray(0, -5));
      testBed.disk.write(changed, Buffer.concat([testBed.disk.read(changed), Buffer.from('{"v":1}\n')]));
      assert.deepEqual(await start(), [
        { file: deleted, what: 'missing' },
        { file: truncated, what: 'truncated' },
        { file: changed, what: 'changed' },
      ]);
      assert.deepEqual(await start('last'), []);
      assert.deepEqual(await problems(), ['truncated', 'changed', 'missing']);
    });

    it('does not report a changed entry before the head, which verify finds', async () => {
      const file = await testBed.recordInNewWindow(['a', 'b', 'c']);
      const text = testBed.disk.read(file).toString('utf8').replace('"id":"a"', '"id":"x"');
      testBed.disk.write(file, Buffer.from(text));
      assert.deepEqual(await start(), []);
      assert.deepEqual(await problems(), ['changed']);
    });

    it('stores no head for a file without one', async () => {
      const file = await testBed.recordInNewWindow(['a']);
      await testBed.heads.delete(file);
      assert.deepEqual(await start(), []);
      assert.deepEqual(await problems(), ['headMissing']);
    });

    it('deletes the head of a file that was never created', async () => {
      await testBed.heads.set('2026-03.gone.1.jsonl', emptyHead('2026-03.gone.1.jsonl'));
      assert.deepEqual(await start(), []);
      assert.deepEqual(await testBed.heads.names(), []);
    });
  });
}
