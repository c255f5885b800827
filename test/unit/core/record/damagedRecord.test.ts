import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RepairFinding } from '#core/record/entries/entry.ts';
import { exportCsv, exportJsonLines } from '#core/record/history/exportFormats.ts';
import { readRecordPage } from '#core/record/history/recordPage.ts';
import { RecordMaintenance } from '#core/record/maintenance.ts';
import { RecordWriter } from '#core/record/recordWriter.ts';
import type { Heads } from '#core/record/store/heads.ts';
import type { RecordFiles } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { SecretStorageHeads } from '#core/record/store/secretStorageHeads.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { until } from '#test/host/until.ts';
import { InMemoryHeads, InMemoryRecordFiles } from './inMemoryRecord.ts';
import { disks, RecordTestBed, SettableClock, testOutcome } from './recordTestBed.ts';

const timing = { retriesMs: [5], settleMs: 5, headPauseMs: 5, headRetryMs: 5 };

/** Starts and ends a window. Resolves to its repair findings and its errors. */
async function start(files: RecordFiles, heads: Heads, window: string) {
  const writer = new RecordWriter({ files, heads, window, values: () => 'redacted', timing });
  const found: RepairFinding[] = [];
  const failures: unknown[] = [];
  const maintenance = new RecordMaintenance({
    files,
    heads,
    writer,
    clock: new SettableClock(),
    memory: new InMemoryStateStore(),
    days: () => 90,
    onFindings: (all) => found.push(...all),
    onFailure: (error) => failures.push(error),
    settleMs: 1,
  });
  await maintenance.started;
  maintenance.dispose();
  await writer.flush();
  return { found, failures: failures.map((error) => (error instanceof Error ? error.message : String(error))) };
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
  }
  return text;
}

describe('a record that cannot be written', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'record-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const recorderIn = (files: RecordFiles) =>
    new RecordWriter({
      files,
      heads: new InMemoryHeads(),
      clock: new SettableClock(),
      window: 'one',
      values: () => 'redacted',
      timing,
    });

  it('reports a file that has the name of its folder, and is written after the file was removed', async () => {
    for (const path of ['record', join('record', 'below')]) {
      const place = join(folder, 'record');
      writeFileSync(place, 'mine');
      const files = new RecordFolder(join(folder, path));
      const writer = recorderIn(files);
      writer.recordElicitation(testOutcome({ id: 'kept' }));
      assert.equal(await writer.flush(), false);
      assert.deepEqual(writer.state, {
        kind: 'failing',
        reason: 'A file is where the folder of the record should be. Move it away.',
        waiting: 1,
        lost: 0,
      });
      rmSync(place);
      await until(() => writer.state.kind === 'ok');
      await writer.flush();
      assert.deepEqual(
        (await readRecordPage(files)).entries.map(({ entry }) => entry.kind),
        ['gap', 'elicitation'],
      );
      rmSync(place, { recursive: true });
    }
  });

  it('does not prevent the start of a window, and the reason is reported', async () => {
    writeFileSync(join(folder, 'record'), 'mine');
    const { found, failures } = await start(new RecordFolder(join(folder, 'record')), new InMemoryHeads(), 'one');
    assert.deepEqual(found, []);
    assert.equal(failures.length, 2);
    assert.match(failures.join(), /ENOTDIR/);
  });

  it('reports a folder that has the name of its file', async () => {
    const files = new RecordFolder(folder);
    mkdirSync(join(folder, '2026-03.one.1.jsonl'));
    const writer = recorderIn(files);
    writer.recordElicitation(testOutcome());
    assert.equal(await writer.flush(), false);
    const { state } = writer;
    assert.equal(
      state.kind === 'failing' && state.reason,
      'A folder is where a file of the record should be. Move it away.',
    );
    rmSync(join(folder, '2026-03.one.1.jsonl'), { recursive: true });
    await until(() => writer.state.kind === 'ok');
  });

  if (process.platform === 'linux') {
    it('reports a full disk, and is written after there is space', async () => {
      const files = new RecordFolder(folder);
      const full = join(folder, '2026-03.one.1.jsonl');
      symlinkSync('/dev/full', full);
      const writer = recorderIn(files);
      writer.recordElicitation(testOutcome({ id: 'kept' }));
      assert.equal(await writer.flush(), false);
      assert.deepEqual(writer.state, { kind: 'failing', reason: 'The disk is full.', waiting: 1, lost: 0 });
      rmSync(full);
      await until(() => writer.state.kind === 'ok');
    });
  }

  for (const [code, reason] of [
    ['ENOSPC', 'The disk is full.'],
    ['EDQUOT', 'The disk quota is used up.'],
    ['EACCES', 'The folder may not be written to.'],
    ['EROFS', 'The disk cannot be written to.'],
    ['EIO', 'The disk reports an error.'],
  ] as const) {
    it(`loses no entry on ${code}, and reports the reason`, async () => {
      const files = new InMemoryRecordFiles(new SettableClock());
      const { append } = files;
      files.append = () => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
      const writer = recorderIn(files);
      writer.recordElicitation(testOutcome({ id: 'kept' }));
      assert.equal(await writer.flush(), false);
      const { state } = writer;
      assert.deepEqual(state, { kind: 'failing', reason, waiting: 1, lost: 0 });
      files.append = append;
      await until(() => writer.state.kind === 'ok');
      assert.equal(await writer.flush(), true);
      const [gap] = (await readRecordPage(files)).entries;
      assert.equal(gap?.entry.kind === 'gap' && gap.entry.reason, reason);
    });
  }
});

