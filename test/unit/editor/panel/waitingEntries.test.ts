import assert from 'node:assert/strict';
import { callContext, fieldChanges, formRequest, runningCall, textInputs } from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

const other = { id: 'user:cloud', name: 'cloud' };
const ids = (panel: TestPanel) => panel.view.waiting.map(({ id }) => id);
const choose = (panel: TestPanel, waitingId: string) => panel.controller.receive({ type: 'showWaiting', waitingId });

describe('the waiting screens', () => {
  it('are listed with server, tool and first words', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', `Where\nto? ${'w'.repeat(200)}`, { call: callContext }));
    const [entry] = panel.view.waiting;
    assert.deepEqual([entry?.server, entry?.target, entry?.waitsFor], ['weather', 'forecast', 'answer']);
    assert.match(entry?.words ?? '', /^Where to\? w{60,}…$/);
  });

  it('are listed in the order of arrival, the requests of a call one after the other', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    void panel.inbox.ask(formRequest('b', 'What?', { server: other }));
    void panel.inbox.ask(formRequest('c', 'When?', { call: callContext }));
    assert.deepEqual(ids(panel), ['a', 'c', 'b']);
    choose(panel, 'b');
    assert.deepEqual(ids(panel), ['a', 'c', 'b']);
  });

  it('are answered in another order than they came, one left as a draft and picked up again, one withdrawn while shown', async () => {
    const panel = new TestPanel();
    const a = panel.inbox.ask(formRequest('a'));
    const b = panel.inbox.ask(formRequest('b', 'What?', { server: other }));
    const c = panel.inbox.ask(formRequest('c', 'When?', { server: other }));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    choose(panel, 'c');
    assert.equal(panel.shownId, 'c');
    panel.controller.receive({ type: 'submit', screen: 'c', inputs: textInputs('Rome') });
    assert.equal(await settledAction(c), 'accept');
    choose(panel, 'b');
    panel.inbox.withdraw('b', { by: 'server', reason: 'It was cancelled.' });
    assert.equal(await settledAction(b), 'withdrawn by server');
    assert.deepEqual(ids(panel), ['a']);
    assert.equal(panel.shownId, 'a');
    assert.deepEqual(panel.formScreen.inputs, textInputs('Oslo'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.equal(await settledAction(a), 'accept');
  });

  it('keep what was typed when the user has chosen another one over a reload of the page', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b', 'What?', { server: other }));
    panel.draw();
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    choose(panel, 'b');
    panel.controller.receive({ type: 'ready' });
    assert.equal(panel.shownId, 'b');
    assert.deepEqual(ids(panel), ['a', 'b']);
    choose(panel, 'a');
    assert.deepEqual(panel.formScreen.inputs, textInputs('Oslo'));
  });

  it('ignore input after the choice, and take the focus', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    choose(panel, 'b');
    assert.equal(panel.formScreen.ignoreInputMs, 500);
    assert.deepEqual(panel.posted.at(-1), { type: 'focus', screen: 'b' });
  });

  it('ignore the choice of one that does not wait any more', async () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    const b = panel.inbox.ask(formRequest('b'));
    panel.inbox.withdraw('b', { by: 'server', reason: 'It was cancelled.' });
    await b;
    const before = panel.posted.length;
    choose(panel, 'b');
    assert.equal(panel.shownId, 'a');
    assert.equal(panel.posted.length, before);
  });

  it('of one server are at most 50, so that others are listed too', () => {
    const panel = new TestPanel();
    for (let count = 0; count < 80; count += 1) {
      void panel.inbox.ask(formRequest(`a${count}`));
    }
    void panel.inbox.ask(formRequest('b', 'What?', { server: other }));
    assert.equal(ids(panel).length, 51);
    assert.equal(ids(panel).at(-1), 'b');
  });

  it('are listed beside a running call that does not ask', () => {
    const panel = new TestPanel();
    panel.calls = [{ ...runningCall, id: 'c2' }];
    void panel.inbox.ask(formRequest('a'));
    assert.deepEqual(ids(panel), ['a']);
    assert.equal(panel.view.shownCall, undefined);
  });
});
