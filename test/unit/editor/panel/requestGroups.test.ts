import assert from 'node:assert/strict';
import type { ShownSteps } from '#bridge/messages.ts';
import { callContext, formRequest, textInputs, urlRequest } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const inGroup = (index: number) => ({ call: callContext, group: { id: 'g', index, size: 3 } });

/** Waits until pending promise callbacks have run. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('requests of one group', () => {
  it('have steps with the position of the shown one and the states of the others', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', inGroup(0)));
    void panel.inbox.ask(urlRequest('b', inGroup(1)));
    void panel.inbox.ask(formRequest('c', 'Third?', inGroup(2)));
    const position = { total: 3, first: 0 };
    const states = ['waiting', 'waiting', 'waiting'];
    assert.deepEqual(panel.formScreen.steps, { ...position, current: 0, states, waiting: 2, earlierSteps: undefined });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.deepEqual(panel.urlScreen.steps?.states, ['accept', 'waiting', 'waiting']);
    panel.controller.receive({ type: 'decline', screen: 'b' });
    const last: ShownSteps | undefined = panel.formScreen.steps;
    assert.deepEqual([last?.current, last?.total, last?.waiting], [2, 3, 0]);
    assert.deepEqual(last?.states, ['accept', 'decline', 'waiting']);
  });

  it('are settled separately: accept, decline and cancel', async () => {
    const panel = new TestPanel();
    const endings = [0, 1, 2].map((index) => panel.inbox.ask(formRequest(`q${index}`, 'Where?', inGroup(index))));
    panel.controller.receive({ type: 'submit', screen: 'q0', inputs: textInputs('Oslo') });
    panel.controller.receive({ type: 'decline', screen: 'q1' });
    panel.controller.receive({ type: 'cancel', screen: 'q2' });
    assert.deepEqual(await Promise.all(endings.map(settledAction)), ['accept', 'decline', 'cancel']);
  });

  it('are not counted in `waitingBehind`', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', inGroup(0)));
    void panel.inbox.ask(formRequest('b', 'Second?', inGroup(1)));
    assert.equal(panel.view.waitingBehind, 0);
    void panel.inbox.ask(formRequest('other'));
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('are shown one after the other, before requests of other calls', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', inGroup(0)));
    void panel.inbox.ask(formRequest('other'));
    void panel.inbox.ask(formRequest('b', 'Second?', inGroup(1)));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(panel.shownId, 'b');
    panel.controller.receive({ type: 'decline', screen: 'b' });
    assert.equal(panel.shownId, 'other');
  });

  it('are shown before requests of other calls even if they arrive one by one', async () => {
    const panel = new TestPanel();
    const all = (async () => {
      for (const index of [0, 1]) {
        await panel.inbox.ask(formRequest(`q${index}`, 'Where?', inGroup(index)));
      }
    })();
    void panel.inbox.ask(formRequest('other'));
    panel.draw();
    panel.controller.receive({ type: 'decline', screen: 'q0' });
    await nextTurn();
    assert.equal(panel.shownId, 'q1');
    panel.controller.receive({ type: 'decline', screen: 'q1' });
    await all;
    assert.equal(panel.shownId, 'other');
  });

  it('do not replace a request that the user has seen', async () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', inGroup(0)));
    void panel.inbox.ask(formRequest('other'));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.draw();
    void panel.inbox.ask(formRequest('b', 'Second?', inGroup(1)));
    assert.equal(panel.shownId, 'other');
  });

  it('have only the shown one cancelled if the tab is closed', async () => {
    const panel = new TestPanel();
    const endings = [0, 1].map((index) => panel.inbox.ask(formRequest(`q${index}`, 'Where?', inGroup(index))));
    panel.draw();
    panel.controller.handleTabClosed();
    assert.deepEqual(await Promise.all(endings.map(settledAction)), ['cancel', 'open']);
  });

  it('have no steps if there is only one', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext, group: { id: 'g', index: 0, size: 1 } }));
    assert.equal(panel.formScreen.steps, undefined);
  });
});
