import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import {
  createConfigFile,
  keepBackup,
  readConfigFile,
  removeBackup,
  removeConfigFile,
  replaceConfigFile,
} from '#core/agents/connect/configFiles.ts';
import { maxConfigLength } from '#core/agents/syntax/configText.ts';

describe('the configuration files on disk', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'config-files-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  async function readExisting(path: string) {
    const file = await readConfigFile(path);
    assert.ok(file);
    return file;
  }

  it('are replaced with their permissions, and leave no other file', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, '\ufeff{"a": "ä"}\r\n');
    await chmod(path, 0o640);
    const file = await readExisting(path);
    assert.deepEqual([file.text, file.refusal], ['\ufeff{"a": "ä"}\r\n', undefined]);
    await replaceConfigFile(file, 'new');
    assert.equal(await readFile(path, 'utf8'), 'new');
    assert.deepEqual(await readdir(folder), ['settings.json']);
    if (process.platform !== 'win32') assert.equal((await stat(path)).mode & 0o777, 0o640);
  });

  it('are not replaced if they changed since they were read, also without another size or date', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, '{"a": 1}');
    const file = await readExisting(path);
    await writeFile(path, '{"a": 2}');
    await assert.rejects(replaceConfigFile(file, 'new'), /changed at the same time/);
    await assert.rejects(removeConfigFile(file), /changed at the same time/);
    assert.equal(await readFile(path, 'utf8'), '{"a": 2}');
    assert.deepEqual(await readdir(folder), ['settings.json']);
    await rm(path);
    await assert.rejects(replaceConfigFile(file, 'new'), /ENOENT/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('are absent, created once, and deleted', async () => {
    const path = join(folder, 'new', 'settings.json');
    assert.equal(await readConfigFile(path), undefined);
    await createConfigFile(path, '{}');
    await assert.rejects(createConfigFile(path, 'x'), /EEXIST/);
    await removeConfigFile(await readExisting(path));
    assert.equal(await readConfigFile(path), undefined);
  });

  it('that are not UTF-8 are shown and not changed', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, Buffer.from([0x7b, 0xff, 0x7d]));
    const file = await readExisting(path);
    assert.match(file.refusal ?? '', /UTF-8/);
    await assert.rejects(replaceConfigFile(file, 'new'), /UTF-8/);
  });

  it('that are too large are refused', async () => {
    const path = join(folder, 'settings.json');
    await writeFile(path, 'x'.repeat(maxConfigLength + 1));
    await assert.rejects(readConfigFile(path), /larger than 8 MiB/);
  });

  it('have one private copy of their first state, which is removed', async () => {
    const home = homeFolder(folder);
    const path = join(folder, 'settings.json');
    await writeFile(path, 'first');
    await keepBackup(home, 'gemini', await readExisting(path));
    await writeFile(path, 'second');
    await keepBackup(home, 'gemini', await readExisting(path));
    const backups = join(home.root, 'backups');
    const [name = ''] = await readdir(backups);
    assert.match(name, /^gemini-[0-9a-f]{16}-settings\.json$/);
    assert.equal(await readFile(join(backups, name), 'utf8'), 'first');
    if (process.platform !== 'win32') assert.equal((await stat(join(backups, name))).mode & 0o777, 0o600);
    await removeBackup(home, 'gemini', path);
    await removeBackup(home, 'gemini', path);
    assert.deepEqual(await readdir(backups), []);
  });

  if (process.platform !== 'win32') {
    it('that are links, have two names or are write-protected are shown and not changed', async () => {
      const path = join(folder, 'real.json');
      await writeFile(path, '{}');
      await symlink(path, join(folder, 'link.json'));
      const linked = await readExisting(join(folder, 'link.json'));
      assert.match(linked.refusal ?? '', /link/);
      assert.equal(linked.text, '{}');
      await assert.rejects(replaceConfigFile(linked, 'x'), /link/);
      await symlink(join(folder, 'nowhere'), join(folder, 'dangling.json'));
      assert.equal(await readConfigFile(join(folder, 'dangling.json')), undefined);
      await link(path, join(folder, 'second.json'));
      assert.match((await readExisting(path)).refusal ?? '', /several names/);
      await rm(join(folder, 'second.json'));
      await chmod(path, 0o400);
      assert.match((await readExisting(path)).refusal ?? '', /write-protected/);
    });

    it('that are pipes or folders are refused at once', async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      await assert.rejects(readConfigFile(pipe), /regular file/);
      await assert.rejects(readConfigFile(folder), /regular file/);
    });

    it('are copied into no folder that is a link, or that others can open', async () => {
      const home = homeFolder(folder);
      const path = join(folder, 'settings.json');
      await writeFile(path, 'secret');
      const file = await readExisting(path);
      const elsewhere = join(folder, 'elsewhere');
      await mkdir(elsewhere, { mode: 0o700 });
      await mkdir(home.root, { mode: 0o700 });
      const backups = join(home.root, 'backups');
      await symlink(elsewhere, backups);
      await assert.rejects(keepBackup(home, 'gemini', file), /must be a folder of yours/);
      assert.deepEqual(await readdir(elsewhere), []);
      await rm(backups);
      await keepBackup(home, 'gemini', file);
      // Nothing is deleted through a link, either.
      await rename(backups, join(folder, 'moved'));
      await symlink(join(folder, 'moved'), backups);
      await removeBackup(home, 'gemini', path);
      assert.equal((await readdir(join(folder, 'moved'))).length, 1);
      await rm(backups);
      await mkdir(backups);
      await chmod(backups, 0o755);
      await assert.rejects(keepBackup(home, 'gemini', file), /must be a folder of yours/);
    });

    it('are not replaced through a link that took their place', async () => {
      const path = join(folder, 'settings.json');
      await writeFile(path, '{}');
      const file = await readExisting(path);
      await writeFile(join(folder, 'victim'), '{}');
      await rm(path);
      await symlink(join(folder, 'victim'), path);
      await assert.rejects(replaceConfigFile(file, 'new'), /ELOOP|EMLINK/);
      assert.equal(await readFile(join(folder, 'victim'), 'utf8'), '{}');
    });
  }
});
