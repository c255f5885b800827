import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { removeTemporaryFolder, temporaryPrefix } from '#scripts/soak/agents/temporaryFolder.ts';

describe('the temporary folder of a segment', () => {
  it('is removed with the processes that were started for it, also with one that is stopped', async () => {
    // Only Linux says which these are.
    if (process.platform !== 'linux') return;
    const folder = mkdtempSync(temporaryPrefix);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', folder], { stdio: 'ignore' });
    await once(child, 'spawn');
    child.kill('SIGSTOP');
    const ended = once(child, 'exit');
    await removeTemporaryFolder(folder);
    assert.deepEqual(await ended, [null, 'SIGKILL']);
    assert.equal(existsSync(folder), false);
  });
});
