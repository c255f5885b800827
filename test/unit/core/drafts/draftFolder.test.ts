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
  let parentFolder: string;
  let folder: string;
  let testBed: DraftsTestBed<DraftFolder>;

  beforeEach(() => {
    parentFolder = mkdtempSync(join(tmpdir(), 'drafts-'));
    folder = join(parentFolder, 'storage', 'drafts');
    testBed = openFolder();
  });
  afterEach(() => rmSync(parentFolder, { recursive: true }));

  /** Opens the folder in another window, or in this one after a reload. */
  function openFolder(): DraftsTestBed<DraftFolder> {
    const window = new DraftsTestBed(new DraftFolder(folder));
    window.now = Date.now();
    return window;
  }
  const onlyFile = () => join(folder, readdirSync(folder)[0] ?? '');

  it('are in a folder that is created with the first draft, readable for its owner only', async () => {
    assert.equal(testBed.readOfferedText(), undefined);
    await testBed.drafts.cleanUp();
    assert.equal(existsSync(folder), false);
    testBed.type('Os');
    await testBed.drafts.flush();
    assert.equal(openFolder().readOfferedText(), 'Os');
    if (posix) {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      assert.equal(statSync(onlyFile()).mode & 0o777, 0o600);
    }
  });

  it('are replaced atomically', async () => {
    testBed.type('before');
    await testBed.drafts.flush();
    const { ino } = statSync(onlyFile());
    testBed.type('after');
    await testBed.drafts.flush();
    assert.notEqual(statSync(onlyFile()).ino, ino);
    assert.equal(readdirSync(folder).length, 1);
    assert.equal(openFolder().readOfferedText(), 'after');
  });

  it('are not affected by the temporary file of an interrupted write', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    const temporaryFile = join(folder, '.0123456789abcdef.tmp');
    writeFileSync(temporaryFile, '{"format":1,');
    const other = openFolder();
    assert.equal(other.readOfferedText(), 'Os');
    assert.equal(other.drafts.count, 1);
    await other.drafts.cleanUp();
    assert.equal(existsSync(temporaryFile), true);
    utimesSync(temporaryFile, new Date(0), new Date(0));
    await other.drafts.cleanUp();
    assert.equal(existsSync(temporaryFile), false);
  });

  it('leave files with other names in the folder', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    await testBed.drafts.clear();
    assert.deepEqual(readdirSync(folder), ['.cleared', 'notes.txt']);
  });

  it('are removed from the memory of other windows when they are cleared', async () => {
    const draft = testBed.drafts.open(testDraftKey());
    draft.save(typedContent('hunter2'), ['city']);
    draft.close();
    const other = openFolder();
    other.now = testBed.now;
    assert.equal(await other.drafts.clear(), 0);
    assert.equal(testBed.readOfferedText(), undefined);
    testBed.now += 1;
    testBed.type('Os');
    assert.equal(testBed.readOfferedText(), 'Os');
  });

  it('are found even if the file with the time of the last clearing is invalid', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    for (const text of ['', 'x', '-1', '1e999']) {
      writeFileSync(join(folder, '.cleared'), text);
      assert.equal(testBed.readOfferedText(), 'Os', text);
    }
    rmSync(join(folder, '.cleared'));
    mkdirSync(join(folder, '.cleared'));
    assert.equal(testBed.readOfferedText(), 'Os');
  });

  it('cannot be cleared if the folder cannot be read, and the error is reported', async () => {
    mkdirSync(join(parentFolder, 'storage'));
    writeFileSync(folder, '');
    await assert.rejects(testBed.drafts.clear(), /ENOTDIR/);
  });

  // On Windows a user needs additional rights to create links.
  if (posix) {
    it('are not read through a symbolic link, which is removed', async () => {
      testBed.type('Os');
      await testBed.drafts.flush();
      const path = onlyFile();
      const target = join(parentFolder, 'elsewhere.json');
      writeFileSync(target, readFileSync(path, 'utf8'));
      rmSync(path);
      symlinkSync(target, path);
      const other = openFolder();
      assert.equal(other.readOfferedText(), undefined);
      await other.drafts.flush();
      assert.deepEqual([readdirSync(folder), existsSync(target)], [[], true]);
    });
  }

  it('stay in memory if a folder has the name of their file', async () => {
    testBed.type('Os');
    await testBed.drafts.flush();
    const path = onlyFile();
    rmSync(path);
    mkdirSync(path);
    testBed.type('Oslo');
    await testBed.drafts.flush();
    assert.equal(testBed.readOfferedText(), 'Oslo');
    assert.deepEqual(testBed.failedOperations, ['write', 'delete']);
    assert.deepEqual(readdirSync(folder).length, 1);
  });

  it('are not written, deleted or read under a name that is not a draft name', async () => {
    await assert.rejects(testBed.files.write('../x.json', ''), RangeError);
    await assert.rejects(testBed.files.delete('/etc/passwd'), RangeError);
    assert.throws(() => testBed.files.read('..'), RangeError);
  });
});
