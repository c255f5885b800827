import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { folderTurns } from '#core/authorization/folderTurns.ts';

describe('the turns of windows', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'turns-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('do not overlap for the same key, and leave nothing in the folder', async () => {
    const shared = join(folder, 'refreshing');
    const steps: string[] = [];
    const take = (key: string, name: string) =>
      folderTurns(shared).take(key, async () => {
        steps.push(`${name} begins`);
        await new Promise(setImmediate);
        steps.push(`${name} ends`);
        return name;
      });
    assert.deepEqual(await Promise.all([take('oauth:a', 'one'), take('oauth:a', 'two')]), ['one', 'two']);
    const [first, second, third, fourth] = steps.map((step) => step.split(' ')[0]);
    assert.ok(first === second && third === fourth && first !== third, steps.join());
    assert.deepEqual(await readdir(shared), []);
  });

  it('pass on the error of the action, and end with it', async () => {
    const turns = folderTurns(folder);
    const failing = async () => {
      throw new Error('no');
    };
    await assert.rejects(turns.take('a', failing), { message: 'no' });
    assert.equal(await turns.take('a', async () => 'next'), 'next');
  });

  it('are taken without waiting if the folder cannot be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    assert.equal(await folderTurns(file).take('a', async () => 'done'), 'done');
  });
});
