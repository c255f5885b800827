import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeEmptyFolder } from '#core/launch/emptyFolder.ts';

describe('the folder in which servers start before there is trust', () => {
  let parent = '';
  beforeEach(async () => {
    parent = join(await mkdtemp(join(tmpdir(), 'empty-')), 'made');
  });
  afterEach(() => rm(join(parent, '..'), { recursive: true, force: true }));

  it('holds nothing but an empty package.json, and is another for each start', async () => {
    const [one, other] = [await makeEmptyFolder(parent), await makeEmptyFolder(parent)];
    assert.notEqual(one, other);
    for (const folder of [one, other]) {
      assert.deepEqual(await readdir(folder), ['package.json']);
      assert.deepEqual(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')), {});
    }
  });

  it('is removed a day after its process has gone, and no other is', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    const own = await makeEmptyFolder(parent);
    const long = new Date(Date.now() - 2 * 24 * 60 * 60 * 1000);
    for (const name of [`${pid}-old`, `${pid}-new`, 'other']) {
      await mkdir(join(parent, name));
    }
    for (const path of [own, join(parent, `${pid}-old`), join(parent, 'other')]) {
      await utimes(path, long, long);
    }
    const next = await makeEmptyFolder(parent);
    const left = new Set(await readdir(parent));
    assert.deepEqual(
      left,
      new Set([own, next].map((path) => path.slice(parent.length + 1)).concat('other', `${pid}-new`)),
    );
  });
});
