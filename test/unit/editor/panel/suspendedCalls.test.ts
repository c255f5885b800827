import assert from 'node:assert/strict';
import { drawAddress } from '#editor/panel/screens/drawAddress.ts';
import { callContext, formRequest, runningCall } from '#test/host/requestSamples.ts';
import { readingOf } from '#test/host/samples.ts';
import { TestPanel } from './testPanel.ts';

const server = { id: 'user:weather', name: 'weather', selfName: 'The Weather' };
const visit = {
  url: 'https://example.com/in',
  reading: readingOf('https://example.com/in'),
  message: 'Sign in.',
  elicitationId: 'e',
  done: false,
};

/** A rig with a call that waits for a page. */
function held(resends = true) {
  const rig = new TestPanel();
  rig.calls = [runningCall];
  const hold = rig.holds.open({ server, call: callContext, openedPages: [visit], resends });
  return { rig, hold };
}

describe('a call that is held', () => {
  it('stands with what it waits for, and not among the calls that go on', () => {
    const { rig } = held();
    const { calls, suspendedCalls: holds, screen } = rig.view;
    assert.deepEqual(calls, []);
    assert.deepEqual(
      holds.map(({ id: _, ...hold }) => hold),
      [
        {
          server: { name: 'weather', scope: undefined, selfName: 'The Weather' },
          call: { kind: 'tool', name: 'forecast' },
          elapsed: 0,
          waiting: 0,
          progress: undefined,
          openedPages: [{ address: drawAddress(visit.reading), message: 'Sign in.', done: false }],
          retriesCall: true,
          attempts: 0,
          retrying: false,
        },
      ],
    );
    assert.ok(screen.kind === 'running' && screen.held);
  });

  it('goes on being told of: attempts, trying, pages that are done', () => {
    const { rig, hold } = held();
    hold.update({ attempts: 3, retrying: true, openedPages: [{ ...visit, done: true }] });
    const [card] = rig.view.suspendedCalls;
    assert.deepEqual([card?.attempts, card?.retrying, card?.openedPages[0]?.done], [3, true, true]);
  });

  it('has the quiet time of its card begin anew when the card appeared out of sight and comes into sight', () => {
    const { rig, hold } = held();
    const quietened = () => rig.posted.filter(({ type }) => type === 'ignoreCardInput');
    rig.stage.setInSight(false);
    rig.stage.setInSight(true);
    assert.deepEqual(quietened(), [], 'the user has seen it');
    rig.stage.setInSight(false);
    const later = rig.holds.open({ server, call: undefined, openedPages: [visit], resends: false });
    rig.stage.setInSight(true);
    assert.deepEqual(quietened(), [{ type: 'ignoreCardInput', cards: [later.id], ms: 500 }]);
    rig.stage.setInSight(false);
    hold.update({ attempts: 3 });
    rig.stage.setInSight(true);
    assert.equal(quietened().length, 1);
  });

  it('has its progress where it stands', () => {
    const { rig } = held(false);
    rig.calls = [{ ...runningCall, progress: { progress: 1, total: 2 } }];
    rig.stage.refresh();
    assert.deepEqual(rig.view.suspendedCalls[0]?.progress, { progress: 1, total: 2 });
  });

  it('is a call like others again when the hold is over', () => {
    const { rig, hold } = held();
    hold.close();
    assert.equal(rig.view.suspendedCalls.length, 0);
    assert.equal(rig.view.calls.length, 1);
    assert.ok(rig.view.screen.kind === 'running' && !rig.view.screen.held);
  });

  for (const [type, step] of [
    ['resumeSuspendedCall', 'continue'],
    ['stopSuspendedCall', 'stop'],
  ] as const) {
    it(`hears that the person says ${step}`, async () => {
      const { rig, hold } = held();
      const next = hold.next(new AbortController().signal);
      rig.stage.receive({ type, suspendedCall: hold.id });
      assert.equal(await next, step);
    });
  }

  it('has its pages opened and copied again, by their place, and no others', () => {
    const { rig, hold } = held();
    rig.stage.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 0 });
    rig.stage.receive({ type: 'copyPageUrl', suspendedCall: hold.id, page: 0 });
    rig.stage.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 1 });
    rig.stage.receive({ type: 'reopenPage', suspendedCall: 'another', page: 0 });
    assert.deepEqual(rig.done, ['open https://example.com/in', 'copy url https://example.com/in']);
  });

  it('stays when its page could not be opened again', async () => {
    const { rig, hold } = held();
    rig.opening = () => Promise.reject(new Error('no browser'));
    rig.stage.receive({ type: 'reopenPage', suspendedCall: hold.id, page: 0 });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(rig.view.suspendedCalls.length, 1);
  });

  it('leaves the screen to the questions', () => {
    const { rig } = held();
    void rig.inbox.ask(formRequest('a'));
    assert.equal(rig.shown, 'a');
    assert.equal(rig.view.suspendedCalls.length, 1);
  });

  it('waits on when the tab is closed', () => {
    const { rig } = held();
    rig.draw();
    rig.stage.closed();
    assert.equal(rig.holds.all.length, 1);
  });
});
