import assert from 'node:assert/strict';
import { shownUrl } from '#editor/panel/screens/shownUrl.ts';
import { callContext, formRequest, runningCall } from '#test/host/requestSamples.ts';
import { readingOf } from '#test/host/samples.ts';
import { TestPanel } from '#test/unit/editor/panel/testPanel.ts';

const server = { id: 'user:weather', name: 'weather', reportedName: 'The Weather' };
const openedPage = {
  url: 'https://example.com/in',
  parsedUrl: readingOf('https://example.com/in'),
  message: 'Sign in.',
  elicitationId: 'e',
  done: false,
};

/** A panel with a call that is suspended until a page is done. */
function panelWithSuspendedCall(resends = true) {
  const panel = new TestPanel();
  panel.calls = [runningCall];
  const suspendedCall = panel.suspendedCalls.open({ server, call: callContext, openedPages: [openedPage], resends });
  return { panel, suspendedCall };
}

describe('a suspended call', () => {
  it('is shown with its opened pages, and not among the running calls', () => {
    const { panel } = panelWithSuspendedCall();
    const { calls, suspendedCalls, screen } = panel.view;
    assert.deepEqual(calls, []);
    assert.deepEqual(
      suspendedCalls.map(({ id: _, ...suspendedCall }) => suspendedCall),
      [
        {
          server: { name: 'weather', scope: undefined, reportedName: 'The Weather' },
          call: { kind: 'tool', name: 'forecast' },
          elapsed: 0,
          waiting: 0,
          progress: undefined,
          openedPages: [{ url: shownUrl(openedPage.parsedUrl), message: 'Sign in.', done: false }],
          retriesCall: true,
          attempts: 0,
          retrying: false,
        },
      ],
    );
    assert.ok(screen.kind === 'running' && screen.waitsFor === 'pages');
  });

  it('is posted again after changes: attempts, retries, finished pages', () => {
    const { panel, suspendedCall } = panelWithSuspendedCall();
    suspendedCall.update({ attempts: 3, retrying: true, openedPages: [{ ...openedPage, done: true }] });
    const [card] = panel.view.suspendedCalls;
    assert.deepEqual([card?.attempts, card?.retrying, card?.openedPages[0]?.done], [3, true, true]);
  });

  it('has a card that ignores input again when it comes into sight, if it appeared out of sight', () => {
    const { panel, suspendedCall } = panelWithSuspendedCall();
    const ignoreCardInputMessages = () => panel.posted.filter(({ type }) => type === 'ignoreCardInput');
    panel.controller.setInSight(false);
    panel.controller.setInSight(true);
    assert.deepEqual(ignoreCardInputMessages(), [], 'the user has seen it');
    panel.controller.setInSight(false);
    const later = panel.suspendedCalls.open({ server, call: undefined, openedPages: [openedPage], resends: false });
    panel.controller.setInSight(true);
    assert.deepEqual(ignoreCardInputMessages(), [{ type: 'ignoreCardInput', cards: [later.id], ms: 500 }]);
    panel.controller.setInSight(false);
    suspendedCall.update({ attempts: 3 });
    panel.controller.setInSight(true);
    assert.equal(ignoreCardInputMessages().length, 1);
  });

  it('is shown with its progress', () => {
    const { panel } = panelWithSuspendedCall(false);
    panel.calls = [{ ...runningCall, progress: { progress: 1, total: 2 } }];
    panel.controller.refresh();
    assert.deepEqual(panel.view.suspendedCalls[0]?.progress, { progress: 1, total: 2 });
  });

  it('is among the running calls again after it was resumed', async () => {
    const { panel, suspendedCall } = panelWithSuspendedCall();
    suspendedCall.close();
    await panel.running();
    assert.equal(panel.view.suspendedCalls.length, 0);
    assert.equal(panel.view.calls.length, 1);
    assert.ok(panel.view.screen.kind === 'running' && panel.view.screen.waitsFor === undefined);
  });

  for (const [type, step] of [
    ['resumeSuspendedCall', 'continue'],
    ['stopSuspendedCall', 'stop'],
  ] as const) {
    it(`has ${step} as its next step if the user presses the button for it`, async () => {
      const { panel, suspendedCall } = panelWithSuspendedCall();
      const next = suspendedCall.next(new AbortController().signal);
      panel.controller.receive({ type, suspendedCall: suspendedCall.id });
      assert.equal(await next, step);
    });
  }

  it('has its pages opened and copied again by their index', () => {
    const { panel, suspendedCall } = panelWithSuspendedCall();
    panel.controller.receive({ type: 'reopenPage', suspendedCall: suspendedCall.id, page: 0 });
    panel.controller.receive({ type: 'copyPageUrl', suspendedCall: suspendedCall.id, page: 0 });
    panel.controller.receive({ type: 'reopenPage', suspendedCall: suspendedCall.id, page: 1 });
    panel.controller.receive({ type: 'reopenPage', suspendedCall: 'another', page: 0 });
    assert.deepEqual(panel.actionsDone, ['open https://example.com/in', 'copy url https://example.com/in']);
  });

  it('stays shown if its page could not be opened again', async () => {
    const { panel, suspendedCall } = panelWithSuspendedCall();
    panel.openPage = () => Promise.reject(new Error('no browser'));
    panel.controller.receive({ type: 'reopenPage', suspendedCall: suspendedCall.id, page: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(panel.view.suspendedCalls.length, 1);
  });

  it('does not replace the screen of a request', () => {
    const { panel } = panelWithSuspendedCall();
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shownId, 'a');
    assert.equal(panel.view.suspendedCalls.length, 1);
  });

  it('stays suspended if the tab is closed', () => {
    const { panel } = panelWithSuspendedCall();
    panel.draw();
    panel.controller.handleTabClosed();
    assert.equal(panel.suspendedCalls.all.length, 1);
  });
});
