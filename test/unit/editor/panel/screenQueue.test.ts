import assert from 'node:assert/strict';
import { cityForm, fieldChanges, formRequest, textInputs, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

describe('the screen that is current', () => {
  it('does not replace a request when another arrives, and counts that', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    assert.equal(panel.shown, 'a');
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('keeps arguments that the user is typing when a request arrives, and shows the request when the user asks for it', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    const asked = panel.shown;
    panel.controller.receive({ type: 'edit', screen: asked, revision: 1, changes: fieldChanges(textInputs('Ber')) });
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shown, asked);
    assert.equal(panel.view.waitingBehind, 1);
    panel.controller.receive({ type: 'showWaiting' });
    assert.equal(panel.shown, 'a');
    panel.controller.receive({ type: 'decline', screen: 'a' });
    const { screen } = panel.view;
    assert.ok(screen.kind === 'arguments');
    assert.deepEqual(screen.inputs, textInputs('Ber'));
    panel.controller.receive({ type: 'submit', screen: asked, inputs: textInputs('Bergen') });
    assert.deepEqual(await result, { city: 'Bergen' });
  });

  it('shows the arguments of the user’s next call in place of a request, which stays pending', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = () =>
      panel.controller.hostScreens.askArguments({
        definition: weatherServer,
        origin: 'person',
        target,
        presentation: { kind: 'form', form: cityForm, schema: {} },
        knownArguments: {},
      });
    void panel.inbox.ask(formRequest('a'));
    const left = ask();
    const next = ask();
    assert.equal(await left, undefined);
    assert.equal(panel.view.screen.kind, 'arguments');
    assert.equal(panel.view.waitingBehind, 1);
    panel.controller.receive({ type: 'submit', screen: panel.shown, inputs: textInputs('Oslo') });
    assert.deepEqual(await next, { city: 'Oslo' });
    assert.equal(panel.shown, 'a');
  });

  it('replaces no screen by the arguments of a program’s call, and counts them', () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    void panel.inbox.ask(formRequest('a'));
    void panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'program',
      target,
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    assert.equal(panel.shown, 'a');
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('shows that a call runs while nothing waits', () => {
    const panel = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    panel.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'person', startedAt: 0 },
    ];
    panel.controller.refresh();
    assert.equal(panel.view.screen.kind, 'running');
  });

  it('shows a request in place of a result, and the result again after it', () => {
    const panel = new TestPanel();
    panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'forecast' },
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'person',
      outcome: { kind: 'result', failed: false, parts: [{ kind: 'link', uri: 'a://b', name: 'b' }] },
      result: { content: [] },
    });
    const outcome = panel.shown;
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shown, 'a');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    assert.equal(panel.shown, outcome);
    panel.controller.receive({ type: 'readResource', screen: outcome, uri: 'a://b' });
    panel.controller.receive({ type: 'readResource', screen: outcome, uri: 'file:///etc/passwd' });
    panel.controller.receive({ type: 'runAgain', screen: outcome });
    assert.deepEqual(panel.done, [
      'read user:weather a://b',
      'run user:weather {"kind":"tool","name":"forecast","arguments":{}}',
    ]);
    panel.controller.receive({ type: 'cancel', screen: outcome });
    assert.equal(panel.view.screen.kind, 'welcome');
  });
});
