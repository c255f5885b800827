import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { SharedHome } from './connectedAgent.ts';

const server = 'Codex · tickets';

describe('an agent that asks in the panel', function () {
  this.timeout(120_000);
  let home: SharedHome;
  const workbench = useWorkbench(async () => {
    home = await SharedHome.create();
    return {
      environment: { HOME: home.path },
      settings: { 'mcpElicitation.agents.enabled': true },
      files: { 'notes.txt': 'Notes' },
    };
  });
  const host = new ExtensionUi(workbench);
  afterEach(() => home.endAgents());
  after(() => home.remove());

  const startAgent = async (...options: readonly string[]) => {
    await home.isReady();
    return home.startAgent(workbench().editor.folder, 'tickets', options);
  };
  async function openFile(name: string): Promise<void> {
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name }).dblclick();
    await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
  }
  const header = () => host.panel.locator('.panel-header');

  it('gets the answer of the form, which says who asks, and does not take the keyboard', async () => {
    const agent = await startAgent();
    await openFile('notes.txt');
    const result = agent.call('ask');
    await host.requestRegion(server).waitFor();
    assert.match((await header().textContent()) ?? '', /Codex · tickets.*ask/);
    await workbench().page.keyboard.type('Still here. ');
    await workbench().page.locator('.view-lines').getByText('Still here.').waitFor();
    await host.panel.getByRole('button', { name: `${server}: details of the server` }).click();
    await host.panel.getByText('Codex of a test 9.9.9').waitFor();
    await host.panel.getByText('elicitingTools.ts').waitFor();
    await host.field('password hint').fill('my first cat');
    await host.answer('Submit');
    assert.match(await result, /ask accept .*my first cat/);
  });

  it('gets a decline', async () => {
    const agent = await startAgent();
    const result = agent.call('ask');
    await host.requestRegion(server).waitFor();
    await host.answer('Decline');
    assert.match(await result, /ask decline/);
  });

  it('withdraws its request when its user interrupts the call, and what was filled in is kept', async () => {
    const agent = await startAgent();
    const interruption = new AbortController();
    const result = agent.call('ask', interruption.signal);
    await host.field('password hint').fill('half of it');
    await host.panel.getByText('half of it').or(host.field('password hint')).first().waitFor();
    interruption.abort('The user interrupted.');
    await assert.rejects(result);
    await host.panel.getByText('The call was interrupted in Codex.').first().waitFor();
    const second = agent.call('ask');
    await host.waitUntilReady();
    assert.equal(await host.field('password hint').inputValue(), 'half of it');
    await host.answer('Decline');
    await second;
  });

  it('is cancelled for when its user stops the call in the header', async () => {
    const agent = await startAgent();
    const result = agent.call('ask');
    await host.requestRegion(server).waitFor();
    await host.button('Stop the Call').click();
    assert.match(await result, /isError/);
  });

  it('gets a cancel when the user closes the panel', async () => {
    const agent = await startAgent();
    const result = agent.call('ask');
    await host.requestRegion(server).waitFor();
    await workbench().tabs.filter({ hasText: 'Codex' }).click();
    await workbench().runCommand('View: Close Editor');
    assert.match(await result, /ask cancel/);
  });

  it('asks again after the window was reloaded, and gets one answer', async () => {
    const agent = await startAgent();
    const result = agent.call('ask');
    await host.field('password hint').fill('my second cat');
    await eventually('the draft', async () => (await host.field('password hint').inputValue()) === 'my second cat');
    await workbench().reload();
    await host.requestRegion(server).waitFor();
    await host.waitUntilReady();
    await host.field('password hint').fill('my third cat');
    await host.answer('Submit');
    assert.match(await result, /ask accept .*my third cat/);
    const replies = (await readFile(home.replies, 'utf8')).match(/third cat/g);
    assert.equal(replies?.length, 1);
  });

  it('gets the answer with its next equal call when it has stopped waiting, for one call of the server', async () => {
    const agent = await startAgent('--limit', '15000');
    const earlier = await readFile(home.replies, 'utf8').catch(() => '');
    const first = agent.call('ask');
    await host.requestRegion(server).waitFor();
    assert.match(await first, /still running.*isError/);
    await host.panel.getByText('Codex has stopped waiting; your answer is kept for it.').first().waitFor();
    const second = agent.call('ask');
    await host.panel.getByText('Codex has called again, and waits.').first().waitFor();
    await host.waitUntilReady();
    await host.field('password hint').fill('my last cat');
    await host.answer('Submit');
    assert.match(await second, /ask accept .*my last cat/);
    assert.equal((await readFile(home.replies, 'utf8')).slice(earlier.length).match(/ask/g)?.length, 1);
  });

  it('is dismissed when nobody waits any more', async () => {
    const agent = await startAgent('--limit', '15000');
    assert.match(await agent.call('ask'), /still running.*isError/);
    await host.panel
      .getByRole('listitem')
      .filter({ hasText: 'has stopped waiting' })
      .getByRole('button', { name: 'Dismiss' })
      .click();
    await host.panel.getByText('Nothing is waiting for you').waitFor();
  });

  it('is asked about if its server is not the one that the user connected, before anything of it is shown', async () => {
    await home.isReady();
    const agent = await home.startAgent(workbench().editor.folder, 'planted');
    const result = agent.call('ask');
    await host.panel.getByRole('heading', { name: 'May this server of Codex ask you?' }).waitFor();
    assert.equal(await host.panel.getByText('password hint').count(), 0);
    await host.enabledButton('Allow Once').click();
    await host.field('password hint').fill('a guess');
    assert.match((await header().textContent()) ?? '', /not the one you connected.*not a server that you connected/);
    await host.answer('Submit');
    assert.match(await result, /ask accept/);
  });
});

describe('a window without agents', function () {
  this.timeout(120_000);
  let home: SharedHome;
  const workbench = useWorkbench(async () => {
    home = await SharedHome.create();
    return { environment: { HOME: home.path } };
  });
  const host = new ExtensionUi(workbench);
  after(() => home.remove());

  it('does not listen, and copies nothing', async () => {
    await host.showView();
    assert.deepEqual((await readdir(home.folder.root)).toSorted(), ['clients', 'keys']);
  });
});
