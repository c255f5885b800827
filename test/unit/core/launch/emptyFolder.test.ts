import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEmptyFolder } from '#core/launch/emptyFolder.ts';

describe('the folder in which servers start in an untrusted workspace', () => {
  let parent = '';
  beforeEach(async () => {
    parent = join(await mkdtemp(join(tmpdir(), 'empty-')), 'made');
  });
  afterEach(() => rm(join(parent, '..'), { recursive: true, force: true }));

  it('contains only an empty package.json, and is new for each start', async () => {
    const [one, other] = [await makeEmptyFolder(parent), await makeEmptyFolder(parent)];
    assert.notEqual(one, other);
    for (const folder of [one, other]) {
      assert.deepEqual(await readdir(folder), ['package.json']);
      assert.deepEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), {});
    }
  });

  it('is removed a day after its process has ended; other folders stay', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const ofThisProcess = await makeEmptyFolder(parent);
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const name of [`${pid}-old`, `${pid}-new`, 'other']) {
      await mkdir(join(parent, name));
    }
    for (const path of [ofThisProcess, join(parent, `${pid}-old`), join(parent, 'other')]) {
      await utimes(path, twoDaysAgo, twoDaysAgo);
    }
    const next = await makeEmptyFolder(parent);
    const remaining = new Set(await readdir(parent));
    assert.deepEqual(
      remaining,
      new Set([ofThisProcess, next].map((path) => path.slice(parent.length + 1)).concat('other', `${pid}-new`)),
    );
  });
});
