import assert from 'node:assert/strict';
import { urlFindings } from '#core/guard/url/urlFindings.ts';
import { callContext, urlRequest } from '#test/host/requestSamples.ts';
import { readingOf } from '#test/host/samples.ts';
import { settledAction, TestPanel } from '#test/unit/editor/panel/testPanel.ts';
import { urlText } from '#webview/url/urlText.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** The result of opening a page, which stays pending until `resolve` is called. */
function pendingOpening(): { promise: Promise<boolean>; resolve: (opened: boolean) => void } {
  let resolve: (opened: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('a URL request', () => {
  it('is shown with the whole URL, the server, the message, and buttons that ignore input at first', () => {
    const panel = new TestPanel();
    const url = 'https://user@EXAMPLE.com:8443/a b?c=%2B&d=[1]#\u202e';
    void panel.inbox.ask(urlRequest('a', { url, call: callContext }));
    const { server, call, message, ignoreInputMs, copied } = panel.urlScreen;
    assert.equal(urlText(panel.urlScreen.url), url);
    assert.equal(server.name, 'weather');
    assert.equal(call?.name, 'forecast');
    assert.deepEqual([message, ignoreInputMs, copied], ['Sign in.', 500, false]);
  });

  it('is accepted without content once the page is open', async () => {
    const panel = new TestPanel();
    const opening = pendingOpening();
    panel.openPage = () => opening.promise;
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
    assert.deepEqual(panel.actionsDone, ['open https://example.com/in?x=%2B']);
    assert.equal(await settledAction(ending), 'open');
    opening.resolve(true);
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept' } });
  });

  it('stays pending, with a message, if the page was not opened', async () => {
    for (const opening of [() => Promise.resolve(false), () => Promise.reject(new Error('no browser'))]) {
      const panel = new TestPanel();
      panel.openPage = opening;
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
      await nextTurn();
      assert.equal(panel.posted.at(-1)?.type, 'rejected');
      assert.equal(await settledAction(ending), 'open');
      panel.controller.receive({ type: 'decline', screen: 'a' });
      assert.equal(await settledAction(ending), 'decline');
    }
  });

  it('opens the page once, and ignores other decisions meanwhile', async () => {
    const panel = new TestPanel();
    const opening = pendingOpening();
    panel.openPage = () => opening.promise;
    const ending = panel.inbox.ask(urlRequest('a'));
    for (const type of ['openUrl', 'openUrl', 'decline', 'cancel', 'openedUrl'] as const) {
      panel.controller.receive({ type, screen: 'a', confirmed: true });
    }
    assert.equal(await settledAction(ending), 'open');
    opening.resolve(true);
    assert.equal((await ending).kind, 'decided');
    assert.equal(await settledAction(ending), 'accept');
    assert.equal(panel.actionsDone.length, 1);
  });

  for (const [opened, action] of [
    [true, 'accept'],
    [false, 'cancel'],
  ] as const) {
    it(`ends with ${action} if the tab is closed while the page is being opened, and the page ${opened ? 'opens' : 'does not open'}`, async () => {
      const panel = new TestPanel();
      const opening = pendingOpening();
      panel.openPage = () => opening.promise;
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.draw();
      panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
      panel.controller.handleTabClosed();
      assert.equal(await settledAction(ending), 'open');
      opening.resolve(opened);
      await nextTurn();
      assert.equal(await settledAction(ending), action);
    });
  }

  for (const [by, gone, open] of [
    ['user', [], 'You cancelled it. Its page was still opened.'],
    ['program', ['Another extension cancelled it.'], 'Another extension cancelled it. Its page was still opened.'],
  ] as const) {
    it(`has a notice that its page was opened, if the page opens after ${by === 'user' ? 'the user' : 'a program'} has cancelled all requests`, async () => {
      for (const opened of [true, false]) {
        const panel = new TestPanel();
        const opening = pendingOpening();
        panel.openPage = () => opening.promise;
        const ending = panel.inbox.ask(urlRequest('a'));
        panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
        panel.rateControl.cancelAll(by);
        assert.equal(await settledAction(ending), 'cancel');
        opening.resolve(opened);
        await nextTurn();
        assert.equal(await (await ending).opening, opened);
        assert.deepEqual(
          panel.view.notices.map(({ text }) => text),
          opened ? [open] : gone,
        );
      }
    });
  }

  for (const by of ['server', 'connection', 'host'] as const) {
    it(`has a notice that its page was opened, if the page opens after the ${by} has withdrawn the request`, async () => {
      for (const opened of [true, false]) {
        const panel = new TestPanel();
        const opening = pendingOpening();
        panel.openPage = () => opening.promise;
        const ending = panel.inbox.ask(urlRequest('a'));
        panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
        panel.inbox.withdraw('a', { by, reason: 'Too late.' });
        opening.resolve(opened);
        await nextTurn();
        const settlement = await ending;
        assert.ok(settlement.kind === 'withdrawn');
        assert.equal(await settlement.opening, opened);
        const notices = panel.view.notices.map(({ text }) => text);
        const gone = by === 'host' ? [] : ['Too late.'];
        assert.deepEqual(notices, opened ? ['Too late. Its page was still opened.'] : gone);
        assert.deepEqual(
          panel.posted.filter(({ type }) => type === 'rejected'),
          [],
        );
      }
    });
  }

  it('has a URL that can be copied without an answer, and only then be confirmed as opened', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'copyUrl', screen: 'a' });
    await nextTurn();
    assert.deepEqual(panel.actionsDone, ['copy url https://example.com/in?x=%2B']);
    assert.equal(panel.urlScreen.copied, true);
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept' } });
  });

  it('is not accepted by the messages that submit a form', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [] });
    assert.equal(await settledAction(ending), 'open');
  });

  it('can be declined and cancelled, and is cancelled if its tab is closed', async () => {
    for (const [end, action] of [
      [(panel: TestPanel) => panel.controller.receive({ type: 'decline', screen: 'a' }), 'decline'],
      [(panel: TestPanel) => panel.controller.receive({ type: 'cancel', screen: 'a' }), 'cancel'],
      [(panel: TestPanel) => panel.controller.handleTabClosed(), 'cancel'],
    ] as const) {
      const panel = new TestPanel();
      const ending = panel.inbox.ask(urlRequest('a'));
      panel.draw();
      end(panel);
      assert.equal(await settledAction(ending), action);
    }
  });

  it('stays pending if its tab was closed before the user saw it', async () => {
    const panel = new TestPanel();
    panel.controller.receive({ type: 'ready' });
    panel.draw();
    const ending = panel.inbox.ask(urlRequest('a'));
    panel.controller.handleTabClosed();
    assert.equal(await settledAction(ending), 'open');
  });

  it('opens no page with a severe finding without the confirmation, whatever the webview sends', async () => {
    const panel = new TestPanel();
    const findings = [{ code: 'userInfo', severity: 'severe', sentence: 'Look out.' }] as const;
    const ending = panel.inbox.ask(urlRequest('a', { findings }));
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: false });
    await nextTurn();
    assert.deepEqual(panel.actionsDone, []);
    const refusal = panel.posted.at(-1);
    assert.ok(refusal?.type === 'rejected');
    assert.match(refusal.summary, /Confirm first/);
    panel.controller.receive({ type: 'copyUrl', screen: 'a' });
    await nextTurn();
    assert.equal(panel.urlScreen.copied, true);
    panel.controller.receive({ type: 'openedUrl', screen: 'a', confirmed: false });
    assert.equal(await settledAction(ending), 'open');
    panel.controller.receive({ type: 'openUrl', screen: 'a', confirmed: true });
    assert.equal((await ending).kind, 'decided');
  });

  it('is shown with its findings, and in a remote window with another text about loopback URLs', () => {
    for (const [isRemote, words] of [
      [false, /^This page is on your own computer/],
      [true, /where the server runs.*forwards it/],
    ] as const) {
      const panel = new TestPanel({ isRemote });
      const reading = readingOf('http://localhost:3000/');
      const findings = urlFindings(reading, { visited: [], known: [] });
      void panel.inbox.ask(urlRequest('a', { url: reading.raw, findings }));
      const [own, first] = panel.urlScreen.findings;
      assert.deepEqual([own?.severity, first?.severity], ['note', 'note']);
      assert.match(own?.sentence ?? '', words);
      assert.match(first?.sentence ?? '', /^This server has not sent you to localhost before/);
    }
  });
});
