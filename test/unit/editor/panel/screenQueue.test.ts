import assert from 'node:assert/strict';
import {
  callContext,
  cityForm,
  fieldChanges,
  formRequest,
  runningCall,
  textInputs,
  weatherServer,
} from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

describe('the current screen', () => {
  it('stays the same request if another arrives, which is counted', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    assert.equal(panel.shownId, 'a');
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('stays the arguments that the user is typing if a request arrives, and is the request once the user asks for it', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target,
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    const argumentsId = panel.shownId;
    panel.controller.receive({
      type: 'edit',
      screen: argumentsId,
      revision: 1,
      changes: fieldChanges(textInputs('Ber')),
    });
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shownId, argumentsId);
    assert.equal(panel.view.waitingBehind, 1);
    panel.controller.receive({ type: 'showWaiting', waitingId: 'a' });
    assert.equal(panel.shownId, 'a');
    panel.controller.receive({ type: 'decline', screen: 'a' });
    const { screen } = panel.view;
    assert.ok(screen.kind === 'arguments');
    assert.deepEqual(screen.inputs, textInputs('Ber'));
    panel.controller.receive({ type: 'submit', screen: argumentsId, inputs: textInputs('Bergen') });
    assert.deepEqual(await result, { values: { city: 'Bergen' }, masked: [] });
  });

  it('is the request that the user asks for, and the oldest one if that request does not wait any more', () => {
    const panel = new TestPanel();
    for (const id of ['a', 'b', 'c']) {
      void panel.inbox.ask(formRequest(id));
    }
    panel.controller.bringForward('c');
    assert.equal(panel.shownId, 'c');
    assert.equal(panel.view.waitingBehind, 2);
    panel.controller.bringForward('b');
    assert.equal(panel.shownId, 'b');
    panel.inbox.withdraw('c', { by: 'server', reason: 'It was cancelled.' });
    panel.controller.receive({ type: 'decline', screen: 'b' });
    panel.controller.bringForward('c');
    assert.equal(panel.shownId, 'a');
    assert.deepEqual(
      panel.inbox.pending.map(({ id }) => id),
      ['a'],
    );
  });

  it('keeps what the user typed in a request until the moment at which another one took its place', () => {
    const panel = new TestPanel();
    void panel.inbox.ask(formRequest('a'));
    void panel.inbox.ask(formRequest('b'));
    panel.controller.bringForward('b');
    panel.controller.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    assert.equal(panel.shownId, 'b');
    panel.controller.bringForward('a');
    assert.deepEqual(panel.formScreen.inputs, textInputs('Oslo'));
  });

  it('is for the arguments of the user’s next call in place of a request, which stays pending', async () => {
    const panel = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = () =>
      panel.controller.hostScreens.askArguments({
        definition: weatherServer,
        origin: 'user',
        target,
        presentation: { kind: 'form', form: cityForm, schema: {} },
        knownArguments: {},
      });
    void panel.inbox.ask(formRequest('a'));
    const replaced = ask();
    const next = ask();
    assert.equal(await replaced, undefined);
    assert.equal(panel.view.screen.kind, 'arguments');
    assert.equal(panel.view.waitingBehind, 1);
    panel.controller.receive({ type: 'submit', screen: panel.shownId, inputs: textInputs('Oslo') });
    assert.deepEqual(await next, { values: { city: 'Oslo' }, masked: [] });
    assert.equal(panel.shownId, 'a');
  });

  it('is not replaced by the arguments of a program’s call, which are counted', () => {
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
    assert.equal(panel.shownId, 'a');
    assert.equal(panel.view.waitingBehind, 1);
  });

  it('is about the running calls if no other screen waits', async () => {
    const panel = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    panel.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'user', startedAt: 0 },
    ];
    panel.controller.refresh();
    await panel.running();
    assert.equal(panel.view.screen.kind, 'running');
  });

  it('is not about the running calls if a request follows a call immediately', async () => {
    const panel = new TestPanel();
    panel.calls = [runningCall];
    panel.controller.refresh();
    panel.controller.focus();
    await new Promise(setImmediate);
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    assert.deepEqual(
      panel.posted.flatMap((message) => (message.type === 'show' ? [message.view.screen.kind] : [])),
      ['form'],
    );
  });

  it('is nothing but the request if one follows the arguments that the user has just sent', async () => {
    const panel = new TestPanel();
    const result = panel.controller.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'user',
      target: { kind: 'tool', name: 'forecast' },
      presentation: { kind: 'form', form: cityForm, schema: {} },
      knownArguments: {},
    });
    panel.posted.length = 0;
    panel.controller.receive({
      type: 'submit',
      screen: panel.controller.current?.id ?? '',
      inputs: textInputs('Bern'),
    });
    await result;
    panel.calls = [runningCall];
    panel.controller.refresh();
    void panel.inbox.ask(formRequest('a', 'Where?', { call: callContext }));
    assert.deepEqual(
      panel.posted.flatMap((message) => (message.type === 'show' ? [message.view.screen.kind] : [])),
      ['form'],
    );
  });

  it('about the running calls takes the focus that was moved to it before it was posted', async () => {
    const panel = new TestPanel();
    panel.controller.receive({ type: 'ready' });
    panel.draw();
    panel.posted.length = 0;
    panel.calls = [runningCall];
    panel.controller.refresh();
    panel.controller.focus();
    await panel.running();
    assert.deepEqual(
      panel.posted.map((message) => message.type),
      ['show', 'focus'],
    );
  });

  it('is a request in place of a result, and then the result again', async () => {
    const panel = new TestPanel();
    void panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'forecast' },
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'user',
      outcome: { kind: 'result', failed: false, parts: [{ kind: 'link', uri: 'a://b', name: 'b' }] },
      result: { content: [] },
    });
    const outcome = panel.shownId;
    void panel.inbox.ask(formRequest('a'));
    assert.equal(panel.shownId, 'a');
    panel.controller.receive({ type: 'cancel', screen: 'a' });
    assert.equal(panel.shownId, outcome);
    panel.controller.receive({ type: 'readResource', screen: outcome, uri: 'a://b' });
    panel.controller.receive({ type: 'readResource', screen: outcome, uri: 'file:///etc/passwd' });
    // Of two buttons that are pressed at once, only the first is meant.
    await panel.results.flush();
    panel.controller.receive({ type: 'runAgain', screen: outcome });
    assert.deepEqual(panel.actionsDone, [
      'read user:weather a://b',
      'run user:weather {"kind":"tool","name":"forecast","arguments":{}}',
    ]);
    panel.controller.receive({ type: 'cancel', screen: outcome });
    assert.equal(panel.view.screen.kind, 'welcome');
  });
});
