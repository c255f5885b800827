import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

describe('a virtual workspace, which is not on a disk', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers((asker) => ({
    otherFolder: 'vscode-vfs://example/tmp/project',
    settings: {
      'mcpElicitation.servers': {
        // First, because the view renders only its visible items.
        'in the folder': { ...asker.entry, cwd: `\${workspaceFolder}` },
        asker: asker.entry,
        rooted: { command: process.execPath, args: [everything, 'stdio'] },
      },
    },
  }));

  it('lets the user’s servers start and send requests', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('somewhere');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(1), ['ask accept {"answer":"somewhere"}']);
  });

  it('is sent to no server as a root', async () => {
    await host.runTool('rooted', 'get-roots-list');
    const result = host.panel.getByText(/roots/i).last();
    await host.panel.getByRole('heading', { name: 'on rooted' }).waitFor();
    await result.waitFor();
    assert.doesNotMatch(await host.panel.locator('body').innerText(), /vscode-vfs|file:/);
  });

  it('has no value for the variable workspaceFolder, which is reported once', async () => {
    await host.showView();
    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose('in the folder');
    const notification = workbench().notification('no folder on a disk is open');
    await notification.waitFor();
    assert.equal(await notification.count(), 1);
    await host.serverItem(/^in the folder, failed: .*no folder on a disk is open/).waitFor();
  });
});
