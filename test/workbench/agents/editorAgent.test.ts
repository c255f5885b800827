import assert from 'node:assert/strict';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { readStorage } from '#test/workbench/harness/storage.ts';
import { EditorWithLentServer } from './editorWithLentServer.ts';

const server = 'VS Code · tickets';

describe("the editor's own agent", function () {
  this.timeout(120_000);
  let lent: EditorWithLentServer;
  const workbench = useWorkbench(async () => {
    lent = await EditorWithLentServer.create();
    return lent.options();
  });
  const host = new ExtensionUi(workbench);
  /** The agent's key, as long as it has one, which is also searched for when it has none any more. */
  let keys: readonly string[] = [];
  after(() => lent.remove());

  /** The servers that the editor's own MCP host lists. */
  async function listedServers(): Promise<readonly string[]> {
    await workbench().runCommand('MCP: List Servers');
    await workbench().choice('Add Server').waitFor();
    const rows = await workbench().quickInput.locator('.monaco-list-row').allInnerTexts();
    await workbench().page.keyboard.press('Escape');
    return rows.filter((row) => /tickets|docs/.test(row)).map((row) => (row.includes('tickets') ? 'tickets' : 'docs'));
  }

  async function assertNothingSecretIsStored(stored: readonly string[]): Promise<void> {
    for (const value of [lent.secret, ...keys]) {
      assert.equal(stored.filter((text) => text.includes(value)).length, 0);
    }
  }

  it('has no server of this host before the user lets it use one', async () => {
    assert.deepEqual(await listedServers(), []);
  });

  it('lists the server that the user chooses, and starts it without a question', async () => {
    await lent.connect(workbench());
    keys = await lent.keys();
    assert.equal(keys.length, 1);
    await eventually('the server in the list', async () => (await listedServers()).join() === 'tickets');
    await lent.start(workbench());
  });

  it('gets the answer of a form in the panel, and asks nothing itself', async () => {
    const result = await lent.call(workbench(), '_ask');
    await host.requestRegion(server).waitFor();
    assert.equal(await workbench().quickInput.isVisible(), false);
    assert.equal(await workbench().notifications.count(), 0);
    assert.match((await host.panel.locator('.panel-header').textContent()) ?? '', /VS Code · tickets.*ask/);
    await workbench().screenshot('editor-agent-asks');
    await host.field('password hint').fill('my first cat');
    await host.answer('Submit');
    assert.match(await result(), /ask accept .*my first cat/);
  });

  it('is in the view, and its call ends when the user declines', async () => {
    await host.showView();
    const result = await lent.call(workbench(), '_ask');
    await host.serverItem(/^tickets, lent by this editor, VS Code, “ask” waits for you/).waitFor();
    await host.answer('Decline');
    assert.match(await result(), /ask decline/);
  });

  it('gets the reason when the entry is not the one that it may use', async () => {
    await lent.driver.configure({ tickets: lent.entry({ MORE: '1' }) });
    const result = await lent.call(workbench(), '_ask');
    assert.match(await result(), /has changed since it was lent/);
    await lent.driver.configure({ tickets: lent.entry() });
    await lent.start(workbench());
  });

  it('stores the server, without a secret and without the key', async () => {
    await workbench().reloadByCommand();
    await lent.driver.ready();
    assert.deepEqual(await listedServers(), ['tickets']);
    const stored = await readStorage(workbench());
    assert.ok(stored.some((text) => text.includes('--client') && text.includes('tickets')));
    await assertNothingSecretIsStored(stored);
  });

  it('forgets the server when it is disconnected', async () => {
    await workbench().runCommand('MCP Elicitation: Disconnect Agent...');
    await workbench().choose(/^Agent Mode of /);
    await workbench().choice('tickets').locator('.monaco-checkbox').waitFor();
    await workbench().quickInput.getByRole('button', { name: 'OK' }).click();
    await workbench()
      .notification(/does not use them any more: tickets\. Nothing is connected any more\./)
      .getByRole('button', { name: 'Switch Agents Off' })
      .click();
    await eventually('an empty list', async () => (await listedServers()).length === 0);
    assert.deepEqual(await lent.keys(), []);
    await workbench().reloadByCommand();
    await lent.driver.ready();
    assert.deepEqual(await listedServers(), []);
    assert.deepEqual(await lent.tools(), []);
    const stored = await readStorage(workbench());
    assert.ok(!stored.some((text) => text.includes('--client')));
    await assertNothingSecretIsStored(stored);
  });
});