describe('the start of a window on a damaged record', () => {
  let testBed: RecordTestBed;
  let secrets: Map<string, string>;
  let heads: SecretStorageHeads;
  beforeEach(() => {
    testBed = new RecordTestBed(disks['in a directory']);
    secrets = new Map();
    heads = new SecretStorageHeads({
      get: async (key) => secrets.get(key),
      store: async (key, value) => void secrets.set(key, value),
      delete: async (key) => void secrets.delete(key),
    });
  });

  afterEach(() => testBed.disk.dispose());

  /** Writes two entries and their head in a window. */
  const writeEntries = async (window: string): Promise<string> => {
    const writer = testBed.writer(window, { heads });
    writer.recordElicitation(testOutcome({ id: 'a' }));
    writer.recordElicitation(testOutcome({ id: 'b' }));
    await writer.flush();
    return writer.file ?? '';
  };
  const problems = async () =>
    (await verifyRecord(testBed.files, heads, { settleMs: 1 })).files.flatMap(({ file, problem }) =>
      problem ? [[file, problem.what]] : [],
    );

  it('reports a file whose head cannot be read once, and repairs the other files', async () => {
    const [damaged, torn] = [await writeEntries('w1'), await writeEntries('w2')];
    secrets.set(`record.head.${damaged}`, '{"hash":"');
    testBed.disk.write(torn, Buffer.concat([testBed.disk.read(torn), Buffer.from('{"v":1,')]));
    const { found, failures } = await start(testBed.files, heads, 'later');
    assert.deepEqual(found, [
      { file: damaged, what: 'headLost' },
      { file: torn, what: 'torn', bytes: 7 },
    ]);
    assert.deepEqual(failures, []);
    const recordedFindings = (await testBed.entries())
      .filter((entry) => entry.kind === 'repair')
      .flatMap((entry) => entry.found);
    assert.deepEqual(recordedFindings, found);
    assert.deepEqual((await start(testBed.files, heads, 'last')).found, []);
    assert.deepEqual(await problems(), [[damaged, 'headMissing']]);
  });

  it('repairs files even if the list of heads cannot be read', async () => {
    const [torn, fine] = [await writeEntries('w1'), await writeEntries('w2')];
    testBed.disk.write(torn, Buffer.concat([testBed.disk.read(torn), Buffer.from('{')]));
    secrets.set('record.heads', 'damaged');
    const { found } = await start(testBed.files, heads, 'later');
    assert.deepEqual(found, [{ file: torn, what: 'torn', bytes: 1 }]);
    assert.ok([torn, fine].every((file) => secrets.get('record.heads')?.includes(file)));
    assert.deepEqual(await problems(), []);
  });

  it('deletes unreadable heads of missing files', async () => {
    const file = await writeEntries('w1');
    await testBed.files.delete(file);
    secrets.set(`record.head.${file}`, 'damaged');
    assert.deepEqual((await start(testBed.files, heads, 'later')).found, []);
    assert.deepEqual([await heads.names(), secrets.has(`record.head.${file}`)], [[], false]);
  });

  it('does not affect the reading, export and verification of intact files; verification reports damaged ones', async () => {
    const file = await writeEntries('w1');
    const garbage: Readonly<Record<string, Buffer>> = {
      '2026-03.g1.1.jsonl': Buffer.alloc(3_000_000, 0),
      '2026-03.g2.1.jsonl': Buffer.from([0xff, 0xfe, 0x0a, 0x80, 0x0a]),
      '2026-03.g3.1.jsonl': Buffer.from('\n\n\n{}\n[]\nnull\n"x"\n'),
      '2026-03.g4.1.jsonl': Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(garbage)) {
      testBed.disk.write(name, bytes);
    }
    const { found, failures } = await start(testBed.files, heads, 'later');
    assert.deepEqual([found, failures], [[], []]);
    const page = await readRecordPage(testBed.files);
    assert.deepEqual(
      page.entries.map(({ entry }) => entry.kind === 'elicitation' && entry.id),
      ['b', 'a'],
    );
    assert.ok(page.unreadable > 0);
    const intactText = String(testBed.disk.read(file));
    assert.ok((await textOf(exportJsonLines(testBed.files))).includes(intactText));
    assert.ok((await textOf(exportCsv(testBed.files))).includes('book_table'));
    const problemsByFile = new Map((await problems()).map(([name, what]) => [name, what]));
    assert.equal(problemsByFile.has(file), false);
    assert.deepEqual(
      ['g1', 'g2', 'g3'].map((name) => problemsByFile.get(`2026-03.${name}.1.jsonl`) !== undefined),
      [true, true, true],
    );
  });

  it('repairs the other files if a file cannot be read, and reports that', async () => {
    const [broken, torn] = [await writeEntries('w1'), await writeEntries('w2')];
    for (const file of [broken, torn]) {
      testBed.disk.write(file, Buffer.concat([testBed.disk.read(file), Buffer.from('{"v":1,')]));
    }
    const { read } = testBed.files;
    testBed.files.read = (name, ...range) =>
      name === broken
        ? Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
        : read.call(testBed.files, name, ...range);
    const { found, failures } = await start(testBed.files, heads, 'later');
    assert.deepEqual(found, [{ file: torn, what: 'torn', bytes: 7 }]);
    assert.deepEqual(failures, ['EIO: i/o error']);
  });

  it('does not prevent the recording if no head can be stored or read', async () => {
    const file = await writeEntries('w1');
    const locked = () => Promise.reject(new Error('The keyring is locked.'));
    const lockedHeads = new SecretStorageHeads({ get: locked, store: locked, delete: locked });
    const { found, failures } = await start(testBed.files, lockedHeads, 'later');
    assert.deepEqual([found, failures], [[], ['The keyring is locked.', 'The keyring is locked.']]);
    const writer = testBed.writer('later', { heads: lockedHeads });
    writer.recordElicitation(testOutcome({ id: 'c' }));
    await writer.flush();
    assert.equal((await testBed.entries()).length, 3);
    assert.notEqual(writer.file, file);
  });
});
