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

const withCall = { call: callContext };
const otherCall: Call = {
  ...runningCall,
  id: 'c2',
  request: { kind: 'prompt', name: 'plan', arguments: {} },
  startedAt: 500,
};
const otherAsking: CallReference = { id: otherCall.id, request: otherCall.request };

function panelWithCalls(...calls: Call[]): TestPanel {
  const panel = new TestPanel();
  panel.calls = calls;
  return panel;
}

describe('the steps of a call', () => {
  it('are shown with each later request once they have ended', () => {
    const panel = panelWithCalls(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', withCall));
    const { steps: alone } = panel.formScreen;
    assert.equal(alone, undefined);
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    void panel.inbox.ask(urlRequest('b', withCall));
    assert.deepEqual(panel.urlScreen.steps?.earlierSteps?.steps, [
      { index: 0, message: 'Where?', state: 'accept', answers: [{ label: 'City', value: 'Oslo' }], more: 0 },
    ]);
    panel.controller.receive({ type: 'decline', screen: 'b' });
    void panel.inbox.ask(formRequest('c', 'Sure?', withCall));
    assert.deepEqual([panel.formScreen.steps?.current, panel.formScreen.steps?.total], [2, undefined]);
    assert.deepEqual(
      panel.formScreen.steps?.earlierSteps?.steps.map(({ state }) => state),
      ['accept', 'decline'],
    );
  });

  it('are posted with a request, without properties that the page does not read', () => {
    const panel = panelWithCalls(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', withCall));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    void panel.inbox.ask(formRequest('b', 'When?', withCall));
    assert.equal(panel.formScreen.steps?.earlierSteps?.steps.length, 1);
    const posted: unknown = JSON.parse(JSON.stringify(panel.posted.at(-1)));
    assert.deepEqual(posted, readToWebview(posted));
  });

  it('are shown for each call while the server works', async () => {
    const panel = panelWithCalls(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'Where?', withCall));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    await panel.running();
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

  it('are shown with the result of the call, and removed with it', () => {
    const panel = panelWithCalls(runningCall);
    void panel.inbox.ask(formRequest('a', 'Where?', withCall));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.calls = [];
    panel.controller.refresh();
    const show = () =>
      void panel.controller.addResult({
        definition: weatherServer,
        target: { kind: 'tool', name: 'forecast' },
        request: runningCall.request,
        origin: 'user',
        outcome: { kind: 'cancelled' },
        result: undefined,
      });
    const earlierStepCount = () =>
      panel.view.screen.kind === 'result' ? panel.view.screen.earlierSteps?.steps.length : undefined;
    show();
    assert.equal(earlierStepCount(), 1);
    panel.controller.results.leave();
    show();
    assert.equal(earlierStepCount(), undefined);
  });

  it('continue with the next request of the group before a request of another server', () => {
    const panel = panelWithCalls(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'First?', withCall));
    void panel.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    void panel.inbox.ask(formRequest('b', 'Second?', withCall));
    assert.deepEqual([panel.formScreen.steps?.states, panel.view.waitingBehind], [['waiting', 'waiting'], 1]);
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(panel.shownId, 'b');
  });

  it('continue after a waiting request of another server, if the next request arrives after the first answer', () => {
    const panel = panelWithCalls(runningCall, otherCall);
    void panel.inbox.ask(formRequest('a', 'First?', withCall));
    void panel.inbox.ask(formRequest('other', 'Other?', { call: otherAsking }));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    void panel.inbox.ask(formRequest('b', 'Second?', withCall));
    assert.equal(panel.shownId, 'other');
  });

  it('are posted with the running time of each call, by a steady clock, and the number of its waiting requests', () => {
    const panel = panelWithCalls(runningCall, otherCall);
    panel.now = 125_000;
    void panel.inbox.ask(formRequest('a', 'First?', withCall));
    void panel.inbox.ask(formRequest('b', 'Second?', withCall));
    assert.deepEqual(
      panel.view.calls.map(({ id, elapsed, waiting }) => [id, elapsed, waiting]),
      [
        ['c1', 125_000, 2],
        ['c2', 124_500, 0],
      ],
    );
  });

  it('are posted with the running time and the number of waiting requests of a suspended call', () => {
    const panel = panelWithCalls(runningCall);
    panel.now = 125_000;
    panel.suspendedCalls.open({
      server: { id: weatherServer.id, name: 'weather' },
      call: callContext,
      openedPages: [],
      resends: true,
    });
    assert.deepEqual([panel.view.suspendedCalls[0]?.elapsed, panel.view.suspendedCalls[0]?.waiting], [125_000, 0]);
  });

  it('are posted as a change if the request is drawn', () => {
    const panel = panelWithCalls(runningCall);
    void panel.inbox.ask(formRequest('a', 'First?', withCall));
    panel.draw();
    void panel.inbox.ask(formRequest('b', 'Second?', withCall));
    const { screen } = panel.view;
    assert.ok(screen.kind === 'drawn');
    assert.deepEqual([screen.steps?.total, screen.steps?.waiting], [2, 1]);
  });
});
