import assert from 'node:assert/strict';
import type { Call } from '#core/model/call.ts';
import type { CallReference } from '#core/model/elicitationRequest.ts';
import {
  callContext,
  formRequest,
  runningCall,
  textInputs,
  urlRequest,
  weatherServer,
} from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const mine = { call: callContext };
const otherCall: Call = {
  ...runningCall,
  id: 'c2',
  request: { kind: 'prompt', name: 'plan', arguments: {} },
  startedAt: 500,
};
const otherAsking: CallReference = { id: otherCall.id, request: otherCall.request };

function running(...calls: Call[]): TestPanel {
  const rig = new TestPanel();
  rig.calls = calls;
  return rig;
}

describe('the way through a call', () => {
  it('shows with each question what was answered before in the same call', () => {
    const rig = running(runningCall);
    void rig.inbox.ask(formRequest('a', 'Where?', mine));
    const { steps: alone } = rig.question;
    assert.equal(alone, undefined);
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    void rig.inbox.ask(urlRequest('b', mine));
    assert.deepEqual(rig.page.steps?.earlierSteps?.steps, [
      { index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 },
    ]);
    rig.stage.receive({ type: 'decline', screen: 'b' });
    void rig.inbox.ask(formRequest('c', 'Sure?', mine));
    assert.deepEqual([rig.question.steps?.current, rig.question.steps?.total], [2, undefined]);
    assert.deepEqual(
      rig.question.steps?.earlierSteps?.steps.map(({ state }) => state),
      ['accept', 'decline'],
    );
  });

  it('is shown while the server works, for each call by itself', async () => {
    const rig = running(runningCall, otherCall);
    void rig.inbox.ask(formRequest('a', 'Where?', mine));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'running');
    assert.deepEqual(
      screen.answered.map(({ id, target, earlierSteps }) => [id, target.name, earlierSteps.steps.length]),
      [['c1', 'forecast', 1]],
    );
    rig.draw();
    rig.calls = [otherCall];
    rig.stage.refresh();
    assert.deepEqual(rig.view.screen, { kind: 'drawn', id: 'running', answered: [], results: [] });
  });

  it('ends with the result, which tells of it, and is gone with it', () => {
    const rig = running(runningCall);
    void rig.inbox.ask(formRequest('a', 'Where?', mine));
    rig.stage.receive({ type: 'decline', screen: 'a' });
    rig.calls = [];
    rig.stage.refresh();
    const show = () =>
      rig.stage.addResult({
        definition: weatherServer,
        target: { kind: 'tool', name: 'forecast' },
        request: runningCall.request,
        origin: 'person',
        outcome: { kind: 'cancelled' },
        result: undefined,
      });
    const past = () => (rig.view.screen.kind === 'result' ? rig.view.screen.earlierSteps?.steps.length : undefined);
    show();
    assert.equal(past(), 1);
    rig.stage.closeResult();
    show();
    assert.equal(past(), undefined);
  });

  it('goes on before another server’s question where questions were pushed together', () => {
    const rig = running(runningCall, otherCall);
    void rig.inbox.ask(formRequest('a', 'First?', mine));
    void rig.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    void rig.inbox.ask(formRequest('b', 'Second?', mine));
    assert.deepEqual([rig.question.steps?.states, rig.view.waitingBehind], [['waiting', 'waiting'], 1]);
    rig.stage.receive({ type: 'decline', screen: 'a' });
    assert.equal(rig.shown, 'b');
  });

  it('does not keep others waiting for good: what is asked after the first answer comes after them', () => {
    const rig = running(runningCall, otherCall);
    void rig.inbox.ask(formRequest('a', 'First?', mine));
    void rig.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    rig.stage.receive({ type: 'decline', screen: 'a' });
    void rig.inbox.ask(formRequest('b', 'Second?', mine));
    assert.equal(rig.shown, 'other');
  });

  it('tells for how long a call has been running, by a clock that nobody sets, and how many of its questions wait', () => {
    const rig = running(runningCall, otherCall);
    rig.now = 125_000;
    void rig.inbox.ask(formRequest('a', 'First?', mine));
    void rig.inbox.ask(formRequest('b', 'Second?', mine));
    assert.deepEqual(
      rig.view.calls.map(({ id, elapsed, waiting }) => [id, elapsed, waiting]),
      [
        ['c1', 125_000, 2],
        ['c2', 124_500, 0],
      ],
    );
  });

  it('tells the same of a call that is held', () => {
    const rig = running(runningCall);
    rig.now = 125_000;
    rig.holds.open({
      server: { id: weatherServer.id, name: 'weather' },
      call: callContext,
      openedPages: [],
      resends: true,
    });
    assert.deepEqual([rig.view.suspendedCalls[0]?.elapsed, rig.view.suspendedCalls[0]?.waiting], [125_000, 0]);
  });

  it('says nothing new of a question that is drawn but what has changed', () => {
    const rig = running(runningCall);
    void rig.inbox.ask(formRequest('a', 'First?', mine));
    rig.draw();
    void rig.inbox.ask(formRequest('b', 'Second?', mine));
    const { screen } = rig.view;
    assert.ok(screen.kind === 'drawn');
    assert.deepEqual([screen.steps?.total, screen.steps?.waiting], [2, 1]);
  });
});
