import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { chainEntry, emptyHead } from '#core/record/store/chain.ts';
import type { StoredHead } from '#core/record/store/heads.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { fromRoot } from '#test/root.ts';
import { InMemoryHeads } from './inMemoryRecord.ts';
import { disks, RecordTestBed, testOutcome } from './recordTestBed.ts';

const shortSettle = { settleMs: 1 };
const ids = ['a', 'b', 'c', 'd', 'e'];

for (const [place, disk] of Object.entries(disks)) {
  describe(`verify, ${place}`, () => {
    let testBed: RecordTestBed;
    let file: string;

    beforeEach(async () => {
      testBed = new RecordTestBed(disk);
      file = await testBed.recordInNewWindow(ids);
    });
    afterEach(() => testBed.disk.dispose());

    const problem = async () => {
      const { ok, files } = await verifyRecord(testBed.files, testBed.heads, shortSettle);
      const damagedFile = files.find((verdict) => verdict.problem);
      assert.equal(ok, damagedFile === undefined);
      return damagedFile?.problem;
    };
    const lines = () => testBed.disk.read(file).toString('utf8').trimEnd().split('\n');
    const setLines = (changed: readonly string[]) =>
      testBed.disk.write(file, Buffer.from(changed.map((line) => `${line}\n`).join('')));

    it('finds no problem in an unchanged record', async () => {
      const progress: number[] = [];
      const verdict = await verifyRecord(testBed.files, testBed.heads, {
        ...shortSettle,
        onProgress: ({ entries }) => progress.push(entries),
      });
      assert.deepEqual(verdict, { ok: true, entries: 5, files: [{ file, entries: 5 }], dropped: [] });
      assert.equal(progress.at(-1), 5);
    });

    it('reports the changed entry', async () => {
      setLines(lines().map((line) => line.replace('"id":"c"', '"id":"x"')));
      assert.deepEqual(await problem(), { what: 'changed', line: 3 });
    });

    it('reports the position of removed entries', async () => {
      setLines(lines().toSpliced(1, 2));
      assert.deepEqual(await problem(), { what: 'removed', line: 2 });
    });

    it('reports the position of moved or repeated entries', async () => {
      const [a = '', b = '', ...rest] = lines();
      setLines([a, a, b, ...rest]);
      assert.deepEqual(await problem(), { what: 'order', line: 2 });
      setLines([b, a, ...rest]);
      assert.deepEqual(await problem(), { what: 'removed', line: 1 });
    });

    it('reports the line that is not JSON', async () => {
      setLines(lines().toSpliced(3, 0, 'hello'));
      assert.deepEqual(await problem(), { what: 'notJson', line: 4 });
    });

    it('reports missing last entries and a missing file', async () => {
      setLines(lines().slice(0, 3));
      assert.deepEqual(await problem(), { what: 'truncated', line: 4 });
      testBed.disk.write(file, Buffer.alloc(0));
      assert.deepEqual(await problem(), { what: 'truncated', line: 1 });
      await testBed.files.delete(file);
      assert.deepEqual(await problem(), { what: 'missing' });
    });

    it('reports a rewritten chain', async () => {
      let head = emptyHead(file);
      const forged = ids.map(() => {
        const next = chainEntry(head, JSON.stringify({ at: 'then', kind: 'elicitation', ...testOutcome() }));
        head = next.head;
        return next.line.trimEnd();
      });
      setLines(forged);
      assert.deepEqual(await problem(), { what: 'rewritten', line: 5 });
    });

    it('reports a file that replaces another', async () => {
      const other = await testBed.recordInNewWindow(ids, 'two');
      testBed.disk.write(file, testBed.disk.read(other));
      assert.deepEqual(await problem(), { what: 'changed', line: 1 });
    });

    it('reports a file without a head', async () => {
      await testBed.heads.delete(file);
      assert.deepEqual(await problem(), { what: 'headMissing' });
    });

    it('reports an incomplete last entry, and counts entries without a stored head', async () => {
      const next = chainEntry((await testBed.heads.get(file)) ?? assert.fail(), '{"at":"then"}');
      testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), Buffer.from(next.line)]));
      const verdict = await verifyRecord(testBed.files, testBed.heads, shortSettle);
      assert.deepEqual(verdict.files, [{ file, entries: 6, unvouched: 1 }]);
      testBed.disk.write(file, testBed.disk.read(file).subarray(0, -10));
      assert.deepEqual(await problem(), { what: 'torn', line: 6 });
    });

    it('reports a file that a deletion entry names although it was too young, with or without its head', async () => {
      const head = (await testBed.heads.get(file)) ?? assert.fail();
      testBed.advanceDays(20);
      const later = testBed.writer('later');
      later.append({ kind: 'retention', days: 90, files: [{ file, entries: 5, hash: head.hash }] });
      await later.flush();
      await testBed.files.delete(file);
      assert.equal((await problem())?.what, 'missing');
      await testBed.heads.delete(file);
      assert.deepEqual(await problem(), { what: 'droppedEarly' });
    });

    it('accepts missing files after the user cleared the record', async () => {
      const later = testBed.writer('later');
      later.append({ kind: 'cleared', files: [{ file, entries: 5 }] });
      await later.flush();
      await testBed.files.delete(file);
      assert.equal(await problem(), undefined);
    });

    it('waits for an append in progress', async () => {
      const whole = testBed.disk.read(file);
      const next = Buffer.from(chainEntry((await testBed.heads.get(file)) ?? assert.fail(), '{"at":"then"}').line);
      testBed.disk.write(file, Buffer.concat([whole, next.subarray(0, 20)]));
      const { files } = testBed;
      const read = files.read.bind(files);
      files.read = (name, from, to) => {
        // The incomplete entry is read again.
        if (from === whole.length) testBed.disk.write(file, Buffer.concat([whole, next]));
        return read(name, from, to);
      };
      assert.equal((await verifyRecord(files, testBed.heads, shortSettle)).ok, true);
      assert.deepEqual(testBed.disk.read(file), Buffer.concat([whole, next]));
    });

    it('can be aborted', async () => {
      await assert.rejects(verifyRecord(testBed.files, testBed.heads, { signal: AbortSignal.abort() }), {
        name: 'AbortError',
      });
    });
  });
}

