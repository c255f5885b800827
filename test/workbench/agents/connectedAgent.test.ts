import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { eventually } from '#test/eventually.ts';
import { ExtensionUi } from '#test/workbench/harness/extensionUi.ts';
import { useWorkbench } from '#test/workbench/harness/hooks.ts';
import { SharedHome } from './connectedAgent.ts';
import { startHook } from './startedHook.ts';

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

  const startAgent = async (options: Parameters<SharedHome['startAgent']>[1] = {}) => {
    await home.isReady();
    return home.startAgent(workbench().editor.folder, options);
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
    const agent = await startAgent({ options: ['--limit', '15000'] });
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
    const agent = await startAgent({ options: ['--limit', '15000'] });
    assert.match(await agent.call('ask'), /still running.*isError/);
    await host.panel
      .getByRole('listitem')
      .filter({ hasText: 'has stopped waiting' })
      .getByRole('button', { name: 'Dismiss' })
      .click();
    await host.panel.getByText('Nothing is waiting for you').waitFor();
  });

  it('is asked about if its server is not the one that the user connected, before anything of it is shown', async () => {
    const agent = await startAgent({ server: 'planted' });
    const result = agent.call('ask');
    await host.panel.getByRole('heading', { name: 'May this server of Codex ask you?' }).waitFor();
    assert.equal(await host.panel.getByText('password hint').count(), 0);
    await host.enabledButton('Allow Once').click();
    await host.field('password hint').fill('a guess');
    assert.match(
      (await header().textContent()) ?? '',
      /a server that you have not connected.*not a server that you connected/,
    );
    await host.answer('Submit');
    assert.match(await result, /ask accept/);
  });

  it('of 2026-07-28 gets the result of a call whose server asks two questions in one round', async () => {
    const agent = await startAgent({ server: 'rounds', sdk: '2.x' });
    const question = (label: string) => {
      const properties = { [label]: { type: 'string', title: label } };
      const requestedSchema = { type: 'object', properties, required: [label] };
      return { method: 'elicitation/create', params: { mode: 'form', message: `Which ${label}?`, requestedSchema } };
    };
    const inputRequests = { first: question('city'), second: question('street') };
    const round = { resultType: 'input_required', inputRequests, requestState: 'state of the round' };
    const result = agent.call('rounds', undefined, { rounds: JSON.stringify([round]) });
    for (const [label, answer] of [
      ['city', 'Lisbon'],
      ['street', 'Rua Augusta'],
    ] as const) {
      await host.panel.getByRole('heading', { name: `Which ${label}?` }).waitFor();
      await host.field(label).fill(answer);
      await host.answer('Submit');
    }
    const text = (await result).replaceAll('\\"', '"');
    assert.match(text, /"first":\{"action":"accept","content":\{"city":"Lisbon"\}\}/);
    assert.match(text, /"second":\{"action":"accept","content":\{"street":"Rua Augusta"\}\}/);
    assert.match(text, /"requestState":"state of the round"/);
  });

  it('gets the result of a call whose server requires pages, when its user says that they are done', async () => {
    const agent = await startAgent({ sdk: '2.x' });
    const result = agent.call('need_page');
    for (const words of ['Please pay.', 'Please sign.']) {
      await host.panel.getByRole('heading', { name: words }).waitFor();
      await host.answer('Copy URL');
      await host.answer('I opened it');
    }
    await host.panel
      .getByText(/waits until you are done with the pages that you opened/)
      .first()
      .waitFor();
    await host.panel.getByText('Then the agent goes on.').waitFor();
    await writeFile(`${home.goFile}.paid`, '');
    await host.answer('Continue');
    assert.match(await result, /paid/);
  });

  describe('with the hook of Claude Code', () => {
    const asker = 'Claude Code · tickets';
    const form = {
      message: 'Which ticket?',
      mode: 'form',
      requested_schema: { type: 'object', properties: { ticket: { type: 'string', title: 'ticket' } } },
    };
    const hook = async (asked: Readonly<Record<string, unknown>>, attended: '0' | '1') => {
      await home.isReady();
      return startHook(home, workbench().editor.folder, asked, attended);
    };
    const inTerminal = () => host.panel.getByRole('button', { name: 'Answer in the Terminal' });

    it('gives a question back to the terminal', async () => {
      const ended = hook(form, '1');
      await host.requestRegion(asker).waitFor();
      await host.enabledButton('Answer in the Terminal').click();
      assert.deepEqual(await ended, { output: '', code: 0 });
      await host.panel.getByText('Nothing is waiting for you').waitFor();
    });

    it('answers a question of `claude -p`, which has no terminal', async () => {
      const ended = hook(form, '0');
      await host.field('ticket').fill('A-7');
      await host.panel.getByText('Claude Code does not pass on which pattern a text must match').waitFor();
      assert.equal(await inTerminal().count(), 0);
      await host.answer('Submit');
      const { output } = await ended;
      assert.deepEqual(JSON.parse(output).hookSpecificOutput, {
        hookEventName: 'Elicitation',
        action: 'accept',
        content: { ticket: 'A-7' },
      });
    });

    it('accepts a page when its user comes back and continues', async () => {
      const page = { message: 'Please sign in.', mode: 'url', url: 'https://sign-in.example/', elicitation_id: 'e1' };
      const ended = hook(page, '1');
      await host.panel.getByText(/the server learns only then that you agreed to open it/).waitFor();
      await host.answer('Copy URL');
      await host.answer('I opened it');
      await host.panel.getByText('The server does not know yet that you agreed.').waitFor();
      await host.panel.getByRole('heading', { name: 'Finish on the web page, then continue' }).waitFor();
      await host.answer('Continue');
      const { output } = await ended;
      assert.deepEqual(JSON.parse(output).hookSpecificOutput, { hookEventName: 'Elicitation', action: 'accept' });
      await host.panel.getByText('Nothing is waiting for you').waitFor();
    });
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
