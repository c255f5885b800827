import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');
const asker = { command: process.execPath, args: [fromRoot('test/servers/elicitingTools.ts')] };

describe('servers in settings', function () {
  this.timeout(120_000);
  const validNames = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
  const workbench = useWorkbench({
    settings: {
      'mcpElicitation.autoStart': 'onStartup',
      'mcpElicitation.servers': {
        ...Object.fromEntries(validNames.map((name) => [name, asker])),
        'no such program': { command: 'no-such-program-anywhere' },
        'bad key': { command: process.execPath, args: 'dist/index.js' },
      },
    },
    files: {
      '.vscode/settings.json': JSON.stringify({
        'mcpElicitation.servers': {
          'from the workspace': {
            command: process.execPath,
            args: [everything, 'stdio'],
            env: { COLOUR: 'blue' },
          },
        },
      }),
    },
  });
  const host = new ExtensionUi(workbench);

  it('start although two of ten cannot, and the view and a notification show why', async () => {
    await host.showView();
    for (const name of validNames) {
      await host.serverItem(new RegExp(`^${name}, running`)).waitFor();
    }
    await host.serverItem(/^no such program, failed/).waitFor();
    await host.serverItem(/^bad key, not valid.*args/).waitFor();
    await workbench()
      .notification(/bad key.*args/)
      .waitFor();
  });

  it('of a workspace are not started before the user has agreed to the whole entry', async () => {
    await host.showView();
    await host.serverItem(/^from the workspace, workspace, stopped/).waitFor();
    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose('from the workspace');
    const agreement = host.panel.getByRole('region', { name: /from the workspace/ });
    await agreement.waitFor();
    for (const text of [process.execPath, everything, 'stdio', 'COLOUR=blue']) {
      assert.ok(await agreement.getByText(text).first().isVisible(), text);
    }
    await host.enabledButton("Don't Allow").click({ trial: true });
    // A notification about the start could cover these buttons.
    assert.equal(await workbench().notification('Starting').count(), 0);
    await host.enabledButton("Don't Allow").click();
    await host.serverItem(/^from the workspace, workspace, (stopped|failed)/).waitFor();

    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose('from the workspace');
    await host.enabledButton('Allow and Start').click();
    await host.serverItem(/^from the workspace, workspace, running/).waitFor();
  });

  it('have a log that a command shows', async () => {
    await workbench().runCommand('MCP Elicitation: Show Server Log');
    await workbench().choose('no such program');
    const selectedChannel = workbench().page.locator('.part.panel select option:checked');
    await selectedChannel.filter({ hasText: 'MCP: no such program' }).first().waitFor({ state: 'attached' });
    const lines = workbench().page.locator('.part.panel .view-line');
    await lines
      .filter({ hasText: /\d\d:\d\d:\d\d\.\d{3}\s\[error\]\s"no\ssuch\sprogram"/ })
      .first()
      .waitFor();
  });
});
