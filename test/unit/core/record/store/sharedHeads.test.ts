import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearRecordFiles } from '#core/record/retention.ts';
import { HeadNotesFolder, SharedHeads, sealKey } from '#core/record/store/sharedHeads.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { until } from '#test/host/until.ts';
import { onWindows } from '#test/posix.ts';
import { InMemoryHeads } from '#test/unit/core/record/inMemoryRecord.ts';
import { entryId, RecordTestBed, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

const file = '2026-03.one.1.jsonl';
const other = '2026-03.two.1.jsonl';
const head = (count: number) => ({ hash: `${count}`.repeat(64), count, bytes: count * 100 });

describe('the shared heads of windows with separate secrets', () => {
  let folder: string;
  beforeEach(async () => {
    folder = join(await mkdtemp(join(tmpdir(), 'heads-')), 'notes');
  });
  afterEach(() => rm(join(folder, '..'), { recursive: true }));

  const key = Buffer.alloc(32, 7);
  function openWindow(headsOfWindow = new InMemoryHeads(), sealKeyOfWindow = key) {
    return new SharedHeads(headsOfWindow, new HeadNotesFolder(folder), async () => sealKeyOfWindow);
  }

  it('are available in all windows, the newest of each file', async () => {
    const [one, two] = [openWindow(), openWindow()];
    assert.deepEqual([await one.names(), await one.get(file)], [[], undefined]);
    await one.set(file, head(1));
    await two.set(other, head(2));
    assert.deepEqual([await one.get(other), await two.get(file)], [head(2), head(1)]);
    await one.set(file, head(3));
    assert.deepEqual(await two.get(file), head(3));
    assert.deepEqual((await two.names()).toSorted(), [file, other]);
    await two.delete(file);
    assert.deepEqual(await openWindow().names(), [other]);
  });

  it('are those of the window if a note is missing or older', async () => {
    const headsOfWindow = new InMemoryHeads();
    const one = openWindow(headsOfWindow);
    await one.set(file, { ...head(2), said: 'changed' });
    const note = await readFile(join(folder, file), 'utf8');
    await one.set(file, head(3));
    await writeFile(join(folder, file), note);
    assert.deepEqual(await one.get(file), head(3));
    await rm(join(folder, file));
    assert.deepEqual([await one.get(file), await one.names()], [head(3), [file]]);
  });

  it('are ignored if they were written without the key', async () => {
    const one = openWindow();
    await openWindow(new InMemoryHeads(), Buffer.alloc(32, 8)).set(file, head(9));
    assert.equal(await one.get(file), undefined);
    await one.set(file, head(1));
    const note = await readFile(join(folder, file), 'utf8');
    const two = openWindow();
    for (const text of [note.replace('"count":1', '"count":2'), '', '{', 'null', '{"head":1,"seal":2}']) {
      await writeFile(join(folder, file), text);
      assert.equal(await two.get(file), undefined, text);
    }
    await writeFile(join(folder, other), note);
    assert.equal(await two.get(other), undefined, 'the note of another file');
  });

  it('cause no finding in a window after another window has cleared the record', async () => {
    const testBed = new RecordTestBed();
    const { files } = testBed;
    const [one, two] = [openWindow(), openWindow()];
    const other = testBed.writer('other', { heads: one });
    other.recordElicitation(testOutcome({ id: 'a' }));
    await other.flush();
    assert.ok((await verifyRecord(files, two)).ok);
    // Longer than the storing of a head takes.
    await clearRecordFiles({
      files,
      heads: two,
      writer: testBed.writer('mine', { heads: two }),
      secondDeletionAfterMs: 100,
    });
    other.recordElicitation(testOutcome({ id: 'b' }));
    await until(() => other.flush());
    assert.deepEqual((await testBed.entries()).map(entryId).toSorted(), ['b', 'cleared']);
    assert.equal(other.state.kind, 'ok');
    for (const heads of [one, two, openWindow()]) {
      const { ok, files: all } = await verifyRecord(files, heads);
      assert.deepEqual([ok, all.length], [true, 2]);
    }
  });

  it('are written atomically in files that only their owner can read', async () => {
    const one = openWindow();
    await one.set(file, head(1));
    assert.deepEqual(await readdir(folder), [file]);
    if (!onWindows) assert.equal((await stat(join(folder, file))).mode & 0o77, 0);
    await assert.rejects(one.set('../2026-03.one.1.jsonl', head(1)), RangeError);
  });

  it('are sealed with one key, even if several windows create it at the same time', async () => {
    const storedKeys = new Map<string, unknown>();
    const memory = {
      get: (name: string) => storedKeys.get(name),
      update: async (name: string, value: unknown) => void storedKeys.set(name, value),
    };
    const createdKey = await sealKey(memory)();
    assert.deepEqual([createdKey.length, await sealKey(memory)()], [32, createdKey]);
    for (const damaged of ['damaged', 7, null]) {
      storedKeys.set('record.sealKey', damaged);
      assert.equal((await sealKey(memory)()).length, 32);
    }

    const [one, two] = [new Map<string, unknown>(), new Map<string, unknown>()];
    const keys = [one, two].map((values) => sealKey({ ...memory, get: (name) => values.get(name) }));
    const firstKeys = await Promise.all(keys.map((key) => key()));
    const hexKeys = firstKeys.map((key) => key.toString('hex'));
    one.set('record.sealKey', hexKeys[1]);
    two.set('record.sealKey', hexKeys[0]);
    const laterKeys = await Promise.all(keys.map((key) => key()));
    assert.deepEqual(laterKeys[0], laterKeys[1]);
    assert.equal(storedKeys.get('record.sealKey'), laterKeys[0]?.toString('hex'));
  });
});
