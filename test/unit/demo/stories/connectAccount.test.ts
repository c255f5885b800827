import assert from 'node:assert/strict';
import { DemoInHost } from '#test/unit/demo/demoInHost.ts';
import { press } from '#test/unit/demo/pageRequests.ts';

for (const [era, file] of [
  ['legacy', 'legacyMain.ts'],
  ['modern', 'modernMain.ts'],
] as const) {
  describe(`demo: connect_account in the ${era} era`, () => {
    let demo: DemoInHost;
    before(async () => {
      demo = new DemoInHost(file);
      await demo.server.start();
    });
    after(() => demo.host.end());

    for (const [button, words] of [
      ['allow', /^Connected as ana@example\.com: Example Accounts would now .* This was a demo/],
      ['deny', /^Not connected\. On the page of Example Accounts you chose Deny/],
    ] as const) {
      it(`waits for the page after the consent, and returns the outcome of ${button}`, async () => {
        const result = demo.call('connect_account');
        const url = await demo.decide('accept');
        const suspendedCall = await demo.suspendedCall();
        assert.deepEqual(
          suspendedCall.openedPages.map((page) => [page.url, page.done]),
          [[url, false]],
        );
        assert.equal((await press(url, button)).status, 200);
        demo.continueCalls();
        assert.match(await result, words);
        assert.deepEqual([demo.host.inbox.pending, demo.host.suspendedCalls.all], [[], []]);
        assert.equal((await press(url, 'allow')).status, 404);
      });
    }

    for (const [action, words] of [
      ['decline', /^Not connected\. You declined to open the page/],
      ['cancel', /^Not connected yet: you closed the question without opening the page/],
    ] as const) {
      it(`returns the outcome of ${action} without an error, and removes the page`, async () => {
        const result = demo.call('connect_account');
        const url = await demo.decide(action);
        assert.match(await result, words);
        assert.equal((await press(url, 'allow')).status, 404);
      });
    }

    it('ends without waiting if the page was answered before the consent', async () => {
      const result = demo.call('connect_account');
      const { url } = await demo.pendingUrlRequest();
      await press(url, 'allow');
      await demo.decide('accept');
      assert.match(await result, /^Connected/);
    });

    it('returns a decline even if the page was answered with Allow', async () => {
      const result = demo.call('connect_account');
      const { url } = await demo.pendingUrlRequest();
      await press(url, 'allow');
      await demo.decide('decline');
      assert.match(await result, /You declined/);
    });

    it('returns the first of two answers on the page', async () => {
      const result = demo.call('connect_account');
      const { url } = await demo.pendingUrlRequest();
      await press(url, 'deny');
      assert.equal((await press(url, 'allow')).status, 409);
      await demo.decide('accept');
      assert.match(await result, /you chose Deny/);
    });

    it('opens a new page for every call', async () => {
      const urls: string[] = [];
      for (let count = 0; count < 2; count += 1) {
        const result = demo.call('connect_account');
        urls.push(await demo.decide('decline'));
        await result;
      }
      assert.equal(new Set(urls).size, 2);
    });

    it('returns the answer of its page from each of two concurrent calls', async () => {
      const first = demo.call('connect_account');
      const url = await demo.decide('accept');
      const second = demo.call('connect_account');
      await press(await demo.decide('accept'), 'deny');
      demo.continueCalls();
      assert.match(await second, /you chose Deny/);
      await press(url, 'allow');
      demo.continueCalls();
      assert.match(await first, /^Connected/);
    });

    it('returns an error that names the missing capability if URL mode is off', async () => {
      const demoWithoutUrlMode = new DemoInHost(file, false);
      try {
        assert.match(
          await demoWithoutUrlMode.call('connect_account'),
          /did not declare the URL mode .* Nothing was done\.$/,
        );
        assert.match(
          await demoWithoutUrlMode.call('copy_calendar'),
          /did not declare the URL mode .* Nothing was done\.$/,
        );
        assert.deepEqual(demoWithoutUrlMode.host.inbox.pending, []);
      } finally {
        await demoWithoutUrlMode.host.end();
      }
    });
  });
}

describe('demo: connect_account, the eras side by side', () => {
  const eras = [new DemoInHost('legacyMain.ts'), new DemoInHost('modernMain.ts')];
  before(() => Promise.all(eras.map(({ server }) => server.start())));
  after(() => Promise.all(eras.map(({ host }) => host.end())));

  for (const action of ['accept', 'decline', 'cancel'] as const) {
    it(`send the same requests and results after ${action}`, async () => {
      const outcomes = await Promise.all(
        eras.map(async (era) => {
          const result = era.call('connect_account');
          const { message, url } = await era.pendingUrlRequest();
          await press(url, 'allow');
          await era.decide(action);
          return [message, await result];
        }),
      );
      assert.deepEqual(outcomes[0], outcomes[1]);
    });
  }
});
