import assert from 'node:assert/strict';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '#test/eventually.ts';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

describe('the panel', function () {
  this.timeout(120_000);
  const { workbench, host, asker } = useRecordingServers(() => ({ files: { 'notes.txt': '', 'other.txt': '' } }));

  async function openFile(name: string): Promise<void> {
    await workbench().page.locator('.explorer-viewlet').getByRole('treeitem', { name }).dblclick();
    await workbench().page.locator('.editor-instance .monaco-editor.focused').waitFor();
  }

  /** Waits until the newest entry of a file of the record has this decision, decided by `decidedBy`. */
  async function waitForRecord(decision: string, decidedBy: string): Promise<void> {
    await eventually('the decision is recorded', async () => {
      const folder = workbench().editor.recordFolder;
      const texts = (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8'));
      const newest = (await Promise.all(texts)).map((text) => text.trimEnd().split('\n').at(-1) ?? '');
      return newest.some(
        (line) => line.includes(`"decision":"${decision}"`) && line.includes(`"decidedBy":"${decidedBy}"`),
      );
    });
  }

  it('cancels the shown request when the tab is closed, and keeps the other request of the call waiting', async () => {
    await host.runTool('asker', 'ask_twice');
    await host.field('first name').waitFor();
    await host.panel.getByText('1 more question of this call.').waitFor();
    await workbench().statusBarItem('2 MCP questions').waitFor();
    await workbench().runCommand('View: Close Editor');
    assert.deepEqual(await asker.receivedLines(1), ['first cancel']);
    await workbench().statusBarItem('1 MCP question').click();
    await host.field('second name').fill('Curie');
    await host.answer('Submit');
    assert.deepEqual(await asker.receivedLines(2), ['first cancel', 'second accept {"answer":"Curie"}']);
  });

  it('keeps the typed text while the tab is hidden, and sends no reply', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('half an ans');
    await openFile('notes.txt');
    await host.field('password hint').waitFor({ state: 'hidden' });
    await workbench().runCommand('MCP Elicitation: Show Waiting Questions');
    assert.equal(await host.field('password hint').inputValue(), 'half an ans');
    assert.deepEqual(await asker.receivedLines(0), []);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(1), ['ask decline']);
  });

  it('cancels the request on Escape', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').press('x');
    await host.waitUntilReady();
    await host.field('password hint').press('Escape');
    assert.deepEqual(await asker.receivedLines(1), ['ask cancel']);
  });

  it('notifies the server when the user cancels the call, and closes the request', async () => {
    await host.runTool('asker', 'ask');
    await host.requestRegion('asker').waitFor();
    await host.button('Stop the Call').click();
    await host.panel.getByText('The call was cancelled. There is no result.').waitFor();
    await host.requestRegion('asker').waitFor({ state: 'detached' });
    const [first] = await asker.receivedLines(1);
    assert.match(first ?? '', /^ask (cancel|cancelled)$/);
  });

  it('does not take the focus from an editor to which the user has returned', async () => {
    await host.runTool('asker', 'ask_later');
    await host.panel.getByText('Running for').waitFor();
    await openFile('other.txt');
    const { page } = workbench();
    await page.keyboard.type('dear ');
    await asker.createGoFile();
    await host.field('late answer').waitFor();
    await page.keyboard.type('diary');
    await page.locator('.monaco-editor.focused').getByText('dear diary').waitFor();
    assert.equal(await workbench().notifications.count(), 0, 'nothing covers the buttons of the panel');
    await workbench().statusBarItem('1 MCP question').click();
    await host.field('late answer').and(host.panel.locator(':focus')).waitFor();
    await host.answer('Cancel');
    assert.deepEqual(await asker.receivedLines(1), ['ask_later cancel']);
  });

  it('closes the form with the reason when its server process ends, and the user can restart the server', async () => {
    await host.showView();
    await host.runTool('asker', 'crash');
    await host.field('last words').fill('unfinished');
    await asker.createGoFile('.crash');
    await host.field('last words').waitFor({ state: 'detached' });
    await host.panel
      .getByText(/exit code 7/)
      .first()
      .waitFor();
    await host.serverItem(/^asker, failed: .*exit code 7/).waitFor();
    await workbench().runCommand('MCP Elicitation: Restart Server');
    await workbench().choose('asker');
    await host.serverItem(/asker.*running/).waitFor();
    await rm(`${asker.goFile}.crash`);
    await host.button('Run Again With These Answers').click();
    await host.field('last words').waitFor();
    assert.equal(await host.field('last words').inputValue(), 'unfinished');
    await host.button('Stop the Call').click();
    await host.field('last words').waitFor({ state: 'detached' });
  });

  describe('with a URL request', () => {
    const url = 'https://sign-in.example/in?to=a%2Bb&list=[1]&q=%c3%a9';
    /** The URLs that the user's browser opened. */
    let visited: string[];

    before(async () => {
      await workbench()
        .page.context()
        .route('https://sign-in.example/**', (route) => {
          visited.push(route.request().url());
          return route.fulfill({ contentType: 'text/html', body: 'Welcome' });
        });
    });

    beforeEach(() => {
      visited = [];
    });

    /** Confirms the editor's dialog, and closes the opened page. */
    async function confirmOpening(): Promise<void> {
      const page = workbench().page.context().waitForEvent('page');
      await workbench().dialog.getByRole('button', { name: 'Open', exact: true }).click();
      await (await page).close();
    }

    it('keeps the request when the user cancels the editor’s dialog, and then opens exactly the URL that was shown', async () => {
      await host.runTool('asker', 'open_page');
      await host.panel.getByRole('region', { name: 'asker asks you to open a web page' }).waitFor();
      await host.panel.locator('.url-box').filter({ hasText: url }).waitFor();
      await host.answer('Open in Browser');
      await workbench().dialog.getByRole('button', { name: 'Cancel' }).click();
      await host.panel.getByText('The page was not opened').waitFor();
      assert.deepEqual(await asker.receivedLines(0), []);
      await host.answer('Open in Browser');
      await confirmOpening();
      assert.deepEqual(await asker.receivedLines(1), ['open_page accept']);
      assert.deepEqual(visited, [url]);
      await host.enabledButton('Continue').and(host.panel.locator(':focus')).waitFor();
      await asker.createGoFile('.page');
      await host.button('Continue').waitFor({ state: 'detached' });
      await host.panel.getByText('open_page accept').waitFor();
    });

    it('accepts when the user has opened the copied URL, and shows the exchange as exact JSON', async () => {
      await host.runTool('asker', 'open_page');
      await host.answer('Copy URL');
      await host.panel.getByText('Copied.').waitFor();
      assert.deepEqual(await asker.receivedLines(0), []);
      await host.chooseFromTabMenu('Show Wire');
      const wire = workbench().page.locator('.editor-instance').filter({ hasText: 'No reply yet.' });
      await wire.getByText('"elicitation/create"').waitFor();
      await host.answer('I opened it');
      assert.deepEqual(await asker.receivedLines(1), ['open_page accept']);
      await workbench().page.locator('.editor-instance').getByText('"accept"').waitFor();
      await host.panel.getByText('open_page accept').waitFor();
      assert.deepEqual(visited, []);
    });

    it('requests each page that a call needs in turn, and sends the call again when the user is done', async () => {
      await host.runTool('asker', 'need_page');
      for (const step of ['Step 1 of 2', 'Step 2 of 2']) {
        await host.panel.locator('.header-step').filter({ hasText: step }).waitFor();
        await host.answer('Open in Browser');
        await confirmOpening();
      }
      await host.answer('Continue');
      await host.panel.getByText('Asked once; not done yet').waitFor();
      await asker.createGoFile('.paid');
      await host.answer('Continue');
      await host.panel.getByText('paid', { exact: true }).waitFor();
      assert.deepEqual(await asker.receivedLines(0), ['need_page', 'need_page', 'need_page']);
      assert.deepEqual(visited, [url, `${url}&step=sign`]);
    });
  });

  it('replies with cancel, and with nothing else, when the window is reloaded', async () => {
    await host.runTool('asker', 'ask');
    await host.field('password hint').fill('never sent');
    const server = await asker.lastPid();
    await workbench().reloadByCommand();
    await asker.waitForEnd(server);
    assert.deepEqual(await asker.receivedLines(0), ['ask cancel']);
    await waitForRecord('withdrawn', 'host');
  });

  it('opens no page and replies with cancel when the window is reloaded while it shows a URL request', async () => {
    await host.runTool('asker', 'open_page');
    await host.enabledButton('Open in Browser').waitFor();
    const server = await asker.lastPid();
    const { page } = workbench();
    await workbench().reloadByCommand();
    await asker.waitForEnd(server);
    assert.deepEqual(await asker.receivedLines(0), ['open_page cancel']);
    assert.deepEqual(page.context().pages(), [page]);
  });
});
