import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import type { Scope } from '#core/model/definition.ts';
import { withDialogs } from '#test/unit/editor/withDialogs.mjs';

const servers = { mine: { url: 'https://mcp.example' } };
const setting = { 'mcpElicitation.servers': servers };
const user: Scope = { kind: 'user' };
const workspace: Scope = { kind: 'workspace', uri: 'file:///here' };

/** What VS Code has on the disk, below one folder, and what is open in it. */
class Disk {
  readonly folder: string;
  /** Of the last look. */
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

  async isWhole(scope: Scope, value: unknown, open: Readonly<Record<string, unknown>> = {}): Promise<boolean> {
    const storage = this.uri('data/User/globalStorage/ours');
    let whole: boolean | undefined;
    await withDialogs(async () => {
      const stub = await import('#test/unit/editor/dialogs.ts');
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined }, open);
      const { readSetting } = await import('#editor/storedSecrets/settingsFiles.ts');
      ({ isWhole: whole, inOthers: this.inOthers } = await readSetting(scope, 'servers', value, storage));
      Object.assign(stub.workspace, { workspaceFile: undefined, workspaceFolders: undefined });
    });
    return whole ?? assert.fail();
  }
}

describe('whether a setting was read as a whole', () => {
  let disk: Disk;
  beforeEach(async () => {
    disk = new Disk(await mkdtemp(join(tmpdir(), 'settings-')));
  });
  afterEach(() => rm(disk.folder, { recursive: true, force: true }));

  for (const path of ['data/User', 'data/User/profiles/a1b2', 'data/Machine']) {
    it(`is known of the user's in ${path}`, async () => {
      await disk.write('data/User/settings.json', {});
      await disk.write(`${path}/settings.json`, setting);
      assert.equal(await disk.isWhole(user, servers), true);
      assert.equal(await disk.isWhole(user, {}), false);
    });
  }

  it("is not known of the user's where any of these files has a syntax error, is too strange, or says nothing of it", async () => {
    await disk.write('data/User/settings.json', setting);
    await disk.write('data/User/profiles/a1b2/settings.json', '{ "a": 1, "b" }');
    assert.equal(await disk.isWhole(user, servers), false);
    await disk.write('data/User/profiles/a1b2/settings.json', {});
    assert.equal(await disk.isWhole(user, servers), true);
    await mkdir(join(disk.folder, 'data/Machine/settings.json'), { recursive: true });
    assert.equal(await disk.isWhole(user, servers), false);
  });

  it('is known beside what the files of other profiles have', async () => {
    await disk.write('data/User/settings.json', setting);
    await disk.write('data/User/profiles/a1b2/settings.json', {});
    await disk.write('data/User/profiles/c3d4/settings.json', { 'mcpElicitation.servers': { theirs: {} } });
    assert.equal(await disk.isWhole(user, servers), true);
    assert.deepEqual([...disk.inOthers], ['theirs']);
  });

  it("is not known of the user's that are on no disk of this machine", async () => {
    assert.equal(await disk.isWhole(user, servers), false);
    assert.equal(await disk.isWhole(user, undefined), false);
  });

  it("is known of a folder's and of a workspace file's, and not with a syntax error", async () => {
    const folder = disk.uri('project');
    const workspaceFolders = [{ name: 'project', uri: folder }];
    const scope: Scope = { kind: 'folder', name: 'project', path: folder.fsPath };
    await disk.write('project/.vscode/settings.json', setting);
    assert.equal(await disk.isWhole(workspace, servers, { workspaceFolders }), true);
    assert.equal(await disk.isWhole(scope, servers, { workspaceFolders }), true);
    assert.equal(await disk.isWhole(scope, servers), false, 'the folder is not open');
    await disk.write('project/.vscode/settings.json', `${JSON.stringify(setting)},`);
    assert.equal(await disk.isWhole(workspace, servers, { workspaceFolders }), false);

    await disk.write('two.code-workspace', { folders: [], settings: setting });
    const workspaceFile = disk.uri('two.code-workspace');
    assert.equal(await disk.isWhole(workspace, servers, { workspaceFile, workspaceFolders }), true);
    assert.equal(await disk.isWhole(workspace, {}, { workspaceFile, workspaceFolders }), false);
  });

  it('is not known where the settings file is gone, or lies elsewhere', async () => {
    const workspaceFolders = [{ name: 'project', uri: disk.uri('project') }];
    assert.equal(await disk.isWhole(workspace, undefined, { workspaceFolders }), false);
    const elsewhere = [{ name: 'project', uri: disk.uri('project', 'vscode-vfs') }];
    await disk.write('project/.vscode/settings.json', setting);
    assert.equal(await disk.isWhole(workspace, servers, { workspaceFolders: elsewhere }), false);
    const workspaceFile = disk.uri('untitled', 'untitled');
    assert.equal(await disk.isWhole(workspace, servers, { workspaceFile, workspaceFolders }), false);
  });
});
