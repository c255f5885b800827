import assert from 'node:assert/strict';
import { chmod, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode } from '#core/agents/home/findNode.ts';
import { posixIt } from '#test/posix.ts';

describe('the search for Node', () => {
  posixIt('runs a program in its own folder, whatever the working directory has', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'node-')));
    try {
      const program = join(folder, 'node');
      await writeFile(program, `#!/bin/sh\nprintf '["24.1.0","%s/chosen"]' "$(pwd)"\n`);
      await chmod(program, 0o755);
      const search = { platform: process.platform, variables: { PATH: folder }, isUntrusted: async () => false };
      assert.equal(await findNode(search), join(folder, 'chosen'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
