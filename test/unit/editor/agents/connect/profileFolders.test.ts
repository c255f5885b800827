import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProfileFolders } from '#editor/agents/connect/profileFolders.ts';

describe('the folders of the profiles of an editor', () => {
  let user = '';
  beforeEach(async () => {
    user = await mkdtemp(join(tmpdir(), 'profiles-'));
  });
  afterEach(() => rm(user, { recursive: true, force: true }));

  it('are the one of the default profile, and those of the others', async () => {
    assert.deepEqual(await findProfileFolders(user, 'code-server'), [user]);
    await mkdir(join(user, 'profiles', 'b'), { recursive: true });
    await mkdir(join(user, 'profiles', '-5e'));
    await writeFile(join(user, 'profiles', 'file'), '');
    const profiles = [join(user, 'profiles', '-5e'), join(user, 'profiles', 'b')];
    assert.deepEqual(await findProfileFolders(user, 'Visual Studio Code'), [user, ...profiles]);
  });

  it('are at most 51', async () => {
    for (let index = 0; index < 60; index++) await mkdir(join(user, 'profiles', `p${index}`), { recursive: true });
    assert.equal((await findProfileFolders(user, 'VSCodium')).length, 51);
  });

  it('are none in an editor whose own host has another file', async () => {
    assert.deepEqual(await findProfileFolders(user, 'Cursor'), []);
    assert.deepEqual(await findProfileFolders(user, 'Windsurf Next'), []);
  });
});
