import assert from 'node:assert/strict';
import { HttpBridge } from '#test/host/bridge/httpBridge.ts';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { CodexAgent } from './codexAgent.ts';

const secret = 'hunter2-hunter2';

describe('a server that an agent reaches by a URL', function () {
  this.timeout(120_000);
  let bridge: HttpBridge;
  let codex: CodexAgent;
  let codexText = '';
  const workbench = useWorkbench(async () => {
    const command = [process.execPath, fromRoot('test/servers/elicitingTools.ts')] as const;
    bridge = await HttpBridge.start({ command, env: {}, cwd: fromRoot('.') });
    codexText = `# My Codex
[mcp_servers.tickets] # the tracker
url = "${bridge.url}"
http_headers = { Authorization = "Bearer ${secret}" }
`;
    codex = await CodexAgent.create(codexText);
    return { environment: { HOME: codex.home }, settings: { 'mcpElicitation.agents.enabled': true } };
  });
  const host = new ExtensionUi(workbench);
  after(async () => {
    await bridge.close();
    await codex.remove();
  });

  it('is added to this host and lent in one change, which has no secret', async () => {
    await workbench().runCommand('MCP Elicitation: Connect an Agent...');
    await workbench().choose(/^Codex/);
    await workbench().choice('tickets').getByText('is added to this editor and lent').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench().quickInput.getByPlaceholder('What else').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    const lines = workbench().page.locator('.view-lines');
    await lines.getByText('mcpElicitation.servers').first().waitFor();
    await lines.getByText('tickets-authorization').first().waitFor();
    assert.ok(!(await lines.allInnerTexts()).join('\n').includes(secret));
    const question = workbench().notification(/Change .*config\.toml as shown\?.*and lent: tickets\./);
    await question.getByRole('link', { name: 'Change the File' }).click();
    await workbench()
      .notification(/Codex is connected: tickets\. tickets was tried: it offers \d+ tools\./)
      .waitFor();
    const text = await codex.readConfiguration();
    assert.match(text, /^# My Codex\n\[mcp_servers\.tickets\]\ncommand = /);
    assert.doesNotMatch(text, new RegExp(secret));
  });

  it('asks in the panel when the agent uses it', async () => {
    await host.showView();
    const result = await codex.withServer('tickets', workbench().editor.folder, async (client) => {
      const called = client.callTool({ name: 'ask', arguments: {} });
      await host.requestRegion('Codex · tickets').waitFor();
      await host.field('password hint').fill('my first cat');
      await host.answer('Submit');
      return JSON.stringify(await called);
    });
    assert.match(result, /ask accept .*my first cat/);
    await host.serverItem(/^tickets, stopped/).waitFor();
  });

  it('is as before after Disconnect on the agent in the view, in the file and in the settings', async () => {
    await host.serverItem(/^tickets, lent by this editor, Codex, connected/).waitFor();
    await host.chooseFromMenu(/^Codex, agent/, 'Disconnect Agent...');
    await workbench().choice('tickets').locator('.monaco-checkbox').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench()
      .notification(
        /Codex reaches these servers without this editor again: tickets\. tickets was removed from the user/,
      )
      .waitFor();
    assert.equal(await codex.readConfiguration(), codexText);
    await host.serverItem(/^tickets/).waitFor({ state: 'detached' });
  });
});
