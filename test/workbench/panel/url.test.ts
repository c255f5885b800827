import assert from 'node:assert/strict';
import { unusualPath, useUrlPages } from './urlPages.ts';

describe('a page that a server wants opened', function () {
  this.timeout(120_000);
  const {
    workbench,
    host,
    asker,
    asks,
    done,
    end,
    letOpen,
    addressIn,
    agree,
    ready,
    visitedPaths,
    connectionCount,
    contactedHosts,
  } = useUrlPages();

  for (const [tool, title] of [
    ['open', 'is neither fetched nor looked up by the browser before the user agrees'],
    ['openHere', 'is neither fetched nor connected to by the editor and its extensions before the user agrees'],
  ] as const) {
    it(title, async () => {
      await host.runTool('shop', 'openHarmless');
      await ready();
      await host.answer('Cancel');
      await asker.receivedLines(2);
      const before = new Set(contactedHosts());
      await host.runTool('shop', tool);
      await ready();
      await host.panel.getByText('The whole address:').waitFor({ state: 'attached' });
      await host.answer('Copy URL');
      await host.panel.getByText('Copied.').waitFor();
      await host.button('Show Wire').click();
      await workbench().page.locator('.editor-instance').filter({ hasText: 'No reply yet.' }).waitFor();
      await host.answer('Decline');
      assert.deepEqual((await asker.receivedLines(4)).slice(2), [tool, `${tool} decline`]);
      assert.deepEqual(
        [...contactedHosts()].filter((each) => !before.has(each)),
        [],
      );
      assert.deepEqual([connectionCount(), visitedPaths()], [0, []]);
      await workbench().runCommand('View: Close All Editors');
    });
  }

  it('is opened exactly as the server wrote it', async () => {
    await host.runTool('shop', 'open');
    await ready();
    const [shown] = await host.panel.locator('.url-box .url-text').allTextContents();
    assert.equal(shown, `http://sign-in.example${unusualPath}`);
    await agree();
    assert.deepEqual(visitedPaths(), [unusualPath.slice(0, unusualPath.indexOf('#'))]);
    await end();
    await done('open').waitFor();
  });

  for (const tool of ['openLocalhost', 'openLoopback'] as const) {
    it(`is opened exactly as the server wrote it where the editor forwards it, which the panel says: ${tool}`, async () => {
      await host.runTool('shop', tool);
      await ready();
      await host.panel.getByText('The editor forwards it').waitFor();
      // The editor trusts this address, which is one of its own.
      const opening = workbench().page.context().waitForEvent('page');
      await host.answer('Open in Browser');
      const address = await addressIn(await opening);
      assert.deepEqual(visitedPaths(), [unusualPath.slice(0, unusualPath.indexOf('#'))]);
      assert.ok(address.endsWith(unusualPath), address);
      await end();
      await done(tool).waitFor();
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

  it('is refused without a request in the panel when its URL is not http or https', async () => {
    await host.runTool('shop', 'openScript');
    await host.panel.getByText('url: must begin with https:// or http://').waitFor();
    assert.equal(await asks().count(), 0);
  });

  describe('with a severe finding', () => {
    const box = () => host.panel.getByRole('checkbox', { name: /^I have checked the address: open sign-in\.example/ });

    it('is opened only in a second step, which a double click does not trigger', async () => {
      await host.runTool('shop', 'openDangerous');
      await host.panel.getByText('Danger:', { exact: true }).waitFor();
      await host.panel.getByRole('list', { name: 'About this address' }).getByText('before the @ is not').waitFor();
      assert.equal(await box().count(), 0);
      await host.enabledButton('Open in Browser').dblclick();
      await box().waitFor();
      assert.equal(await box().isChecked(), false);
      await host.answer('Open in Browser');
      await box().and(host.panel.locator(':focus')).waitFor();
      assert.deepEqual([await workbench().dialog.count(), await asker.receivedLines(1)], [0, ['openDangerous']]);
      await box().check();
      await agree();
      assert.deepEqual(visitedPaths(), ['/dangerous']);
      assert.deepEqual(await asker.receivedLines(2), ['openDangerous', 'openDangerous accept']);
      await end();
      await done('openDangerous').waitFor();
    });

    it('can be opened by keyboard alone', async () => {
      const { keyboard } = workbench().page;
      await host.runTool('shop', 'openDangerous');
      await ready();
      const focused = (name: string) => host.button(name).and(host.panel.locator(':focus')).waitFor();
      await host.panel.getByRole('heading', { level: 1 }).and(host.panel.locator(':focus')).waitFor();
      await tabTo('Open in Browser');
      await keyboard.press('Enter');
      await box().and(host.panel.locator(':focus')).waitFor();
      await keyboard.press('Space');
      assert.ok(await box().isChecked());
      await keyboard.press('Tab');
      await focused('Open in Browser');
      await host.enabledButton('Open in Browser').waitFor();
      await keyboard.press('Enter');
      await letOpen();
      assert.deepEqual(visitedPaths(), ['/dangerous']);
      await end();
      await done('openDangerous').waitFor();
    });

    it('can be copied as the server wrote it, and declined', async () => {
      await host.runTool('shop', 'openDangerous');
      await host.answer('Copy URL');
      await host.panel.getByText('Copied.').waitFor();
      const copied = await workbench().page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, 'http://github.com@sign-in.example/dangerous');
      await host.answer('Decline');
      assert.deepEqual(await asker.receivedLines(2), ['openDangerous', 'openDangerous decline']);
    });

    /** Tabs until the button has the keyboard. */
    async function tabTo(name: string): Promise<void> {
      const wanted = host.button(name).and(host.panel.locator(':focus'));
      for (let presses = 0; presses < 20 && (await wanted.count()) === 0; presses += 1) {
        await workbench().page.keyboard.press('Tab');
      }
      await wanted.waitFor();
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
