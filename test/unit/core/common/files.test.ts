import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readRegularFile } from '#core/common/files.ts';

describe('readRegularFile', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'regular-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('returns the text of a regular file, also through a symbolic link', async () => {
    await writeFile(join(folder, 'file'), 'Ä=1\n');
    await symlink('file', join(folder, 'link'));
    assert.equal(await readRegularFile(join(folder, 'file'), 5), 'Ä=1\n');
    assert.equal(await readRegularFile(join(folder, 'link'), 100), 'Ä=1\n');
  });

  it('refuses a file that is larger than the limit, even if its reported size is smaller', async () => {
    await writeFile(join(folder, 'large'), 'x'.repeat(101));
    await assert.rejects(readRegularFile(join(folder, 'large'), 100), /larger than 100 bytes/);
    if (process.platform === 'linux') {
      // This file reports size 0.
      await assert.rejects(readRegularFile('/proc/self/mountinfo', 10), /larger than 10 bytes/);
    }
  });

  if (process.platform !== 'win32') {
    it('refuses pipes, devices and folders at once', async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      for (const path of [pipe, '/dev/zero', '/dev/tty', folder]) {
        await assert.rejects(readRegularFile(path, 100), /not a regular file/, path);
      }
    });
  }
});
