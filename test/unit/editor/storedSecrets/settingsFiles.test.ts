import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { withVscodeStub } from '#test/unit/editor/withDialogs.mjs';

const servers = { mine: { url: 'https://mcp.example' } };
const setting = { 'mcpElicitation.servers': servers };
const user: Scope = { kind: 'user' };
const workspace: Scope = { kind: 'workspace', uri: 'file:///here' };

/** The settings files of VS Code below one folder, and the open workspace. */
class Disk {
  readonly folder: string;
  /** The names of entries in files with another value, as of the last `isComplete`. */
  inOthers: ReadonlySet<string> = new Set();

  constructor(folder: string) {
    this.folder = folder;
  }

  async write(path: string, content: unknown): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  uri(path: string, scheme = 'file'): vscode.Uri {
    return { scheme, fsPath: join(this.folder, path) } as vscode.Uri;
  }

  /** Reads the setting. @returns true if all files could be read, and one of them has `value` */
  async isComplete(scope: Scope, value: unknown, open: Readonly<Record<string, unknown>> = {}): Promise<boolean> {
    const storage = this.uri('data/User/globalStorage/ours');
    let isComplete: boolean | undefined;
    await withVscodeStub(async () => {
      const stub = await import('#test/unit/editor/dialogs.ts');
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined }, open);
      const { readSetting } = await import('#editor/storedSecrets/settingsFiles.ts');
      ({ isComplete, inOthers: this.inOthers } = await readSetting(scope, 'servers', value, storage));
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined });
    });
    return isComplete ?? assert.fail();
  }
}

describe('the state of a setting in its files', () => {
  let disk: Disk;
  beforeEach(async () => {
    disk = new Disk(await mkdtemp(join(tmpdir(), 'settings-')));
  });
  afterEach(() => rm(disk.folder, { recursive: true, force: true }));

  for (const path of ['data/User', 'data/User/profiles/a1b2', 'data/Machine']) {
    it(`is known for the user settings in ${path}`, async () => {
      await disk.write('data/User/settings.json', {});
      await disk.write(`${path}/settings.json`, setting);
      assert.equal(await disk.isComplete(user, servers), true);
      assert.equal(await disk.isComplete(user, {}), false);
    });
  }

  it('is not known for the user settings if a file has a syntax error, cannot be read, or does not contain the setting', async () => {
    await disk.write('data/User/settings.json', setting);
    await disk.write('data/User/profiles/a1b2/settings.json', '{ "a": 1, "b" }');
    assert.equal(await disk.isComplete(user, servers), false);
    await disk.write('data/User/profiles/a1b2/settings.json', {});
    assert.equal(await disk.isComplete(user, servers), true);
    await mkdir(join(disk.folder, 'data/Machine/settings.json'), { recursive: true });
    assert.equal(await disk.isComplete(user, servers), false);
  });

  it('is known even if files of other profiles have other values', async () => {
    await disk.write('data/User/settings.json', setting);
    await disk.write('data/User/profiles/a1b2/settings.json', {});
    await disk.write('data/User/profiles/c3d4/settings.json', { 'mcpElicitation.servers': { theirs: {} } });
    assert.equal(await disk.isComplete(user, servers), true);
    assert.deepEqual([...disk.inOthers], ['theirs']);
  });

  it('is not known for user settings that are not on a disk of this machine', async () => {
    assert.equal(await disk.isComplete(user, servers), false);
    assert.equal(await disk.isComplete(user, undefined), false);
  });

  it('is known for a folder and a workspace file, unless the file has a syntax error', async () => {
    const folder = disk.uri('project');
    const workspaceFolders = [{ name: 'project', uri: folder }];
    const scope: Scope = { kind: 'folder', name: 'project', path: folder.fsPath };
    await disk.write('project/.vscode/settings.json', setting);
    assert.equal(await disk.isComplete(workspace, servers, { workspaceFolders }), true);
    assert.equal(await disk.isComplete(scope, servers, { workspaceFolders }), true);
    assert.equal(await disk.isComplete(scope, servers), false, 'the folder is not open');
    await disk.write('project/.vscode/settings.json', `${JSON.stringify(setting)},`);
    assert.equal(await disk.isComplete(workspace, servers, { workspaceFolders }), false);

    await disk.write('two.code-workspace', { folders: [], settings: setting });
    const workspaceFile = disk.uri('two.code-workspace');
    assert.equal(await disk.isComplete(workspace, servers, { workspaceFile, workspaceFolders }), true);
    assert.equal(await disk.isComplete(workspace, {}, { workspaceFile, workspaceFolders }), false);
  });

  it('is not known if the settings file is missing or on another machine', async () => {
    const workspaceFolders = [{ name: 'project', uri: disk.uri('project') }];
    assert.equal(await disk.isComplete(workspace, undefined, { workspaceFolders }), false);
    const elsewhere = [{ name: 'project', uri: disk.uri('project', 'vscode-vfs') }];
    await disk.write('project/.vscode/settings.json', setting);
    assert.equal(await disk.isComplete(workspace, servers, { workspaceFolders: elsewhere }), false);
    const workspaceFile = disk.uri('untitled', 'untitled');
    assert.equal(await disk.isComplete(workspace, servers, { workspaceFile, workspaceFolders }), false);
  });
});
