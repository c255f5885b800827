import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wrapCommand } from '#core/agents/connect/wrappedCommand.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const script = fromRoot('test/servers/elicitingTools.ts');
const secret = 'ghp_0123456789abcdefghij0123456789abcdef';

describe('added servers', function () {
  this.timeout(120_000);
  const workbench = useWorkbench({
    files: {
      '.vscode/mcp.json': JSON.stringify({
        servers: {
          wrapped: wrapCommand(
            { client: 'codex', server: 'wrapped', progressExtends: false, command: 'node', args: ['inside.js'] },
            { kind: 'posix' },
          ),
          tickets: { command: process.execPath, args: [script], env: { TICKETS_TOKEN: secret, LEVEL: 'low' } },
        },
      }),
    },
  });
  const host = new ExtensionUi(workbench);

  beforeEach(() => host.showView());

  /** Reads the text of the settings of the machine that runs the servers. */
  async function readSettings(): Promise<string> {
    return readFile(join(dirname(workbench().editor.folder), 'user-data/Machine/settings.json'), 'utf8');
  }

  it('are written into the settings step by step, and can be started immediately', async () => {
    await workbench().runCommand('MCP Elicitation: Add Server...');
    await workbench().choose('Command');
    // Waits for this step: the step before has a text box, too.
    await workbench().quickInput.getByPlaceholder('npx -y').waitFor();
    await workbench().enter(`"${process.execPath}" "${script}"`);
    await workbench().quickInput.getByText('A name for the server.').waitFor();
    await workbench().enter('my asker');
    await workbench().choose('User settings');
    await workbench().notification('my asker was added').getByRole('button', { name: 'Start', exact: true }).click();
    await host.serverItem(/^my asker, running/).waitFor();
    const written = JSON.parse(await readSettings())['mcpElicitation.servers']['my asker'];
    assert.deepEqual(written, { type: 'stdio', command: process.execPath, args: [script] });
  });

  it('that were imported from another application write no secret into the settings, and receive it at the start', async () => {
    await workbench().runCommand('MCP Elicitation: Import Servers...');
    await workbench().quickInput.getByPlaceholder('Choose the servers').waitFor();
    // What an agent starts through the proxy is shown as what the proxy starts.
    assert.match((await workbench().choice('wrapped').textContent()) ?? '', /node inside\.js$/);
    await workbench().choice('tickets').locator('.monaco-checkbox').check();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await host.enabledButton('Allow and Import').click();
    await workbench()
      .notification(/Imported: tickets\..*Secrets were put into the secret storage/)
      .waitFor();
    await host.serverItem(/^tickets, stopped/).waitFor();
    const text = await readSettings();
    assert.ok(!text.includes(secret));
    assert.match(text, /"TICKETS_TOKEN": "\$\{input:[^"]+\}"/);
    assert.match(text, /"LEVEL": "low"/);
    // The server starts without a prompt, because the value is in SecretStorage.
    await workbench().runCommand('MCP Elicitation: Start Server');
    await workbench().choose('tickets');
    await host.serverItem(/^tickets, running/).waitFor();
  });
});
