import assert from 'node:assert/strict';
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { homeFolder } from '#agentProtocol/homeFolder.ts';
import { agentFormats } from '#core/agents/connect/allAgentFormats.ts';
import { readServerLaunch } from '#core/agents/connect/serverLaunch.ts';
import { eventually } from '#test/eventually.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';

const script = fromRoot('test/servers/elicitingTools.ts');

/** A configuration of Codex with comments, two servers and a foreign table. */
const codexText = `# My Codex
model = "gpt-5" # the large one

[mcp_servers.tickets] # the tracker
command = ${JSON.stringify(process.execPath)}
args = [
  ${JSON.stringify(script)}, # asks
]

# Documents
[mcp_servers.docs]
url = "https://docs.example.com/mcp"

[profiles.fast]
model = "gpt-5-mini"
`;

describe('an agent that is connected in the editor', function () {
  this.timeout(120_000);
  let home = '';
  const workbench = useWorkbench(async () => {
    home = await mkdtemp(join(tmpdir(), 'home-'));
    await mkdir(join(home, '.codex'));
    await writeFile(join(home, '.codex/config.toml'), codexText);
    return { environment: { HOME: home } };
  });
  const host = new ExtensionUi(workbench);
  after(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

  const readConfiguration = () => readFile(join(home, '.codex/config.toml'), 'utf8');
  const { bin, root, keys, clients } = homeFolder('');
  const inHome = (path: string) => join(home, path);
  const exists = (path: string) =>
    access(inHome(path)).then(
      () => true,
      () => false,
    );

  /** Starts the server of the entry as Codex does, with an environment of its own. */
  async function withServer<T>(use: (client: Client) => Promise<T>): Promise<T> {
    const variables = { PATH: process.env['PATH'] ?? '', HOME: home };
    const launch = readServerLaunch(agentFormats.codex, await readConfiguration(), { name: 'tickets' }, variables);
    assert.ok(launch);
    const { command, args } = launch;
    const client = new Client({ name: 'codex-mcp-client', version: '1' });
    await client.connect(
      new StdioClientTransport({
        ...{ command, args: [...args], env: variables, stderr: 'ignore' },
        cwd: workbench().editor.folder,
      }),
    );
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  }

  const countTools = () => withServer(async (client) => (await client.listTools()).tools.length);

  /** The text after the change, in the editor's comparison. */
  const changed = () => workbench().page.locator('.editor.modified .view-lines');
  const titleButton = (name: string) =>
    workbench().page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name });

  /** Chooses the server, and what else is written. */
  async function chooseTickets(): Promise<void> {
    await workbench().runCommand('MCP Elicitation: Connect an Agent...');
    await workbench().choose(/^Codex/);
    await workbench().quickInput.getByPlaceholder('Choose the servers').waitFor();
    await workbench().choice('docs').getByText('is added to this editor and lent').waitFor();
    await workbench().choice('tickets').locator('.monaco-checkbox').check();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench().quickInput.getByPlaceholder('What else').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
  }

  it('is not offered to be disconnected while nothing is connected', async () => {
    const { page, quickInput } = workbench();
    await page.keyboard.press('F1');
    await quickInput.locator('input').first().fill('>MCP Elicitation: ');
    await workbench().choice('MCP Elicitation: Connect an Agent...').waitFor();
    for (const command of ['Disconnect Agent', 'Mute Agent', 'Stop Calls of Agent', 'Change the File']) {
      assert.equal(await workbench().choice(command).count(), 0, command);
    }
    await page.keyboard.press('Escape');
  });

  it('is left as it is when the user closes the change that is shown, or says so by keyboard', async () => {
    for (const leave of ['View: Close Editor', 'MCP Elicitation: Leave It as It Is']) {
      await chooseTickets();
      await changed().getByText('tool_timeout_sec').first().waitFor();
      await workbench().runCommand(leave);
      await changed().waitFor({ state: 'detached' });
      await workbench().notifications.first().waitFor({ state: 'detached' });
      assert.equal(await readConfiguration(), codexText);
      assert.equal(await exists(root), false);
    }
  });

  it('has its entry changed, and nothing else in its file, after the change was shown', async () => {
    await chooseTickets();
    await changed().getByText('tool_timeout_sec').first().waitFor();
    assert.equal(await readConfiguration(), codexText);
    const question = workbench().notification(/Change .*config\.toml as shown\?.*Connecting also switches agents on/);
    await question.getByRole('link', { name: 'Change the File' }).waitFor();
    await workbench().screenshot('connect-change');
    assert.equal(await exists(root), false);
    await titleButton('Change the File').click();
    await question.waitFor({ state: 'detached' });
    await changed().waitFor({ state: 'detached' });
    await workbench()
      .notification(/Codex is connected: tickets\. tickets was tried: it offers \d+ tools\./)
      .waitFor();
    const lines = (await readConfiguration()).split('\n');
    const added = lines.filter((line) => !codexText.split('\n').includes(line));
    assert.deepEqual(
      added.map((line) => line.split(' = ')[0]),
      ['command', 'args', 'tool_timeout_sec'],
    );
    assert.equal(await exists(join(keys, 'codex.key')), true);
    assert.equal((await readdir(inHome(clients))).length, 1);
  });

  it('is in the view with its server', async () => {
    await host.showView();
    await host.serverItem(/^Codex, agent/).waitFor();
    await host.serverItem(/^tickets, Codex, connected/).waitFor();
    await workbench().screenshot('connected-agent');
  });

  it('asks in the panel under the name of the connected server', async () => {
    await eventually('the program', () => exists(join(bin, 'proxy')));
    const result = await withServer(async (client) => {
      const called = client.callTool({ name: 'ask', arguments: {} });
      await host.requestRegion('Codex · tickets').waitFor();
      await host.serverItem(/^tickets, Codex, “ask” waits for you/).waitFor();
      await host.answer('Decline');
      return JSON.stringify(await called);
    });
    assert.match(result, /ask decline/);
    await host.serverItem(/^tickets, Codex, .*last asked .*: ask$/).waitFor();
  });

  it('starts its server with the program and without it', async () => {
    await eventually('the program', () => exists(join(bin, 'proxy')));
    const tools = await countTools();
    assert.ok(tools > 0);
    await rename(inHome(root), join(home, 'away'));
    assert.equal(await countTools(), tools);
    await rename(join(home, 'away'), inHome(root));
  });

  it('is disconnected from the view, and its file is the same as before, byte for byte', async () => {
    // The view reads what is connected when it is shown: other windows may have changed it.
    await workbench().runCommand('View: Show Explorer');
    await host.showView();
    await host.chooseFromMenu(/^Codex, agent/, 'Disconnect Agent...');
    await workbench().choice('tickets').locator('.monaco-checkbox').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench()
      .notification(/Codex starts these servers without the proxy again: tickets\. Nothing is connected any more\./)
      .getByRole('button', { name: 'Switch Agents Off' })
      .click();
    assert.equal(await readConfiguration(), codexText);
    assert.equal(await exists(join(keys, 'codex.key')), false);
    await host.serverItem(/^Codex, agent/).waitFor({ state: 'detached' });
  });
});
