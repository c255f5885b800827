import assert from 'node:assert/strict';
import type { ShownSteps } from '#bridge/messages.ts';
import { callContext, formRequest, textInputs, urlRequest } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const member = (index: number) => ({ call: callContext, group: { id: 'g', index, size: 3 } });

/** Lets everything that is only waiting for its turn happen. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('questions that came together', () => {
  it('say which one is shown and how the others were settled', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', member(0)));
    void panel.inbox.ask(urlRequest('b', member(1)));
    void panel.inbox.ask(formRequest('c', 'Third?', member(2)));
    const where = { total: 3, first: 0 };
    const states = ['waiting', 'waiting', 'waiting'];
    assert.deepEqual(panel.question.steps, { ...where, current: 0, states, waiting: 2, earlierSteps: undefined });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.deepEqual(panel.page.steps?.states, ['accept', 'waiting', 'waiting']);
    panel.controller.receive({ type: 'decline', screen: 'b' });
    const last: ShownSteps | undefined = panel.question.steps;
    assert.deepEqual([last?.current, last?.total, last?.waiting], [2, 3, 0]);
    assert.deepEqual(last?.states, ['accept', 'decline', 'waiting']);
  });

  it('settle each by itself: accept, decline and cancel', async () => {
    const panel = new TestPanel();
    const endings = [0, 1, 2].map((index) => panel.inbox.ask(formRequest(`q${index}`, 'Where?', member(index))));
    panel.controller.receive({ type: 'submit', screen: 'q0', inputs: textInputs('Oslo') });
    panel.controller.receive({ type: 'decline', screen: 'q1' });
    panel.controller.receive({ type: 'cancel', screen: 'q2' });
    assert.deepEqual(await Promise.all(endings.map(settledAction)), ['accept', 'decline', 'cancel']);
  });

  it('are not counted among those that wait behind', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', member(0)));
    void panel.inbox.ask(formRequest('b', 'Second?', member(1)));
    assert.equal(panel.view.waitingBehind, 0);
    void panel.inbox.ask(formRequest('other'));
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('are asked one after the other, before what others asked meanwhile', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', member(0)));
    void panel.inbox.ask(formRequest('other'));
    void panel.inbox.ask(formRequest('b', 'Second?', member(1)));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(panel.shown, 'b');
    panel.controller.receive({ type: 'decline', screen: 'b' });
    assert.equal(panel.shown, 'other');
  });

  it('go on before others also when they arrive one by one', async () => {
    const panel = new TestPanel();
    const all = (async () => {
      for (const index of [0, 1]) {
        await panel.inbox.ask(formRequest(`q${index}`, 'Where?', member(index)));
      }
    })();
    void panel.inbox.ask(formRequest('other'));
    panel.draw();
    panel.controller.receive({ type: 'decline', screen: 'q0' });
    await turn();
    assert.equal(panel.shown, 'q1');
    panel.controller.receive({ type: 'decline', screen: 'q1' });
    await all;
    assert.equal(panel.shown, 'other');
  });

  it('do not replace a request that the user has seen', async () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'First?', member(0)));
    void panel.inbox.ask(formRequest('other'));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.draw();
    void panel.inbox.ask(formRequest('b', 'Second?', member(1)));
    assert.equal(panel.shown, 'other');
  });

  it('lose only the one that is shown when the tab is closed', async () => {
    const panel = new TestPanel();
    const endings = [0, 1].map((index) => panel.inbox.ask(formRequest(`q${index}`, 'Where?', member(index))));
    panel.draw();
    panel.controller.closed();
    assert.deepEqual(await Promise.all(endings.map(settledAction)), ['cancel', 'open']);
  });

  it('are no group when there is only one', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext, group: { id: 'g', index: 0, size: 1 } }));
    assert.equal(panel.question.steps, undefined);
  });
});
