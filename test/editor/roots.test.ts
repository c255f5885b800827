import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { WorkspaceRoots } from '#editor/servers/workspaceRoots.ts';
import { configure, inProject, nodePath, toolText, untilInEditor } from './support.ts';

const everything = inProject('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

describe('the folders of the workspace, as the roots of servers', () => {
  before(() => configure({ rooted: { command: nodePath, args: [everything, 'stdio'] } }));
  after(() => configure({}));

  it('are sent to servers only where the workspace is trusted', async () => {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder, 'the tests run without a folder');
    const root = { uri: pathToFileURL(folder.uri.fsPath).href, name: folder.name };
    const expected = vscode.workspace.isTrusted ? [root] : [];
    const roots = new WorkspaceRoots();
    assert.deepEqual(roots.all(), expected);
    roots.dispose();
    await untilInEditor('the server has been told', async () => {
      const listed = await toolText('rooted', 'get-roots-list');
      return listed.includes(root.uri) === vscode.workspace.isTrusted;
    });
  });
});
