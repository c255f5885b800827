import assert from 'node:assert/strict';
import { readToWebview } from '#bridge/messages.ts';
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
  const panel = new TestPanel();
  panel.calls = calls;
  return panel;
}

describe('the way through a call', () => {
  it('shows with each question what was answered before in the same call', () => {
    const panel = running(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', mine));
    const { steps: alone } = panel.question;
    assert.equal(alone, undefined);
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    void panel.inbox.ask(urlRequest('b', mine));
    assert.deepEqual(panel.page.steps?.earlierSteps?.steps, [
      { index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 },
    ]);
    panel.controller.receive({ type: 'decline', screen: 'b' });
    void panel.inbox.ask(formRequest('c', 'Sure?', mine));
    assert.deepEqual([panel.question.steps?.current, panel.question.steps?.total], [2, undefined]);
    assert.deepEqual(
      panel.question.steps?.earlierSteps?.steps.map(({ state }) => state),
      ['accept', 'decline'],
    );
  });

  it('is posted once with a question, and nothing that the page does not read', () => {
    const panel = running(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', mine));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    void panel.inbox.ask(formRequest('b', 'When?', mine));
    assert.equal(panel.question.steps?.earlierSteps?.steps.length, 1);
    const posted: unknown = JSON.parse(JSON.stringify(panel.posted.at(-1)));
    assert.deepEqual(posted, readToWebview(posted));
  });

  it('is shown while the server works, for each call by itself', async () => {
    const panel = running(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'Where?', mine));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    const { screen } = panel.view;
    assert.ok(screen.kind === 'running');
    assert.deepEqual(
      screen.answered.map(({ id, target, earlierSteps }) => [id, target.name, earlierSteps.steps.length]),
      [['c1', 'forecast', 1]],
    );
    panel.draw();
    panel.calls = [otherCall];
    panel.controller.refresh();
    assert.deepEqual(panel.view.screen, { kind: 'drawn', id: 'running', answered: [], results: [] });
  });

  it('ends with the result, which tells of it, and is gone with it', () => {
    const panel = running(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', mine));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.calls = [];
    panel.controller.refresh();
    const show = () =>
      panel.controller.addResult({
        definition: weatherServer,
        target: { kind: 'tool', name: 'forecast' },
        request: runningCall.request,
        origin: 'person',
        outcome: { kind: 'cancelled' },
        result: undefined,
      });
    const past = () => (panel.view.screen.kind === 'result' ? panel.view.screen.earlierSteps?.steps.length : undefined);
    show();
    assert.equal(past(), 1);
    panel.controller.closeResult();
    show();
    assert.equal(past(), undefined);
  });

  it('goes on before another server’s question where questions were pushed together', () => {
    const panel = running(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'First?', mine));
    void panel.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    void panel.inbox.ask(formRequest('b', 'Second?', mine));
    assert.deepEqual([panel.question.steps?.states, panel.view.waitingBehind], [['waiting', 'waiting'], 1]);
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(panel.shown, 'b');
  });

  it('does not keep others waiting for good: what is asked after the first answer comes after them', () => {
    const panel = running(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'First?', mine));
    void panel.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    void panel.inbox.ask(formRequest('b', 'Second?', mine));
    assert.equal(panel.shown, 'other');
  });

  it('shows how long a call has been running, by a steady clock, and how many of its requests wait', () => {
    const panel = running(runningCall, otherCall);
    panel.now = 125_000;
    void panel.inbox.ask(formRequest('a', 'First?', mine));
    void panel.inbox.ask(formRequest('b', 'Second?', mine));
    assert.deepEqual(
      panel.view.calls.map(({ id, elapsed, waiting }) => [id, elapsed, waiting]),
      [
        ['c1', 125_000, 2],
        ['c2', 124_500, 0],
      ],
    );
  });

  it('tells the same of a call that is held', () => {
    const panel = running(runningCall);
    panel.now = 125_000;
    panel.suspendedCalls.open({
      server: { id: weatherServer.id, name: 'weather' },
      call: callContext,
      openedPages: [],
      resends: true,
    });
    assert.deepEqual([panel.view.suspendedCalls[0]?.elapsed, panel.view.suspendedCalls[0]?.waiting], [125_000, 0]);
  });

  it('posts only the changes of a request that is drawn', () => {
    const panel = running(runningCall);
    void panel.inbox.ask(formRequest('a', 'First?', mine));
    panel.draw();
    void panel.inbox.ask(formRequest('b', 'Second?', mine));
    const { screen } = panel.view;
    assert.ok(screen.kind === 'drawn');
    assert.deepEqual([screen.steps?.total, screen.steps?.waiting], [2, 1]);
  });
});
