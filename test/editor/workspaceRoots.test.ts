import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { WorkspaceRoots } from '#editor/servers/workspaceRoots.ts';
import { configure, inProject, nodePath, toolText, untilInEditor } from './support.ts';

const everything = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

describe('the roots that servers get', () => {
  before(() => configure({ rooted: { command: nodePath, args: [everything, 'stdio'] } }));
  after(() => configure({}));

  it('are the folders of the workspace if it is trusted, and otherwise none', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, 'the tests run without a folder');
    const root = { uri: pathToFileURL(folder.uri.fsPath).href, name: folder.name };
    const expected = vscode.workspace.isTrusted ? [root] : [];
    const roots = new WorkspaceRoots();
    assert.deepEqual(roots.all(), expected);
    roots.dispose();
    await untilInEditor('the server has the roots', async () => {
      const rootsText = await toolText('rooted', 'get-roots-list');
      return rootsText.includes(root.uri) === vscode.workspace.isTrusted;
    });
  });
});
