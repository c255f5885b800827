import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { fromRoot } from '#test/root.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { CodexAgent } from './codexAgent.ts';

const secret = 'hunter2-hunter2';
const codexText = '# My Codex\nmodel = "gpt-5"\n';

describe('a server of this editor that an agent uses', function () {
  this.timeout(120_000);
  let codex: CodexAgent;
  const workbench = useWorkbench(async () => {
    codex = await CodexAgent.create(codexText);
    const asker = {
      command: process.execPath,
      args: [fromRoot('test/servers/elicitingTools.ts')],
      env: { TICKETS_TOKEN: secret },
    };
    return {
      environment: { HOME: codex.home },
      settings: { 'mcpElicitation.agents.enabled': true, 'mcpElicitation.servers': { tickets: asker } },
    };
  });
  const host = new ExtensionUi(workbench);
  after(() => codex.remove());

  const withServer = <T>(use: (client: Client) => Promise<T>) =>
    codex.withServer('tickets', workbench().editor.folder, use);

  it('is lent to it, by an entry without a secret, after the change was shown', async () => {
    await workbench().runCommand('MCP Elicitation: Connect an Agent...');
    await workbench().choose(/^Codex/);
    await workbench().choose(/^Servers of this editor, lent to Codex/);
    await workbench().choice('tickets').locator('.monaco-checkbox').check();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench().quickInput.getByPlaceholder('What else').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench().page.locator('.view-lines').getByText('tool_timeout_sec').first().waitFor();
    const question = workbench().notification(/Change .*config\.toml as shown\?.*through this editor/);
    await question.getByRole('link', { name: 'Change the File' }).click();
    await workbench()
      .notification(/Codex can use tickets of this editor\. tickets was tried: it offers \d+ tools\./)
      .waitFor();
    const text = await codex.readConfiguration();
    assert.ok(text.startsWith(codexText));
    assert.match(text, /^\[mcp_servers\.tickets\]$/m);
    assert.doesNotMatch(text, new RegExp(secret));
  });

  it('asks in the panel, which says for whom, and is in the view with what runs', async () => {
    await host.showView();
    const result = await withServer(async (client) => {
      const called = client.callTool({ name: 'ask', arguments: {} });
      await host.requestRegion('Codex · tickets').waitFor();
      await host.serverItem(/^tickets, lent by this editor, Codex, “ask” waits for you/).waitFor();
      await host.field('password hint').fill('my first cat');
      await host.answer('Submit');
      return JSON.stringify(await called);
    });
    assert.match(result, /ask accept .*my first cat/);
    await host.serverItem(/^tickets, lent by this editor, Codex, connected .*last asked .*: ask$/).waitFor();
  });

  it('is used again after the window was reloaded, in the same session of the agent', async () => {
    await withServer(async (client) => {
      await client.listTools();
      await workbench().reload();
      await host.showView();
      await host.serverItem(/^tickets, lent by this editor, Codex, running/).waitFor();
      const called = client.callTool({ name: 'ask', arguments: {} }, undefined, { timeout: 600_000 });
      await host.requestRegion('Codex · tickets').waitFor();
      await host.waitUntilReady();
      await host.answer('Decline');
      assert.match(JSON.stringify(await called), /ask decline/);
    });
  });

  it('is taken back from the view, and the file is the same as before, byte for byte', async () => {
    // The view is drawn anew when the session of the agent has ended.
    await host.serverItem(/^tickets, lent by this editor, Codex, connected/).waitFor();
    await host.chooseFromMenu(/^tickets, lent by this editor, Codex/, 'Disconnect Agent...');
    await workbench()
      .choice(/^tickets, lent by this editor.*config\.toml$/)
      .locator('.monaco-checkbox')
      .waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench()
      .notification(/Codex can no longer use these servers of this editor: tickets\./)
      .waitFor();
    assert.equal(await codex.readConfiguration(), codexText);
  });
});
