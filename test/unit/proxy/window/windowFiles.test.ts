import assert from 'node:assert/strict';
import { chmod, copyFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maxWindowFileBytes, thisMachine } from '#agentProtocol/windowFile.ts';
import { ancestorIds } from '#proxy/window/ancestors.ts';
import { type RegisteredWindow, rankWindows, readWindowFiles } from '#proxy/window/windowFiles.ts';
import { AgentHome, AgentWindow } from '#test/host/agentWindow.ts';
import { posixIt } from '#test/posix.ts';

const window = (id: string, folders: readonly string[], focusedAt = 0, pid = 1): RegisteredWindow => ({
  file: { id, machine: thisMachine(), pid, socket: '', folders, focusedAt },
  path: '',
  changedAt: 0,
});
const place = { folder: '/home/a/project/inner', ancestors: [], allFolders: false };
const ids = (windows: readonly RegisteredWindow[]) => windows.map(({ file }) => file.id);

describe('the window that a client asks', () => {
  it('has the longest folder that contains the working directory, then the latest focus', () => {
    const windows = [
      window('root', ['/'], 9),
      window('early', ['/x', '/home/a/project'], 1),
      window('late', ['/home/a/project'], 2),
      window('similar', ['/home/a/proj'], 3),
      window('other', ['/home/a/project/inner/deeper'], 4),
      window('inner', ['/home/a/project/inner'], 0),
      window('dots', ['/home/a/project/inner/..x'], 0),
    ];
    assert.deepEqual(ids(rankWindows(windows, place)), ['inner', 'late', 'early', 'root']);
  });

  it('is the one that started the client, else the one in whose terminal it runs', () => {
    const windows = [window('folder', ['/home/a']), window('terminal', ['/x']), window('parent', ['/y'], 0, 77)];
    const ranked = rankWindows(windows, { ...place, hint: 'terminal', ancestors: [78, 77] });
    assert.deepEqual(ids(ranked), ['parent', 'terminal', 'folder']);
  });

  it('is none if no folder contains the directory, or the last focused one if all folders were connected', () => {
    const windows = [window('one', ['/x'], 1), window('two', [], 2)];
    assert.deepEqual(rankWindows(windows, place), []);
    assert.deepEqual(ids(rankWindows(windows, { ...place, allFolders: true })), ['two', 'one']);
  });
});

describe('the files of windows', () => {
  let home: AgentHome;
  let opened: AgentWindow;
  beforeEach(async () => {
    home = await AgentHome.create();
    opened = await AgentWindow.open(home);
  });
  afterEach(async () => {
    await opened.crash();
    await home.remove();
  });

  it('are read if they are the files of this machine and this user', async () => {
    assert.deepEqual(ids(await readWindowFiles(home.folder)), [opened.id]);
  });

  it('of another machine, boot or container are ignored', async () => {
    for (const change of [{ host: 'other' }, { bootId: 'x' }, { pidNamespace: 'x' }]) {
      await opened.writeFile({ machine: { ...thisMachine(), ...change } });
      assert.deepEqual(await readWindowFiles(home.folder), []);
    }
  });

  it('that are links, have other names or are broken are ignored', async () => {
    const other = (name: string) => join(home.folder.windows, name);
    await symlink(opened.filePath, other('0123456789abcdef.json'));
    await copyFile(opened.filePath, other('fedcba9876543210.json'));
    await writeFile(other('0000000000000000.json'), '{"id":"0000000000000000"}', { mode: 0o600 });
    await writeFile(other('..json'), '', { mode: 0o600 });
    assert.deepEqual(ids(await readWindowFiles(home.folder)), [opened.id]);
  });

  posixIt('that others may read are ignored', async () => {
    await chmod(opened.filePath, 0o644);
    assert.deepEqual(await readWindowFiles(home.folder), []);
  });

  it('are 256 at most, each of up to 64 KiB', async () => {
    const fileOf = (id: string) => ({ id, machine: thisMachine(), pid: 1, socket: '', folders: ['/'], focusedAt: 0 });
    const write = (id: string, padding = 0) => {
      const text = JSON.stringify(fileOf(id)).padEnd(padding);
      return writeFile(join(home.folder.windows, `${id}.json`), text, { mode: 0o600 });
    };
    await write('00000000000000aa', maxWindowFileBytes);
    await write('00000000000000bb', maxWindowFileBytes + 1);
    const found = ids(await readWindowFiles(home.folder));
    assert.deepEqual([...found].sort(), ['00000000000000aa', opened.id].sort());
    for (let at = 0; at < 256; at += 1) await write(at.toString(16).padStart(16, '1'));
    assert((await readWindowFiles(home.folder)).length <= 256);
  });

  it('are found behind any number of files of other machines, the newest ones first', async () => {
    const machine = { ...thisMachine(), host: 'other' };
    for (let at = 0; at < 300; at += 1) {
      const id = at.toString(16).padStart(16, '0');
      const text = JSON.stringify({ id, machine, pid: 1, socket: '', folders: ['/'], focusedAt: 0 });
      await writeFile(join(home.folder.windows, `${id}.json`), text, { mode: 0o600 });
    }
    assert.deepEqual(ids(await readWindowFiles(home.folder)), [opened.id]);
    const older = await AgentWindow.open(home);
    await utimes(older.filePath, 1, 1);
    assert.deepEqual(ids(await readWindowFiles(home.folder)), [opened.id, older.id]);
    await older.crash();
  });

  posixIt('in a folder that others may enter are ignored', async () => {
    await chmod(home.folder.windows, 0o755);
    assert.deepEqual(await readWindowFiles(home.folder), []);
  });
});

describe('the processes above this one', () => {
  it('begin with its parent', async () => {
    const ids = await ancestorIds();
    assert.equal(ids[0], process.ppid);
    assert.equal(new Set(ids).size, ids.length);
  });
});