describe('verify, for a record of version 0.1.0,', () => {
  it('finds no problem, also after that version deleted a file', async () => {
    const folder = fromRoot('test/data/record-0.1.0');
    const heads = new InMemoryHeads();
    const storedHeads: Record<string, StoredHead> = JSON.parse(readFileSync(join(folder, 'heads.json'), 'utf8'));
    for (const [file, head] of Object.entries(storedHeads)) {
      await heads.set(file, head);
    }
    assert.deepEqual(await verifyRecord(new RecordFolder(folder), heads, shortSettle), {
      ok: true,
      entries: 4,
      files: [
        { file: '2026-04.kept.1.jsonl', entries: 2 },
        { file: '2026-06.later.1.jsonl', entries: 2 },
      ],
      dropped: [],
    });
  });
});

describe('verify finds', () => {
  const names = ['a', 'bé', 'c\n', 'd😀', 'e'];
  let testBed: RecordTestBed;
  let file: string;
  let whole: Buffer;

  before(async () => {
    testBed = new RecordTestBed();
    file = await testBed.recordInNewWindow(names);
    whole = testBed.disk.read(file);
  });

  const assertFound = async (changed: Buffer) => {
    testBed.disk.write(file, changed);
    const { ok, files } = await verifyRecord(testBed.files, testBed.heads, shortSettle);
    assert.equal(ok, false);
    assert.equal(files.length, 1);
  };

  it('every change of a byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (index, change) => {
        const changed = Buffer.from(whole);
        changed[index] = (changed[index] ?? 0) ^ change;
        return assertFound(changed);
      }),
      { numRuns: 1500 },
    );
  });

  it('every inserted or removed byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.option(fc.nat(255)), (index, added) => {
        const [before, after] = [whole.subarray(0, index), whole.subarray(added === null ? index + 1 : index)];
        return assertFound(Buffer.concat([before, Buffer.from(added === null ? [] : [added]), after]));
      }),
      { numRuns: 500 },
    );
  });

  it('every truncation', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), (length) => assertFound(whole.subarray(0, length))),
      { numRuns: 300 },
    );
  });

  it('every other order or selection of its lines', async () => {
    const lines = whole.toString('utf8').split(/(?<=\n)/);
    const indexes = fc.array(fc.nat(lines.length - 1), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(indexes, (chosen) => {
        const changed = Buffer.from(chosen.map((index) => lines[index]).join(''));
        fc.pre(!changed.equals(whole));
        return assertFound(changed);
      }),
      { numRuns: 500 },
    );
  });
});
