import assert from 'node:assert/strict';
import { shownUrl } from '#editor/panel/screens/shownUrl.ts';
import { callContext, formRequest, runningCall } from '#test/host/requestSamples.ts';
import { readingOf } from '#test/host/samples.ts';
import { TestPanel } from './testPanel.ts';

const server = { id: 'user:weather', name: 'weather', reportedName: 'The Weather' };
const visit = {
  url: 'https://example.com/in',
  parsedUrl: readingOf('https://example.com/in'),
  message: 'Sign in.',
  elicitationId: 'e',
  done: false,
};

/** A panel with a call that waits for a page. */
function held(resends = true) {
  const panel = new TestPanel();
  panel.calls = [runningCall];
  const hold = panel.suspendedCalls.open({ server, call: callContext, openedPages: [visit], resends });
  return { panel, hold };
}

describe('a call that is held', () => {
  it('stands with what it waits for, and not among the calls that go on', () => {
    const { panel } = held();
    const { calls, suspendedCalls, screen } = panel.view;
    assert.deepEqual(calls, []);
    assert.deepEqual(
      suspendedCalls.map(({ id: _, ...hold }) => hold),
      [
        {
          server: { name: 'weather', scope: undefined, reportedName: 'The Weather' },
          call: { kind: 'tool', name: 'forecast' },
          elapsed: 0,
          waiting: 0,
          progress: undefined,
          openedPages: [{ url: shownUrl(visit.parsedUrl), message: 'Sign in.', done: false }],
          retriesCall: true,
          attempts: 0,
          retrying: false,
        },
      ],
    );
    assert.ok(screen.kind === 'running' && screen.areAllSuspended);
  });

  it('posts later changes: attempts, retries, finished pages', () => {
    const { panel, hold } = held();
    hold.update({ attempts: 3, retrying: true, openedPages: [{ ...visit, done: true }] });
    const [card] = panel.view.suspendedCalls;
    assert.deepEqual([card?.attempts, card?.retrying, card?.openedPages[0]?.done], [3, true, true]);
  });

  it('has the quiet time of its card begin anew when the card appeared out of sight and comes into sight', () => {
    const { panel, hold } = held();
    const quietened = () => panel.posted.filter(({ type }) => type === 'ignoreCardInput');
    panel.controller.setInSight(false);
    panel.controller.setInSight(true);
    assert.deepEqual(quietened(), [], 'the user has seen it');
    panel.controller.setInSight(false);
    const later = panel.suspendedCalls.open({ server, call: undefined, openedPages: [visit], resends: false });
    panel.controller.setInSight(true);
    assert.deepEqual(quietened(), [{ type: 'ignoreCardInput', cards: [later.id], ms: 500 }]);
    panel.controller.setInSight(false);
    hold.update({ attempts: 3 });
    panel.controller.setInSight(true);
    assert.equal(quietened().length, 1);
  });

  it('has its progress where it stands', () => {
    const { panel } = held(false);
    panel.calls = [{ ...runningCall, progress: { progress: 1, total: 2 } }];
    panel.controller.refresh();
    assert.deepEqual(panel.view.suspendedCalls[0]?.progress, { progress: 1, total: 2 });
  });

  it('is a call like others again when the hold is over', () => {
    const { panel, hold } = held();
    hold.close();
    assert.equal(panel.view.suspendedCalls.length, 0);
    assert.equal(panel.view.calls.length, 1);
    assert.ok(panel.view.screen.kind === 'running' && !panel.view.screen.areAllSuspended);
  });

  for (const [type, step] of [
    ['resumeSuspendedCall', 'continue'],
    ['stopSuspendedCall', 'stop'],
  ] as const) {
    it(`continues when the user presses ${step}`, async () => {
      const { panel, hold } = held();
      const next = hold.next(new AbortController().signal);
      panel.controller.receive({ type, suspendedCall: hold.id });
      assert.equal(await next, step);
    });
  }

  it('has its pages opened and copied again, by their place, and no others', () => {
    const { panel, hold } = held();
    panel.controller.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 0 });
    panel.controller.receive({ type: 'copyPageUrl', suspendedCall: hold.id, page: 0 });
    panel.controller.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 1 });
    panel.controller.receive({ type: 'reopenPage', suspendedCall: 'another', page: 0 });
    assert.deepEqual(panel.done, ['open https://example.com/in', 'copy url https://example.com/in']);
  });

  it('stays when its page could not be opened again', async () => {
    const { panel, hold } = held();
    panel.opening = () => Promise.reject(new Error('no browser'));
    panel.controller.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(panel.view.suspendedCalls.length, 1);
  });

  it('leaves the screen to the questions', () => {
    const { panel } = held();
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shown, 'a');
    assert.equal(panel.view.suspendedCalls.length, 1);
  });

  it('waits on when the tab is closed', () => {
    const { panel } = held();
    panel.draw();
    panel.controller.closed();
    assert.equal(panel.suspendedCalls.all.length, 1);
  });
});
