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
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a', 'Where\nto?'));
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form');
    assert.equal(screen.server.name, 'weather');
    assert.equal(screen.message, 'Where\nto?');
    assert.deepEqual(screen.inputs, [{ kind: 'text', text: '', touched: false }]);
  });

  it('accepts with the content that the user entered', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: { city: 'Oslo' } } });
    assert.equal(rig.view.screen.kind, 'welcome');
  });

  it('leaves the request pending and replies with the problems of the form', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('') });
    assert.equal(await settledAction(ending), 'open');
    assert.equal(rig.posted.at(-1)?.type, 'rejected');
  });

  it('declines only when Decline was clicked, and cancels on Cancel', async () => {
    const rig = new TestPanel();
    const first = rig.inbox.ask(formRequest('a'));
    const second = rig.inbox.ask(formRequest('b'));
    rig.stage.receive({ type: 'decline', screen: 'a' });
    rig.stage.receive({ type: 'cancel', screen: 'b' });
    assert.equal(await settledAction(first), 'decline');
    assert.equal(await settledAction(second), 'cancel');
  });

  it('cancels only the request that is shown when the tab is closed', async () => {
    const rig = new TestPanel();
    const first = rig.inbox.ask(formRequest('a'));
    const second = rig.inbox.ask(formRequest('b'));
    rig.draw();
    rig.stage.closed();
    assert.equal(await settledAction(first), 'cancel');
    assert.equal(await settledAction(second), 'open');
    assert.deepEqual(
      rig.inbox.pending.map(({ id }) => id),
      ['b'],
    );
  });

  it('does not settle a request that arrived while the tab was closing', async () => {
    const rig = new TestPanel();
    rig.stage.receive({ type: 'ready' });
    rig.draw();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.closed();
    assert.equal(await settledAction(ending), 'open');
  });

  it('does not settle a request that was drawn out of sight when the tab is closed before the user saw it', async () => {
    const rig = new TestPanel();
    rig.stage.setInSight(false);
    const ending = rig.inbox.ask(formRequest('a'));
    rig.draw();
    assert.equal(rig.stage.isSeen, false);
    rig.stage.closed();
    assert.equal(await settledAction(ending), 'open');
    rig.draw();
    rig.stage.setInSight(true);
    rig.stage.setInSight(false);
    assert.equal(rig.stage.isSeen, true);
    rig.stage.closed();
    assert.equal(await settledAction(ending), 'cancel');
  });

  it('settles nothing when the webview is merely replaced', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.attach(() => undefined);
    assert.equal(await settledAction(ending), 'open');
  });

  it('keeps the inputs for a page that is loaded again', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 7, changes: fieldChanges(textInputs('Os')) });
    assert.deepEqual(rig.posted.at(-1), { type: 'checked', screen: 'a', revision: 7, problems: [], secrets: [] });
    rig.stage.receive({ type: 'ready' });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form');
    assert.deepEqual(screen.inputs, textInputs('Os'));
  });

  it('ignores messages about a screen that is not shown', async () => {
    const rig = new TestPanel();
    const first = rig.inbox.ask(formRequest('a'));
    const second = rig.inbox.ask(formRequest('b'));
    rig.stage.receive({ type: 'decline', screen: 'b' });
    rig.stage.receive({ type: 'submit', screen: 'nobody', inputs: [] });
    assert.equal(await settledAction(first), 'open');
    assert.equal(await settledAction(second), 'open');
  });

  it('ignores inputs that do not match the form', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [] });
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [{ kind: 'boolean', value: true }] });
    assert.equal(await settledAction(ending), 'open');
  });

  it('removes a withdrawn request at once and shows the reason', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.inbox.withdraw('a', { by: 'server', reason: 'It was cancelled.' });
    assert.equal(await settledAction(ending), 'withdrawn by server');
    assert.equal(rig.view.screen.kind, 'welcome');
    assert.deepEqual(
      rig.view.notices.map(({ text }) => text),
      ['The question from weather is gone. It was cancelled.'],
    );
  });

  it('shows a notice when a program cancelled a request, and keeps the draft', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    rig.inbox.decide('a', { action: 'cancel', byProgram: true });
    assert.deepEqual(
      rig.view.notices.map(({ text }) => text),
      ['The question from weather is gone. Another extension cancelled it. What you had filled in is kept.'],
    );
  });

  it('shows no notice of a request whose call the user ended', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.equal(rig.view.screen.kind, 'welcome');
    assert.deepEqual(rig.view.notices, []);
  });

  it('cancels a request that could not be drawn, and shows a notice', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    const undrawn: string[] = [];
    rig.stage.onDidFailToDraw((id) => undrawn.push(`${id}, open: ${rig.inbox.get(id) !== undefined}`));
    rig.stage.receive({ type: 'drawFailed', screen: 'a', message: 'too big' });
    assert.equal(await settledAction(ending), 'cancel');
    assert.deepEqual(undrawn, ['a, open: true']);
    assert.equal(rig.view.notices[0]?.text, 'The question from weather could not be shown and was cancelled. too big');
  });

  it('shows the running calls and stops one by its button', () => {
    const rig = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    rig.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'person', startedAt: 0 },
    ];
    rig.stage.receive({ type: 'ready' });
    assert.equal(rig.view.calls[0]?.target.name, 'forecast');
    rig.stage.receive({ type: 'stopCall', call: 'c1' });
    assert.deepEqual(rig.done, ['cancel call c1']);
  });

  it('marks a pending request whose call has ended', () => {
    const rig = new TestPanel();
    rig.calls = [runningCall];
    void rig.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    rig.draw();
    rig.calls = [];
    rig.stage.refresh();
    const { screen } = rig.view;
    assert.equal('callEnded' in screen && screen.callEnded, true);
  });
});
