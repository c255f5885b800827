import assert from 'node:assert/strict';
import { cityForm, fieldChanges, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

describe('the screen that is current', () => {
  it('does not replace a request when another arrives, and counts that', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    void rig.inbox.ask(formRequest('b'));
    assert.equal(rig.shown, 'a');
    assert.equal(rig.view.waitingBehind, 1);
  });

  it('keeps arguments that the user is typing when a request arrives, and shows the request when the user asks for it', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      ask: { kind: 'form', form: cityForm, schema: {} },
      known: {},
    });
    const asked = rig.shown;
    rig.stage.receive({ type: 'edit', screen: asked, revision: 1, changes: fieldChanges(textInputs('Ber')) });
    void rig.inbox.ask(formRequest('a'));
    assert.equal(rig.shown, asked);
    assert.equal(rig.view.waitingBehind, 1);
    rig.stage.receive({ type: 'showWaiting' });
    assert.equal(rig.shown, 'a');
    rig.stage.receive({ type: 'decline', screen: 'a' });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'arguments');
    assert.deepEqual(screen.inputs, textInputs('Ber'));
    rig.stage.receive({ type: 'submit', screen: asked, inputs: textInputs('Bergen') });
    assert.deepEqual(await result, { city: 'Bergen' });
  });

  it('shows the arguments of the user’s next call in place of a request, which stays pending', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = () =>
      rig.stage.hostScreens.askArguments({
        definition: weatherServer,
        origin: 'person',
        target,
        ask: { kind: 'form', form: cityForm, schema: {} },
        known: {},
      });
    void rig.inbox.ask(formRequest('a'));
    const left = ask();
    const next = ask();
    assert.equal(await left, undefined);
    assert.equal(rig.view.screen.kind, 'arguments');
    assert.equal(rig.view.waitingBehind, 1);
    rig.stage.receive({ type: 'submit', screen: rig.shown, inputs: textInputs('Oslo') });
    assert.deepEqual(await next, { city: 'Oslo' });
    assert.equal(rig.shown, 'a');
  });

  it('replaces no screen by the arguments of a program’s call, and counts them', () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    void rig.inbox.ask(formRequest('a'));
    void rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'program',
      target,
      ask: { kind: 'form', form: cityForm, schema: {} },
      known: {},
    });
    assert.equal(rig.shown, 'a');
    assert.equal(rig.view.waitingBehind, 1);
  });

  it('shows that a call runs while nothing waits', () => {
    const rig = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    rig.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'person', startedAt: 0 },
    ];
    rig.stage.refresh();
    assert.equal(rig.view.screen.kind, 'running');
  });

  it('shows a request in place of a result, and the result again after it', () => {
    const rig = new TestPanel();
    rig.stage.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'forecast' },
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'person',
      outcome: { kind: 'result', failed: false, parts: [{ kind: 'link', uri: 'a://b', name: 'b' }] },
      result: { content: [] },
    });
    const outcome = rig.shown;
    void rig.inbox.ask(formRequest('a'));
    assert.equal(rig.shown, 'a');
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    assert.equal(rig.shown, outcome);
    rig.stage.receive({ type: 'readResource', screen: outcome, uri: 'a://b' });
    rig.stage.receive({ type: 'readResource', screen: outcome, uri: 'file:///etc/passwd' });
    rig.stage.receive({ type: 'runAgain', screen: outcome });
    assert.deepEqual(rig.done, [
      'read user:weather a://b',
      'run user:weather {"kind":"tool","name":"forecast","arguments":{}}',
    ]);
    rig.stage.receive({ type: 'cancel', screen: outcome });
    assert.equal(rig.view.screen.kind, 'welcome');
  });
});
