import assert from 'node:assert/strict';
import { unusualPath, useUrlPages } from './urlPages.ts';

describe('a URL that a server requests to open', function () {
  this.timeout(120_000);
  const {
    workbench,
    host,
    asker,
    requestRegion,
    doneText,
    endCall,
    confirmOpening,
    closeAndGetUrl,
    openInBrowser,
    waitForRequest,
    visitedPaths,
    connectionCount,
    contactedHosts,
  } = useUrlPages();

  for (const [tool, title] of [
    ['open', 'is neither fetched nor resolved by the browser before the user agrees'],
    ['openHere', 'is not contacted by the editor or its extensions before the user agrees'],
  ] as const) {
    it(title, async () => {
      await host.runTool('shop', 'openHarmless');
      await waitForRequest();
      await host.answer('Cancel');
      await asker.receivedLines(2);
      const earlierHosts = new Set(contactedHosts());
      await host.runTool('shop', tool);
      await waitForRequest();
      await host.panel.getByText('The whole address:').waitFor({ state: 'attached' });
      await host.answer('Copy URL');
      await host.panel.getByText('Copied.').waitFor();
      await host.chooseFromTabMenu('Show Wire');
      await workbench().page.locator('.editor-instance').filter({ hasText: 'No reply yet.' }).waitFor();
      await host.answer('Decline');
      assert.deepEqual((await asker.receivedLines(4)).slice(2), [tool, `${tool} decline`]);
      assert.deepEqual(
        [...contactedHosts()].filter((hostname) => !earlierHosts.has(hostname)),
        [],
      );
      assert.deepEqual([connectionCount(), visitedPaths()], [0, []]);
      await workbench().closeAllEditors();
    });
  }

  it('is opened exactly as the server wrote it', async () => {
    await host.runTool('shop', 'open');
    await waitForRequest();
    const [shown] = await host.panel.locator('.url-box .url-text').allTextContents();
    assert.equal(shown, `http://sign-in.example${unusualPath}`);
    await openInBrowser();
    assert.deepEqual(visitedPaths(), [unusualPath.slice(0, unusualPath.indexOf('#'))]);
    await endCall();
    await doneText('open').waitFor();
  });

  for (const tool of ['openLocalhost', 'openLoopback'] as const) {
    it(`is opened exactly as the server wrote it if the editor forwards it, and the panel shows that (${tool})`, async () => {
      await host.runTool('shop', tool);
      await waitForRequest();
      await host.panel.getByText('The editor forwards it').waitFor();
      // The editor opens URLs of this machine without a dialog.
      const opening = workbench().page.context().waitForEvent('page');
      await host.answer('Open in Browser');
      const url = await closeAndGetUrl(await opening);
      assert.deepEqual(visitedPaths(), [unusualPath.slice(0, unusualPath.indexOf('#'))]);
      assert.ok(url.endsWith(unusualPath), url);
      await endCall();
      await doneText(tool).waitFor();
    });
  }

  for (const answer of ['Decline', 'Cancel'] as const) {
    it(`is not opened after ${answer}, which the server receives`, async () => {
      await host.runTool('shop', 'open');
      await host.answer(answer);
      assert.deepEqual(await asker.receivedLines(2), ['open', `open ${answer.toLowerCase()}`]);
      assert.deepEqual(visitedPaths(), []);
    });
  }

  it('is refused without a request in the panel if its scheme is not http or https', async () => {
    await host.runTool('shop', 'openScript');
    await host.panel.getByText('url: must begin with https:// or http://').waitFor();
    assert.equal(await requestRegion().count(), 0);
  });

  describe('with a severe finding', () => {
    const confirmation = () =>
      host.panel.getByRole('checkbox', { name: /^I have checked the address: open sign-in\.example/ });

    it('is opened only in a second step, which a double click does not trigger', async () => {
      await host.runTool('shop', 'openDangerous');
      await host.panel.getByText('Danger:', { exact: true }).waitFor();
      await host.panel.getByRole('list', { name: 'About this address' }).getByText('before the @ is not').waitFor();
      assert.equal(await confirmation().count(), 0);
      await host.enabledButton('Open in Browser').dblclick();
      await confirmation().waitFor();
      assert.equal(await confirmation().isChecked(), false);
      await host.answer('Open in Browser');
      await confirmation().and(host.panel.locator(':focus')).waitFor();
      assert.deepEqual([await workbench().dialog.count(), await asker.receivedLines(1)], [0, ['openDangerous']]);
      await confirmation().check();
      await openInBrowser();
      assert.deepEqual(visitedPaths(), ['/dangerous']);
      assert.deepEqual(await asker.receivedLines(2), ['openDangerous', 'openDangerous accept']);
      await endCall();
      await doneText('openDangerous').waitFor();
    });

    it('can be opened by keyboard alone', async () => {
      const { keyboard } = workbench().page;
      await host.runTool('shop', 'openDangerous');
      await waitForRequest();
      const focused = (name: string) => host.button(name).and(host.panel.locator(':focus')).waitFor();
      await host.panel.getByRole('heading', { level: 1 }).and(host.panel.locator(':focus')).waitFor();
      await tabTo('Open in Browser');
      await keyboard.press('Enter');
      await confirmation().and(host.panel.locator(':focus')).waitFor();
      await keyboard.press('Space');
      assert.ok(await confirmation().isChecked());
      await keyboard.press('Tab');
      await focused('Open in Browser');
      await host.enabledButton('Open in Browser').waitFor();
      await keyboard.press('Enter');
      await confirmOpening();
      assert.deepEqual(visitedPaths(), ['/dangerous']);
      await endCall();
      await doneText('openDangerous').waitFor();
    });

    it('can be copied exactly as the server wrote it, and declined', async () => {
      await host.runTool('shop', 'openDangerous');
      await host.answer('Copy URL');
      await host.panel.getByText('Copied.').waitFor();
      const copied = await workbench().page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, 'http://github.com@sign-in.example/dangerous');
      await host.answer('Decline');
      assert.deepEqual(await asker.receivedLines(2), ['openDangerous', 'openDangerous decline']);
    });

    /** Presses Tab until the button has the focus. */
    async function tabTo(name: string): Promise<void> {
      const focusedButton = host.button(name).and(host.panel.locator(':focus'));
      for (let presses = 0; presses < 20 && (await focusedButton.count()) === 0; presses += 1) {
        await workbench().page.keyboard.press('Tab');
      }
      await focusedButton.waitFor();
    }
  });

  it('is pointed out in a form and cannot be clicked there', async () => {
    await host.runTool('shop', 'formWithAddress');
    await host.panel.getByText('This form contains a web address.').waitFor();
    assert.ok((await host.panel.getByText('http://sign-in.example/form').count()) >= 4);
    assert.equal(await host.panel.locator('a, area, body [href], [onclick]').count(), 0);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(2), ['formWithAddress', 'formWithAddress decline']);
    assert.deepEqual([visitedPaths(), connectionCount()], [[], 0]);
  });
});
