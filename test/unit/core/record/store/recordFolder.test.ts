import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repairRecord } from '#core/record/repair.ts';
import { emptyHead } from '#core/record/store/chain.ts';
import { WrongSize } from '#core/record/store/recordFiles.ts';
import { RecordFolder } from '#core/record/store/recordFolder.ts';
import { verifyRecord } from '#core/record/verify.ts';
import { until } from '#test/host/until.ts';
import { fromRoot } from '#test/root.ts';
import { InMemoryHeads } from '#test/unit/core/record/inMemoryRecord.ts';
import { RecordTestBed } from '#test/unit/core/record/recordTestBed.ts';

const name = '2026-03.one.1.jsonl';

describe('the folder of the record', () => {
  let folder: string;
  let files: RecordFolder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'record-'));
    files = new RecordFolder(join(folder, 'a', 'b'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is created with the first line, readable for its owner only', async () => {
    assert.deepEqual(await files.list(), []);
    assert.equal(await files.read(name, 0, 10), undefined);
    assert.equal(existsSync(join(folder, 'a')), false);
    await files.append(name, 'hello\n', 0);
    assert.equal(readFileSync(join(folder, 'a', 'b', name), 'utf8'), 'hello\n');
    if (process.platform !== 'win32') {
      assert.equal(statSync(join(folder, 'a', 'b', name)).mode & 0o777, 0o600);
      assert.equal(statSync(join(folder, 'a', 'b')).mode & 0o777, 0o700);
    }
  });

  it('appends only at the expected end of a file, and does not create a deleted file again', async () => {
    await files.append(name, 'hello\n', 0);
    await assert.rejects(files.append(name, 'x', 0), WrongSize);
    await assert.rejects(files.append(name, 'x', 5), WrongSize);
    await files.append(name, 'wörld\n', 6);
    assert.equal(String(await files.read(name, 6, 100)), 'wörld\n');
    await files.truncate(name, 6);
    await assert.rejects(files.truncate(name, 7), WrongSize);
    assert.equal(String(await files.read(name, 2, 4)), 'll');
    await files.delete(name);
    await files.delete(name);
    await files.truncate(name, 0);
    await assert.rejects(files.append(name, 'x', 6), WrongSize);
    assert.deepEqual(await files.list(), []);
  });

  it('ignores other files and folders', async () => {
    await files.append(name, 'hello\n', 0);
    writeFileSync(join(folder, 'a', 'b', 'notes.txt'), 'mine');
    mkdirSync(join(folder, 'a', 'b', '2026-03.folder.1.jsonl'));
    assert.deepEqual(
      (await files.list()).map((file) => [file.name, file.bytes]),
      [[name, 6]],
    );
    for (const other of ['../x.jsonl', 'notes.txt', '2026-03.../x.1.jsonl', '']) {
      await assert.rejects(files.read(other, 0, 1), RangeError);
      await assert.rejects(files.delete(other), RangeError);
      await assert.rejects(files.append(other, 'x', 0), RangeError);
    }
  });

  it('loses no written entry if the process is killed', async () => {
    const child = spawn(process.execPath, [fromRoot('test/unit/core/record/endlessWriter.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    await until(() => output.split('\n').length > 20);
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
    const written = Number(output.trimEnd().split('\n').slice(0, -1).at(-1));
    // Only the first head of the file was stored.
    const killed = new RecordFolder(folder);
    const [file] = await killed.list();
    const heads = new InMemoryHeads();
    await heads.set(file?.name ?? '', emptyHead(file?.name ?? ''));
    const testBed = new RecordTestBed();
    const found = await repairRecord({ files: killed, heads, writer: testBed.writer('later'), settleMs: 1 });
    const adopted = found.find(({ what }) => what === 'adopted')?.entries ?? 0;
    assert.ok(adopted >= written, `${adopted} of ${written}`);
    assert.equal((await verifyRecord(killed, heads, { settleMs: 1 })).ok, true);
  });
});
