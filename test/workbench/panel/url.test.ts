import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { useRecordingServers } from '#test/workbench/harness/hooks.ts';

/** Encoded as only some would write it: it has to be opened as it stands. */
const odd = '/in%2Fout?to=a%2Bb+c&list=[1]&q=%c3%a9&hash=%23x&rate=5%25&lower=%2f#part%20%23';

describe('a page that a server wants opened', function () {
  this.timeout(120_000);
  /** Plays every website there is: the browser finds it under any name that ends in `.example`. */
  let site: Server;
  /** The paths that it was asked for, as they stood on the wire, and how often anybody connected. */
  let visited: string[];
  let connections: number;
  /** Whom the browser spoke to. */
  let asked: Set<string>;

  const { workbench, host, asker } = useRecordingServers(async (asker) => {
    site = createServer((request, response) => {
      if (request.url !== '/favicon.ico') {
        visited.push(String(request.url));
      }
      response.setHeader('content-type', 'text/html').end('<title>Welcome</title>Welcome');
    });
    site.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const { port } = site.address() as AddressInfo;
    const pages = {
      open: [`http://sign-in.example${odd}`],
      openHere: [`http://127.0.0.1:${port}/here`],
      openLocalhost: [`http://localhost:${port}${odd}`],
      openLoopback: [`http://127.0.0.1:${port}${odd}`],
      openHarmless: ['https://accounts.shop.example/connect?session=5f0c2d7e&return=%2Fdone'],
      openLookAlike: ['https://www.xn--pypal-4ve.com/signin?continue=%2Fwallet'],
      openDangerous: ['http://github.com@sign-in.example/dangerous'],
      openLying: ['http://sign-in.example/lying'],
      openScript: ['javascript:alert(1)'],
      formWithAddress: ['http://sign-in.example/form'],
      needThree: ['pay', 'sign', 'send'].map((name) => `http://${name}.example/${name}`),
      needLying: ['http://sign-in.example/lying'],
    };
    return {
      settings: {
        // A fast machine comes to more than the usual limit.
        'mcpElicitation.rateLimit.requestsPerMinute': 1000,
        'mcpElicitation.servers': {
          shop: asker.entryOf('pageTools.ts', { PAGES: JSON.stringify(pages) }),
          modern: asker.entryOf('modernPageTool.ts', { PAGE: 'http://sign-in.example/modern' }),
        },
      },
      browserArguments: [`--host-resolver-rules=MAP *.example 127.0.0.1:${port}`],
    };
  });

  before(() => {
    asked = new Set();
    workbench()
      .page.context()
      .on('request', (request) => asked.add(new URL(request.url()).host));
  });

  beforeEach(async () => {
    visited = [];
    connections = 0;
    await stay();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') {
      // What it left behind is not for the next one.
      await workbench().reload();
    }
  });

  after(() => site?.close());

  const asks = () => host.panel.getByRole('heading', { name: 'asks you to open a web page' });
  const done = (tool: string) => host.panel.getByText(`${tool} is done`, { exact: true });
  const end = () => asker.go('.end');
  const complete = (...ids: string[]) => appendFile(asker.goFile, ids.map((id) => `${id}\n`).join(''));
  /** Nothing is complete, and no call ends. */
  const stay = () => Promise.all([asker.goFile, `${asker.goFile}.end`].map((file) => rm(file, { force: true })));
  const card = () => host.panel.getByRole('list', { name: 'Calls that wait for you' });

  /** Says yes in the editor's own dialog, waits until the page is there, and closes it. @returns its address */
  async function letOpen(): Promise<string> {
    const opening = workbench().page.context().waitForEvent('page');
    await workbench().dialog.getByRole('button', { name: 'Open', exact: true }).click();
    return addressIn(await opening);
  }

  /** Of a page, when it is there; closes it. */
  async function addressIn(page: Page): Promise<string> {
    await page.waitForLoadState();
    const address = page.url();
    await page.close();
    return address;
  }

  async function agree(): Promise<string> {
    await host.answer('Open in Browser');
    return letOpen();
  }

  /** Waits until the page that is asked for takes input. */
  async function ready(): Promise<void> {
    await asks().waitFor();
    await host.enabledButton('Open in Browser').waitFor();
  }

  for (const [tool, title] of [
    ['open', 'is neither fetched nor looked up before the person agrees, by the browser'],
    ['openHere', 'is neither fetched nor connected to before the person agrees, by the editor and its extensions'],
  ] as const) {
    it(title, async () => {
      await host.runTool('shop', 'openHarmless');
      await ready();
      await host.answer('Cancel');
      await asker.receivedLines(2);
      const before = new Set(asked);
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
        [...asked].filter((each) => !before.has(each)),
        [],
      );
      assert.deepEqual([connections, visited], [0, []]);
      await workbench().runCommand('View: Close All Editors');
    });
  }

  it('is opened exactly as the server wrote it', async () => {
    await host.runTool('shop', 'open');
    await ready();
    const [shown] = await host.panel.locator('.url-box .url-text').allTextContents();
    assert.equal(shown, `http://sign-in.example${odd}`);
    await agree();
    assert.deepEqual(visited, [odd.slice(0, odd.indexOf('#'))]);
    await end();
    await done('open').waitFor();
  });

  for (const tool of ['openLocalhost', 'openLoopback'] as const) {
    it(`is opened exactly as the server wrote it where the editor forwards it, which is said before: ${tool}`, async () => {
      await host.runTool('shop', tool);
      await ready();
      await host.panel.getByText('The editor forwards it').waitFor();
      // The editor trusts this address, which is one of its own.
      const opening = workbench().page.context().waitForEvent('page');
      await host.answer('Open in Browser');
      const address = await addressIn(await opening);
      assert.deepEqual(visited, [odd.slice(0, odd.indexOf('#'))]);
      assert.ok(address.endsWith(odd), address);
      await end();
      await done(tool).waitFor();
    });
  }

  for (const answer of ['Decline', 'Cancel'] as const) {
    it(`is not opened after ${answer}, which the server hears as that`, async () => {
      await host.runTool('shop', 'open');
      await host.answer(answer);
      assert.deepEqual(await asker.receivedLines(2), ['open', `open ${answer.toLowerCase()}`]);
      assert.deepEqual(visited, []);
    });
  }

  it('is refused when it is none, before anybody is asked', async () => {
    await host.runTool('shop', 'openScript');
    await host.panel.getByText('url: must begin with https:// or http://').waitFor();
    assert.equal(await asks().count(), 0);
  });

  it('waits on a card that goes when the server reports it complete, or when the call is over', async () => {
    for (const finish of [() => complete('open 1'), end]) {
      await asker.clear();
      await host.runTool('shop', 'open');
      await ready();
      await agree();
      assert.deepEqual((await asker.receivedLines(2)).slice(-1), ['open accept']);
      await host.enabledButton("I'm done: continue").waitFor();
      await finish();
      await card().waitFor({ state: 'hidden' });
      await end();
      await done('open').waitFor();
      await stay();
    }
  });

  it('can be opened again and copied from its card, which answers nothing', async () => {
    await host.runTool('shop', 'open');
    await ready();
    await agree();
    await card().getByRole('button', { name: 'Copy URL: sign-in.example' }).click();
    await card().getByRole('button', { name: 'Reopen: sign-in.example' }).click();
    await letOpen();
    assert.equal(visited.length, 2);
    assert.equal(visited[1], visited[0]);
    await host.enabledButton('Stop the Call').click();
    await host.panel.getByText('The call was cancelled').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['open', 'open accept']);
  });

  it('is one of three that a call requires: asked for in their order, then reported one by one', async () => {
    await host.runTool('shop', 'needThree');
    for (const [index, name] of ['pay', 'sign', 'send'].entries()) {
      await host.panel
        .locator('.steps')
        .getByText(`Step ${index + 1} of 3`, { exact: true })
        .waitFor();
      await host.panel
        .locator('.url-box')
        .filter({ hasText: `Leads to ${name}.example` })
        .waitFor();
      await agree();
    }
    assert.deepEqual(visited, ['/pay', '/sign', '/send']);
    await end();
    await complete('needThree 2', 'needThree 2', 'needThree 3', 'of nobody');
    await card().getByText('Done', { exact: true }).nth(1).waitFor();
    assert.equal(await card().getByText('Not done yet', { exact: true }).count(), 1);
    assert.deepEqual(await asker.receivedLines(1), ['needThree']);
    await complete('needThree 1');
    await done('needThree').waitFor();
    assert.deepEqual(await asker.receivedLines(2), ['needThree', 'needThree']);
  });

  it('is still asked for when its server has reported it complete before', async () => {
    await host.runTool('shop', 'openLying');
    await ready();
    assert.deepEqual(await asker.receivedLines(1), ['openLying']);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(2), ['openLying', 'openLying decline']);
  });

  it('does not send a call in circles when its server reports it complete each time', async () => {
    await host.runTool('shop', 'needLying');
    await ready();
    await agree();
    await host.enabledButton("I'm done: continue").waitFor();
    await host.panel.getByText(/^Asked (once|\d times); not done yet$/).waitFor();
    const calls = (await asker.receivedLines(1)).length;
    assert.ok(calls <= 4, `called ${calls} times`);
    await end();
    await host.answer("I'm done: continue");
    await done('needLying').waitFor();
    assert.equal((await asker.receivedLines(1)).length, calls + 1);
  });

  it('of a modern server goes on by itself once the page is done, however often the same one is asked for', async () => {
    await host.runTool('modern', 'open');
    await ready();
    await agree();
    await asker.receivedLines(2);
    await card().waitFor();
    assert.equal(await asks().count(), 0);
    await end();
    await done('open').waitFor();
    assert.deepEqual(visited, ['/modern']);
  });

  describe('with something severe about it', () => {
    const box = () => host.panel.getByRole('checkbox', { name: /^I have checked the address: open sign-in\.example/ });

    it('is opened only in a second step, which a double click does not take', async () => {
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
      assert.deepEqual(visited, ['/dangerous']);
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
      assert.deepEqual(visited, ['/dangerous']);
      await end();
      await done('openDangerous').waitFor();
    });

    it('can be copied as it is, and declined', async () => {
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

  it('is no part of a form: there it is pointed out, and cannot be clicked', async () => {
    await host.runTool('shop', 'formWithAddress');
    await host.panel.getByText('This form contains a web address.').waitFor();
    assert.ok((await host.panel.getByText('http://sign-in.example/form').count()) >= 4);
    assert.equal(await host.panel.locator('a, area, body [href], [onclick]').count(), 0);
    await host.answer('Decline');
    assert.deepEqual(await asker.receivedLines(2), ['formWithAddress', 'formWithAddress decline']);
    assert.deepEqual([visited, connections], [[], 0]);
  });
});
