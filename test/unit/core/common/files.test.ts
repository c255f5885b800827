import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegularFile } from '#core/common/files.ts';

describe('reading a file that an entry names', () => {
  let scratch = '';
  before(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'regular-'));
  });
  after(() => rm(scratch, { recursive: true, force: true }));

  it('gives the text of a regular file, through a link too', async () => {
    await writeFile(join(scratch, 'file'), 'Ä=1\n');
    await symlink('file', join(scratch, 'link'));
    assert.equal(await readRegularFile(join(scratch, 'file'), 5), 'Ä=1\n');
    assert.equal(await readRegularFile(join(scratch, 'link'), 100), 'Ä=1\n');
  });

  it('refuses one that is larger than the limit, whatever size it says it has', async () => {
    await writeFile(join(scratch, 'large'), 'x'.repeat(101));
    await assert.rejects(readRegularFile(join(scratch, 'large'), 100), /larger than 100 bytes/);
    if (process.platform === 'linux') {
      // Says that it is empty.
      await assert.rejects(readRegularFile('/proc/self/mountinfo', 10), /larger than 10 bytes/);
    }
  });

  if (process.platform !== 'win32') {
    it('waits for no pipe and no device', async () => {
      const pipe = join(scratch, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, '/dev/zero', '/dev/tty', scratch]) {
        await assert.rejects(readRegularFile(path, 100), /not a regular file/, path);
      }
    });
  }
});
