import assert from 'node:assert/strict';
import {
  callContext,
  fieldChanges,
  formRequest,
  runningCall,
  textInputs,
  weatherServer,
} from '#test/host/requestSamples.ts';
import { settledAction, TestPanel } from './testPanel.ts';

describe('the panel controller', () => {
  it('shows a form request with the configured name, the message and empty inputs', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a', 'Where\nto?'));
    const { screen } = panel.view;
    assert.ok(screen.kind === 'form');
    assert.equal(screen.server.name, 'weather');
    assert.equal(screen.message, 'Where\nto?');
    assert.deepEqual(screen.inputs, [{ kind: 'text', text: '', touched: false }]);
  });

  it('accepts with the content that the user entered', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: { city: 'Oslo' } } });
    assert.equal(panel.view.screen.kind, 'welcome');
  });

  it('replies with the problems of the form, and leaves the request pending', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: textInputs('') });
    assert.equal(await settledAction(ending), 'open');
    assert.equal(panel.posted.at(-1)?.type, 'rejected');
  });

  it('declines only if Decline was clicked, and cancels if Cancel was clicked', async () => {
    const panel = new TestPanel();
    const first = panel.inbox.ask(formRequest('a'));
    const second = panel.inbox.ask(formRequest('b'));
    panel.controller.receive({ type: 'decline', screen: 'a' });
    panel.controller.receive({ type: 'cancel', screen: 'b' });
    assert.equal(await settledAction(first), 'decline');
    assert.equal(await settledAction(second), 'cancel');
  });

  it('cancels only the shown request if the tab is closed', async () => {
    const panel = new TestPanel();
    const first = panel.inbox.ask(formRequest('a'));
    const second = panel.inbox.ask(formRequest('b'));
    panel.draw();
    panel.controller.handleTabClosed();
    assert.equal(await settledAction(first), 'cancel');
    assert.equal(await settledAction(second), 'open');
    assert.deepEqual(
      panel.inbox.pending.map(({ id }) => id),
      ['b'],
    );
  });

  it('does not settle a request that arrived while the tab was closing', async () => {
    const panel = new TestPanel();
    panel.controller.receive({ type: 'ready' });
    panel.draw();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.controller.handleTabClosed();
    assert.equal(await settledAction(ending), 'open');
  });

  it('does not settle a request that was drawn out of sight if the tab is closed before the user saw the request', async () => {
    const panel = new TestPanel();
    panel.controller.setInSight(false);
    const ending = panel.inbox.ask(formRequest('a'));
    panel.draw();
    assert.equal(panel.controller.isSeen, false);
    panel.controller.handleTabClosed();
    assert.equal(await settledAction(ending), 'open');
    panel.draw();
    panel.controller.setInSight(true);
    panel.controller.setInSight(false);
    assert.equal(panel.controller.isSeen, true);
    panel.controller.handleTabClosed();
    assert.equal(await settledAction(ending), 'cancel');
  });

  it('takes only an answer to the shown screen for one of its call', () => {
    const panel = new TestPanel();
    const answered: string[] = [];
    panel.controller.onWillAnswer((call) => answered.push(call));
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.controller.receive({ type: 'cancel', screen: 'gone' });
    assert.deepEqual(answered, []);
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    assert.deepEqual(answered, [callContext.id]);
  });

  it('settles no request if the webview is only replaced', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.controller.attach(() => undefined);
    assert.equal(await settledAction(ending), 'open');
  });

  it('posts the typed inputs to a reloaded page', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 7, changes: fieldChanges(textInputs('Os')) });
    assert.deepEqual(panel.posted.at(-1), { type: 'checked', screen: 'a', revision: 7, problems: [], secrets: [] });
    panel.controller.receive({ type: 'ready' });
    const { screen } = panel.view;
    assert.ok(screen.kind === 'form');
    assert.deepEqual(screen.inputs, textInputs('Os'));
  });

  it('ignores messages about a screen that is not shown', async () => {
    const panel = new TestPanel();
    const first = panel.inbox.ask(formRequest('a'));
    const second = panel.inbox.ask(formRequest('b'));
    panel.controller.receive({ type: 'decline', screen: 'b' });
    panel.controller.receive({ type: 'submit', screen: 'nobody', inputs: [] });
    assert.equal(await settledAction(first), 'open');
    assert.equal(await settledAction(second), 'open');
  });

  it('tells the welcome screen what is set up, and draws it again when that changes', () => {
    const panel = new TestPanel();
    panel.controller.refresh();
    const drawn = () => {
      const { screen } = panel.lastDrawn;
      return screen.kind === 'welcome' && screen.setUp;
    };
    assert.equal(drawn(), undefined);
    for (const setUp of ['nothing', 'onlyAgents'] as const) {
      panel.draw();
      panel.setUp = setUp;
      panel.controller.refresh();
      assert.equal(drawn(), setUp);
    }
  });

  it('ignores inputs that do not match the form', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [] });
    panel.controller.receive({ type: 'submit', screen: 'a', inputs: [{ kind: 'boolean', value: true }] });
    assert.equal(await settledAction(ending), 'open');
  });

  it('removes a withdrawn request and shows the reason', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    panel.inbox.withdraw('a', { by: 'server', reason: 'It was cancelled.' });
    assert.equal(await settledAction(ending), 'withdrawn by server');
    assert.equal(panel.view.screen.kind, 'welcome');
    assert.deepEqual(
      panel.view.notices.map(({ text }) => text),
      ['It was cancelled.'],
    );
  });

  it('shows a notice if a program cancelled a request, and keeps the draft', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    panel.inbox.decide('a', { action: 'cancel', byProgram: true });
    assert.deepEqual(
      panel.view.notices.map(({ text }) => text),
      ['Another extension cancelled it. What you had filled in is kept.'],
    );
  });

  it('shows no notice of a request whose call the user ended', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    panel.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.equal(panel.view.screen.kind, 'welcome');
    assert.deepEqual(panel.view.notices, []);
  });

  it('cancels a request that could not be drawn, and shows a notice', async () => {
    const panel = new TestPanel();
    const ending = panel.inbox.ask(formRequest('a'));
    const undrawn: string[] = [];
    panel.controller.onDidFailToDraw((id) => undrawn.push(`${id}, open: ${panel.inbox.get(id) !== undefined}`));
    panel.controller.receive({ type: 'drawFailed', screen: 'a', message: 'too big' });
    assert.equal(await settledAction(ending), 'cancel');
    assert.deepEqual(undrawn, ['a, open: true']);
    assert.equal(
      panel.view.notices[0]?.text,
      'The question from weather could not be shown and was cancelled. too big',
    );
  });

  it('shows the running calls and stops one by its button', async () => {
    const panel = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    panel.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'user', startedAt: 0 },
    ];
    panel.controller.receive({ type: 'ready' });
    await panel.running();
    assert.equal(panel.view.calls[0]?.target.name, 'forecast');
    panel.controller.receive({ type: 'stopCall', call: 'c1' });
    assert.deepEqual(panel.actionsDone, ['cancel call c1']);
  });

  it('marks a pending request whose call has ended', () => {
    const panel = new TestPanel();
    panel.calls = [runningCall];
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    panel.draw();
    panel.calls = [];
    panel.controller.refresh();
    const { screen } = panel.view;
    assert.equal('callEnded' in screen && screen.callEnded, true);
  });
});
