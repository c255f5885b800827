import assert from 'node:assert/strict';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { ClientKeys, isKeyDeleted } from '#core/agents/home/clientKeys.ts';

describe('the key of a client', () => {
  it('counts as deleted only where the folder of the keys can be read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'home-'));
    const home = homeFolder(folder);
    const keys = new ClientKeys(home);
    assert.equal(await isKeyDeleted(home, 'codex'), false);
    await keys.create('codex');
    assert.deepEqual([await isKeyDeleted(home, 'codex'), await isKeyDeleted(home, 'gemini')], [false, true]);
    await keys.revoke('codex');
    assert.equal(await isKeyDeleted(home, 'codex'), true);
    renameSync(home.root, `${home.root}.away`);
    assert.equal(await isKeyDeleted(home, 'codex'), false);
    rmSync(folder, { recursive: true });
  });
});
