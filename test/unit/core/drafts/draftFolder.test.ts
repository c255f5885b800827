import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DraftFolder } from '#core/drafts/draftFolder.ts';
import { DraftsTestBed, testDraftKey, typedContent } from './draftsTestBed.ts';

const posix = process.platform !== 'win32';

describe('drafts in a folder', () => {
  let scratch: string;
  let folder: string;
  let testBed: DraftsTestBed<DraftFolder>;

  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), 'drafts-'));
    folder = join(scratch, 'storage', 'drafts');
    testBed = open();
  });
  afterEach(() => rmSync(scratch, { recursive: true }));

  /** Another window, or this one after a reload. */
  function open(): DraftsTestBed<DraftFolder> {
    const opened = new DraftsTestBed(new DraftFolder(folder));
    opened.now = Date.now();
    return opened;
  }
  const only = () => join(folder, readdirSync(folder)[0] ?? '');

  it('are created with the first draft, readable for their owner only', async () => {
    assert.equal(testBed.found(), undefined);
    await testBed.drafts.cleanUp();
    assert.equal(existsSync(folder), false);
    testBed.type('Os');
    await testBed.drafts.flush();
    assert.equal(open().found(), 'Os');
    if (posix) {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.equal(statSync(only()).mode & 0o777, 0o600);
    }
  });

  it('are replaced atomically, whenever the process ends', async () => {
    testBed.type('before');
    await testBed.drafts.flush();
    const { ino } = statSync(only());
    testBed.type('after');
    await testBed.drafts.flush();
    assert.notEqual(statSync(only()).ino, ino);
    assert.equal(readdirSync(folder).length, 1);
    assert.equal(open().found(), 'after');
  });

  it('are not affected by the temporary file of an interrupted write', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    const left = join(folder, '.0123456789abcdef.tmp');
    writeFileSync(left, '{"format":1,');
    const other = open();
    assert.equal(other.found(), 'Os');
    assert.equal(other.drafts.count, 1);
    await other.drafts.cleanUp();
    assert.equal(existsSync(left), true);
    utimesSync(left, new Date(0), new Date(0));
    await other.drafts.cleanUp();
    assert.equal(existsSync(left), false);
  });

  it('do not touch files with other names', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await testBed.drafts.clear();
    assert.deepEqual(readdirSync(folder), ['.cleared', 'notes.txt']);
  });

  it('are forgotten by other windows when they are cleared', async () => {
    const draft = testBed.drafts.open(testDraftKey());
    draft.save(typedContent('hunter2'), ['city']);
    draft.close();
    const other = open();
    other.now = testBed.now;
    assert.equal(await other.drafts.clear(), 0);
    assert.equal(testBed.found(), undefined);
    testBed.now += 1;
    testBed.type('Os');
    assert.equal(testBed.found(), 'Os');
  });

  it('are found whatever the file with the time of the last clearing contains', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    for (const text of ['', 'x', '-1', '1e999']) {
      writeFileSync(join(folder, '.cleared'), text);
      assert.equal(testBed.found(), 'Os', text);
    }
    rmSync(join(folder, '.cleared'));
    mkdirSync(join(folder, '.cleared'));
    assert.equal(testBed.found(), 'Os');
  });

  it('cannot be cleared if the folder cannot be read, and the error is reported', async () => {
    mkdirSync(join(scratch, 'storage'));
    writeFileSync(folder, '');
    await assert.rejects(testBed.drafts.clear(), /ENOTDIR/);
  });

  // On Windows, links need rights that users do not have.
  if (posix) {
    it('are not read through a link, which is removed', async () => {
      testBed.type('Os');
      await testBed.drafts.flush();
      const path = only();
      const target = join(scratch, 'elsewhere.json');
      writeFileSync(target, readFileSync(path, 'utf8'));
      rmSync(path);
      symlinkSync(target, path);
      const other = open();
      assert.equal(other.found(), undefined);
      await other.drafts.flush();
      assert.deepEqual([readdirSync(folder), existsSync(target)], [[], true]);
    });
  }

  it('stay in memory if a folder is in place of their file', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    const path = only();
    rmSync(path);
    mkdirSync(path);
    testBed.type('Oslo');
    await testBed.drafts.flush();
    assert.equal(testBed.found(), 'Oslo');
    assert.deepEqual(testBed.failed, ['write', 'delete']);
    assert.deepEqual(readdirSync(folder).length, 1);
  });

  it('refuse a name that is not that of a draft', async () => {
    await assert.rejects(testBed.files.write('../x.json', ''), RangeError);
    await assert.rejects(testBed.files.delete('/etc/passwd'), RangeError);
    assert.throws(() => testBed.files.read('..'), RangeError);
  });
});
