import assert from 'node:assert/strict';
import { urlFindings } from '#core/guard/url/urlFindings.ts';
import { callContext, urlRequest } from '#test/host/requestSamples.ts';
import { readingOf } from '#test/host/samples.ts';
import { urlText } from '#webview/url/urlText.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What comes of opening a page, known only later. */
function later(): { promise: Promise<boolean>; resolve: (opened: boolean) => void } {
  let resolve: (opened: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('a page that a server wants opened', () => {
  it('is shown whole, with who asks, what for, and buttons that keep quiet at first', () => {
    const panel = new TestPanel();
    const url = 'https://user@EXAMPLE.com:8443/a b?c=%2B&d=[1]#\u202e';
    void panel.inbox.ask(urlRequest('a', { url, call: callContext }));
    const { server, call, message, ignoreInputMs, copied } = panel.page;
    assert.equal(urlText(panel.page.url), url);
    assert.equal(server.name, 'weather');
    assert.equal(call?.name, 'forecast');
    assert.deepEqual([message, ignoreInputMs, copied], ['Sign in.', 500, false]);
  });

  it('is accepted, without content, once it is open', async () => {
    const panel = new TestPanel();
    const opening = later();
    panel.opening = () => opening.promise;
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
    assert.deepEqual(panel.done, ['open https://example.com/in?x=%2B']);
    assert.equal(await settledAction(ending), 'open');
    opening.resolve(true);
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept' } });
  });

  it('still asks, and says so, when it was not opened', async () => {
    for (const opening of [() => Promise.resolve(false), () => Promise.reject(new Error('no browser'))]) {
      const panel = new TestPanel();
      panel.opening = opening;
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
      await turn();
      assert.equal(panel.posted.at(-1)?.type, 'rejected');
      assert.equal(await settledAction(ending), 'open');
      panel.controller.receive({ type: 'decline', screen: 'a' });
      assert.equal(await settledAction(ending), 'decline');
    }
  });

  it('is opened once, and nothing else decides meanwhile', async () => {
    const panel = new TestPanel();
    const opening = later();
    panel.opening = () => opening.promise;
    const ending = panel.inbox.ask(urlRequest('a'));
    for (const type of ['openUrl', 'openUrl', 'decline', 'cancel', 'openedUrl'] as const) {
      panel.controller.receive({ type, screen: 'a', confirmed: true });
    }
    assert.equal(await settledAction(ending), 'open');
    opening.resolve(true);
    assert.equal((await ending).kind, 'decided');
    assert.equal(await settledAction(ending), 'accept');
    assert.equal(panel.done.length, 1);
  });

  for (const [opened, action] of [
    [true, 'accept'],
    [false, 'cancel'],
  ] as const) {
    it(`ends with ${action} when the tab is closed while it is opened, and it ${opened ? 'opens' : 'does not'}`, async () => {
      const panel = new TestPanel();
      const opening = later();
      panel.opening = () => opening.promise;
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.draw();
      panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
      panel.controller.closed();
      assert.equal(await settledAction(ending), 'open');
      opening.resolve(opened);
      await turn();
      assert.equal(await settledAction(ending), action);
    });
  }

  for (const [by, gone, open] of [
    ['person', [], 'The question from weather is gone. You cancelled it. Its page was opened all the same.'],
    [
      'program',
      ['The question from weather is gone. Another extension cancelled it.'],
      'The question from weather is gone. Another extension cancelled it. Its page was opened all the same.',
    ],
  ] as const) {
    it(`that is opened while a ${by} cancels all questions is said to be open, and never not to be`, async () => {
      for (const opened of [true, false]) {
        const panel = new TestPanel();
        const opening = later();
        panel.opening = () => opening.promise;
        const ending = panel.inbox.ask(urlRequest('a'));
        panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
        panel.rateControl.cancelAll(by);
        assert.equal(await settledAction(ending), 'cancel');
        opening.resolve(opened);
        await turn();
        assert.equal(await (await ending).opening, opened);
        assert.deepEqual(
          panel.view.notices.map(({ text }) => text),
          opened ? [open] : gone,
        );
      }
    });
  }

  for (const by of ['server', 'connection', 'host'] as const) {
    it(`that is opened while it is withdrawn by the ${by} is said to be open, and never not to be`, async () => {
      for (const opened of [true, false]) {
        const panel = new TestPanel();
        const opening = later();
        panel.opening = () => opening.promise;
        const ending = panel.inbox.ask(urlRequest('a'));
        panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
        panel.inbox.withdraw('a', { by, reason: 'Too late.' });
        opening.resolve(opened);
        await turn();
        const settlement = await ending;
        assert.ok(settlement.kind === 'withdrawn');
        assert.equal(await settlement.opening, opened);
        const notices = panel.view.notices.map(({ text }) => text);
        const gone = by === 'host' ? [] : ['The question from weather is gone. Too late.'];
        assert.deepEqual(
          notices,
          opened ? ['The question from weather is gone. Too late. Its page was opened all the same.'] : gone,
        );
        assert.deepEqual(
          panel.posted.filter(({ type }) => type === 'rejected'),
          [],
        );
      }
    });
  }

  it('can be copied, which answers nothing, and only then be said to have been opened', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'copyUrl', screen: 'a' });
    await turn();
    assert.deepEqual(panel.done, ['copy url https://example.com/in?x=%2B']);
    assert.equal(panel.page.copied, true);
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept' } });
  });

  it('is not accepted by what submits a form', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [] });
    assert.equal(await settledAction(ending), 'open');
  });

  it('is declined and cancelled like any question, and cancelled with its tab', async () => {
    for (const [end, action] of [
      [(panel: TestPanel) => panel.controller.receive({ type: 'decline', screen: 'a' }), 'decline'],
      [(panel: TestPanel) => panel.controller.receive({ type: 'cancel', screen: 'a' }), 'cancel'],
      [(panel: TestPanel) => panel.controller.closed(), 'cancel'],
    ] as const) {
      const panel = new TestPanel();
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.draw();
      end(panel);
      assert.equal(await settledAction(ending), action);
    }
  });

  it('waits on when its tab was closed before it was seen', async () => {
    const panel = new TestPanel();
    panel.controller.receive({ type: 'ready' });
    panel.draw();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.closed();
    assert.equal(await settledAction(ending), 'open');
  });

  it('with a severe finding is not opened without the second step, whatever the webview says', async () => {
    const panel = new TestPanel();
    const findings = [{ code: 'userInfo', severity: 'severe', sentence: 'Look out.' }] as const;
    const ending = panel.inbox.ask(urlRequest('a', { findings }));
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
    await turn();
    assert.deepEqual(panel.done, []);
    const refusal = panel.posted.at(-1);
    assert.ok(refusal?.type === 'rejected');
    assert.match(refusal.summary, /Confirm first/);
    panel.controller.receive({ type: 'copyUrl', screen: 'a' });
    await turn();
    assert.equal(panel.page.copied, true);
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: true });
    assert.equal((await ending).kind, 'decided');
  });

  it('says what there is to know of it, and that an own computer may be another one', () => {
    for (const [isRemote, words] of [
      [false, /^This page is on your own computer/],
      [true, /where the server runs.*forwards it/],
    ] as const) {
      const panel = new TestPanel({ isRemote });
      const reading = readingOf('http://localhost:3000/');
      const findings = urlFindings(reading, { visited: [], known: [] });
      void panel.inbox.ask(urlRequest('a', { url: reading.raw, findings }));
      const [own, first] = panel.page.findings;
      assert.deepEqual([own?.severity, first?.severity], ['note', 'note']);
      assert.match(own?.sentence ?? '', words);
      assert.match(first?.sentence ?? '', /^This server has not sent you to localhost before/);
    }
  });

  it('leads to the wire', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'showExchange', screen: 'a' });
    assert.deepEqual(panel.done, ['wire a']);
  });
});
