import assert from 'node:assert/strict';
import { DemoClient } from '#test/unit/demo/demoClient.ts';
import { DemoInHost } from '#test/unit/demo/demoInHost.ts';
import { press } from '#test/unit/demo/pageRequests.ts';

const copiedPattern = /^12 events would now be copied from Example Accounts to Sample Calendars\. This was a demo/;

describe('demo: copy_calendar', () => {
  for (const [era, file] of [
    ['legacy', 'legacyMain.ts'],
    ['modern', 'modernMain.ts'],
  ] as const) {
    describe(`in the ${era} era`, () => {
      const demo = new DemoInHost(file);
      before(() => demo.server.start());
      after(() => demo.host.end());

      it('elicits two pages, and copies after both were answered', async () => {
        const result = demo.call('copy_calendar');
        const { group } = await demo.pendingUrlRequest();
        assert.deepEqual([group?.index, group?.size], [0, 2]);
        const urls = [await demo.decide('accept'), await demo.decide('accept')];
        const { openedPages, resends } = await demo.suspendedCall();
        assert.deepEqual(
          openedPages.map(({ url }) => url),
          urls,
        );
        assert.equal(resends, true);
        for (const url of urls) {
          await press(url, 'allow');
        }
        demo.continueCalls();
        assert.match(await result, copiedPattern);
        assert.equal((await press(urls[0] ?? '', 'allow')).status, 404);
      });

      it('sends the same URL for a page until it is answered', async () => {
        const result = demo.call('copy_calendar');
        const urls = [await demo.decide('accept'), await demo.decide('accept')];
        await demo.suspendedCall();
        demo.continueCalls();
        const again = await demo.suspendedCall(1);
        assert.deepEqual(
          again.openedPages.map(({ url }) => url),
          urls,
        );
        await Promise.all(urls.map((url) => press(url, 'allow')));
        demo.continueCalls();
        assert.match(await result, copiedPattern);
      });

      it('ends as soon as one page was denied, even if the other has no answer', async () => {
        const result = demo.call('copy_calendar');
        await demo.decide('accept');
        const url = await demo.decide('accept');
        await demo.suspendedCall();
        await press(url, 'deny');
        demo.continueCalls();
        assert.match(await result, /^Nothing was copied: on the page of Sample Calendars you chose Deny\.$/);
      });
    });
  }

  describe('if a page is not opened', () => {
    const modern = new DemoInHost('modernMain.ts');
    const legacy = new DemoInHost('legacyMain.ts');
    before(() => Promise.all([modern, legacy].map(({ server }) => server.start())));
    after(() => Promise.all([modern, legacy].map(({ host }) => host.end())));

    for (const [action, words, name] of [
      ['decline', /^Nothing was copied: you declined to open the page of Sample Calendars\.$/, 'CallDeclined'],
      ['cancel', /^Nothing was copied: you closed the question without opening .* Run copy_calendar/, 'CallCancelled'],
    ] as const) {
      it(`returns the outcome of ${action} in the modern era; in the legacy era the host ends the call`, async () => {
        const modernResult = modern.call('copy_calendar');
        await modern.decide('accept');
        await modern.decide(action);
        assert.match(await modernResult, words);

        const ended = legacy.call('copy_calendar');
        ended.catch(() => undefined);
        const first = await legacy.decide('accept');
        await legacy.decide(action);
        await assert.rejects(ended, { name });

        // A page without an answer is requested again if the tool is called again.
        const again = legacy.call('copy_calendar');
        again.catch(() => undefined);
        assert.equal(await legacy.decide('accept'), first);
        await legacy.decide('decline');
        await assert.rejects(again, { name: 'CallDeclined' });
      });
    }
  });
});

describe('demo: the server of the legacy era, on the wire', () => {
  const capabilities = { elicitation: { url: {} } };
  let conversation: DemoClient;
  let completed: string[];

  beforeEach(async () => {
    completed = [];
    conversation = await DemoClient.start(capabilities);
    conversation.client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      completed.push(params.elicitationId);
    });
  });
  afterEach(() => conversation.close());

  interface Required {
    elicitations: { mode: string; message: string; url: string; elicitationId: string }[];
  }

  async function requiredUrls(): Promise<Required['elicitations']> {
    const error: unknown = await conversation.call('copy_calendar', {}, []).then(
      () => assert.fail('not refused'),
      (reason: unknown) => reason,
    );
    const { code, data } = error as { code: number; data: Required };
    assert.equal(code, -32042);
    return data.elicitations;
  }

  /** Agrees to open the requested page. @returns its URL */
  function agreeToOpen(): Promise<string> {
    return new Promise((resolve) => {
      conversation.client.setRequestHandler('elicitation/create', ({ params }) => {
        resolve(params.mode === 'url' ? params.url : '');
        return { action: 'accept' };
      });
    });
  }

  it('replies -32042, and notifies of each page when it is answered', async () => {
    const [from, to] = await requiredUrls();
    assert.ok(from && to);
    assert.deepEqual([from.mode, to.mode], ['url', 'url']);
    assert.ok(!from.url.includes(from.elicitationId));
    await press(to.url, 'allow');
    assert.deepEqual(await requiredUrls(), [from]);
    assert.deepEqual(completed, [to.elicitationId]);
    await press(from.url, 'allow');
    const result = await conversation.call('copy_calendar', {}, []);
    assert.match(result.content[0]?.type === 'text' ? result.content[0].text : '', copiedPattern);
    assert.deepEqual(completed, [to.elicitationId, from.elicitationId]);
  });

  it('notifies of a page once, even if no call waits for it', async () => {
    const [from] = await requiredUrls();
    assert.ok(from);
    await press(from.url, 'allow');
    await press(from.url, 'deny');
    await conversation.client.ping();
    assert.deepEqual(completed, [from.elicitationId]);
  });

  it('sends progress while it waits for the page, if the call has a progress token', async () => {
    const progress: (string | undefined)[] = [];
    const opened = agreeToOpen();
    const result = await conversation.call('connect_account', {}, [], async ({ message }) => {
      progress.push(message);
      await press(await opened, 'allow');
    });
    assert.deepEqual(progress, ['Waiting for your answer on the page of Example Accounts']);
    assert.notEqual(result.isError, true);
    assert.equal(completed.length, 1);
  });

  it('removes the page if the call is cancelled while it waits', async () => {
    const call = new AbortController();
    const opened = agreeToOpen();
    const result = conversation.client.callTool(
      { name: 'connect_account', arguments: {} },
      { signal: call.signal, onprogress: () => call.abort() },
    );
    await assert.rejects(result);
    await conversation.client.ping();
    assert.equal((await press(await opened, 'allow')).status, 404);
    assert.deepEqual(completed, []);
  });
});
