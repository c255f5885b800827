import assert from 'node:assert/strict';
import {
  callContext,
  cityForm,
  fieldChanges,
  formRequest,
  runningCall,
  settledAction,
  TestPanel,
  textInputs,
  weatherServer,
} from './testPanel.ts';

const agreementText = { purpose: 'start', runsProgram: true, warnings: [] } as const;

describe('the stage', () => {
  it('shows a question with the configured name, the message and empty inputs', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a', 'Where\nto?'));
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form');
    assert.equal(screen.server.name, 'weather');
    assert.equal(screen.message, 'Where\nto?');
    assert.deepEqual(screen.inputs, [{ kind: 'text', text: '', touched: false }]);
  });

  it('accepts with the content that was typed', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: textInputs('Oslo') });
    assert.deepEqual(await ending, { kind: 'decided', decision: { action: 'accept', content: { city: 'Oslo' } } });
    assert.equal(rig.view.screen.kind, 'welcome');
  });

  it('keeps the question open and says why when the form is not right', async () => {
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

  it('cancels the shown question alone when the tab is closed; the others wait on', async () => {
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

  it('does not answer a question that came while the tab was closing', async () => {
    const rig = new TestPanel();
    rig.stage.receive({ type: 'ready' });
    rig.draw();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.closed();
    assert.equal(await settledAction(ending), 'open');
  });

  it('does not answer a question that was drawn while the tab was out of sight, until that is seen', async () => {
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

  it('answers nothing when the webview is merely gone', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.attach(() => undefined);
    assert.equal(await settledAction(ending), 'open');
  });

  it('keeps what was typed for a webview that is drawn again', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 7, changes: fieldChanges(textInputs('Os')) });
    assert.deepEqual(rig.posted.at(-1), { type: 'checked', screen: 'a', revision: 7, problems: [], secrets: [] });
    rig.stage.receive({ type: 'ready' });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form');
    assert.deepEqual(screen.inputs, textInputs('Os'));
  });

  it('ignores messages for a question that is not the one shown', async () => {
    const rig = new TestPanel();
    const first = rig.inbox.ask(formRequest('a'));
    const second = rig.inbox.ask(formRequest('b'));
    rig.stage.receive({ type: 'decline', screen: 'b' });
    rig.stage.receive({ type: 'submit', screen: 'nobody', inputs: [] });
    assert.equal(await settledAction(first), 'open');
    assert.equal(await settledAction(second), 'open');
  });

  it('ignores inputs that do not fit the form', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [] });
    rig.stage.receive({ type: 'submit', screen: 'a', inputs: [{ kind: 'boolean', value: true }] });
    assert.equal(await settledAction(ending), 'open');
  });

  it('does not replace a question that is shown when another arrives, and counts it', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    void rig.inbox.ask(formRequest('b'));
    assert.equal(rig.shown, 'a');
    assert.equal(rig.view.waitingBehind, 1);
  });

  it('takes a withdrawn question away at once and says why', async () => {
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

  it('says so too where a program cancelled it, and keeps what was typed', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'edit', screen: 'a', revision: 1, changes: fieldChanges(textInputs('Oslo')) });
    rig.inbox.decide('a', { action: 'cancel', byProgram: true });
    assert.deepEqual(
      rig.view.notices.map(({ text }) => text),
      ['The question from weather is gone. Another extension cancelled it. What you had filled in is kept.'],
    );
  });

  it('says nothing of a question that went away by the person’s own doing', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.inbox.withdraw('a', { by: 'host', reason: 'The call was cancelled.' });
    assert.equal(rig.view.screen.kind, 'welcome');
    assert.deepEqual(rig.view.notices, []);
  });

  it('cancels a question that could not be drawn, and says so', async () => {
    const rig = new TestPanel();
    const ending = rig.inbox.ask(formRequest('a'));
    const undrawn: string[] = [];
    rig.stage.onDidFailToDraw((id) => undrawn.push(`${id}, open: ${rig.inbox.get(id) !== undefined}`));
    rig.stage.receive({ type: 'drawFailed', screen: 'a', message: 'too big' });
    assert.equal(await settledAction(ending), 'cancel');
    assert.deepEqual(undrawn, ['a, open: true']);
    assert.equal(rig.view.notices[0]?.text, 'The question from weather could not be shown and was cancelled. too big');
  });

  it('keeps the buttons quiet on a question that appeared by itself', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    assert.ok(rig.view.screen.kind === 'form' && rig.view.screen.ignoreInputMs === 500);
  });

  it('lets the buttons work at once when the person asked to see the question', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    rig.stage.bringForward();
    assert.ok(rig.view.screen.kind === 'form' && rig.view.screen.ignoreInputMs === 0);
  });

  it('begins the quiet time anew when a question that appeared out of sight comes into sight', () => {
    const rig = new TestPanel();
    const quietened = () => rig.posted.filter(({ type }) => type === 'ignoreInput');
    rig.stage.setInSight(false);
    void rig.inbox.ask(formRequest('a'));
    rig.draw();
    assert.deepEqual(quietened(), []);
    rig.stage.setInSight(true);
    assert.deepEqual(quietened(), [{ type: 'ignoreInput', screen: 'a', ms: 500 }]);
    rig.stage.setInSight(false);
    rig.stage.setInSight(true);
    assert.equal(quietened().length, 1, 'the user has seen it');
  });

  it('does not quieten a question that the user asked to see', () => {
    const rig = new TestPanel();
    rig.stage.setInSight(false);
    void rig.inbox.ask(formRequest('a'));
    rig.draw();
    rig.stage.bringForward();
    rig.stage.setInSight(true);
    assert.ok(rig.posted.every(({ type }) => type !== 'ignoreInput'));
  });

  it('is quiet again for the question that follows', () => {
    const rig = new TestPanel();
    void rig.inbox.ask(formRequest('a'));
    void rig.inbox.ask(formRequest('b'));
    rig.stage.bringForward();
    rig.stage.receive({ type: 'cancel', screen: 'a' });
    const { screen } = rig.view;
    assert.ok(screen.kind === 'form' && screen.id === 'b' && screen.ignoreInputMs === 500);
  });

  it('is quiet for a result and for a program’s arguments, and not where the person asked for them', () => {
    const rig = new TestPanel();
    const ignoreInputMs = () => ('ignoreInputMs' in rig.view.screen ? rig.view.screen.ignoreInputMs : undefined);
    const target = { kind: 'tool' as const, name: 'forecast' };
    for (const ask of [
      { kind: 'form' as const, form: cityForm, schema: {} },
      { kind: 'json' as const, reason: 'nested', schema: {} },
    ]) {
      for (const [origin, quiet] of [
        ['program', 500],
        ['person', 0],
      ] as const) {
        void rig.stage.hostScreens.askArguments({ definition: weatherServer, origin, target, ask, known: {} });
        assert.equal(ignoreInputMs(), quiet, `${ask.kind} settledAction a ${origin}`);
        rig.stage.receive({ type: 'cancel', screen: rig.shown });
      }
    }
    rig.stage.addResult({
      definition: weatherServer,
      target,
      request: { kind: 'tool', name: 'forecast', arguments: {} },
      origin: 'person',
      outcome: { kind: 'cancelled' },
      result: undefined,
    });
    assert.equal(ignoreInputMs(), 500);
  });

  it('is quiet for the person’s own arguments when they come back from behind a question', () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = { kind: 'form' as const, form: cityForm, schema: {} };
    void rig.stage.hostScreens.askArguments({ definition: weatherServer, origin: 'person', target, ask, known: {} });
    void rig.inbox.ask(formRequest('a'));
    rig.stage.receive({ type: 'showWaiting' });
    rig.stage.receive({ type: 'decline', screen: 'a' });
    assert.ok(rig.view.screen.kind === 'arguments' && rig.view.screen.ignoreInputMs === 500);
  });

  it('does not take half-typed arguments away when a question arrives, but leads to it on request', async () => {
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

  it('brings the form of what the person runs next to the front, also over a question, which waits on', async () => {
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

  it('pushes nothing aside for the arguments of what a program runs, and counts them', () => {
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

  it('says that a call goes on while nothing waits', () => {
    const rig = new TestPanel();
    const request = { kind: 'tool' as const, name: 'forecast', arguments: {} };
    rig.calls = [
      { id: 'c1', serverId: weatherServer.id, serverName: 'weather', request, origin: 'person', startedAt: 0 },
    ];
    rig.stage.refresh();
    assert.equal(rig.view.screen.kind, 'running');
  });

  it('dismisses arguments when the tab is closed', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const result = rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      ask: { kind: 'form', form: cityForm, schema: {} },
      known: {},
    });
    rig.draw();
    rig.stage.closed();
    assert.equal(await result, undefined);
  });

  it('takes JSON arguments only when they are an object that the schema allows', async () => {
    const rig = new TestPanel();
    const target = { kind: 'tool' as const, name: 'forecast' };
    const ask = { kind: 'json' as const, reason: 'nested', schema: {} };
    const result = rig.stage.hostScreens.askArguments({
      definition: weatherServer,
      origin: 'person',
      target,
      ask,
      known: {},
    });
    for (const text of ['{', '[]', '{}']) {
      rig.stage.receive({ type: 'runJson', screen: rig.shown, text });
      assert.equal(rig.posted.at(-1)?.type, 'rejected', text);
    }
    rig.stage.receive({ type: 'runJson', screen: rig.shown, text: '{"city": "Oslo"}' });
    assert.deepEqual(await result, { city: 'Oslo' });
  });

  it('agrees to a workspace server only by its button', async () => {
    const rig = new TestPanel();
    const ask = () =>
      rig.stage.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        askedFor: true,
        ...agreementText,
        rows: [],
      });
    const yes = ask();
    rig.stage.receive({ type: 'agree', screen: rig.shown });
    assert.equal(await yes, true);
    const no = ask();
    rig.stage.receive({ type: 'cancel', screen: rig.shown });
    assert.equal(await no, false);
    const closed = ask();
    rig.draw();
    rig.stage.closed();
    assert.equal(await closed, false);
  });

  it('takes an agreement away when its server is not to start any more, shown or waiting', async () => {
    const rig = new TestPanel();
    const ask = (signal: AbortSignal) =>
      rig.stage.hostScreens.askAgreement({
        definition: weatherServer,
        changed: false,
        askedFor: false,
        ...agreementText,
        rows: [],
        signal,
      });
    const [first, second] = [new AbortController(), new AbortController()];
    const answers = [ask(first.signal), ask(second.signal)];
    const shown = rig.shown;
    second.abort();
    assert.equal(rig.shown, shown);
    assert.equal(rig.view.waitingBehind, 0);
    first.abort();
    assert.equal(rig.view.screen.kind, 'welcome');
    assert.deepEqual(await Promise.all(answers), [false, false]);
  });

  it('does not show an agreement that nobody needs any more', async () => {
    const rig = new TestPanel();
    const signal = AbortSignal.abort();
    const request = { definition: weatherServer, changed: false, askedFor: true, ...agreementText, rows: [], signal };
    assert.equal(await rig.stage.hostScreens.askAgreement(request), false);
    assert.equal(rig.stage.current, undefined);
  });

  it('takes nothing else away when the signal of an agreement fires after its end', async () => {
    const rig = new TestPanel();
    const launch = new AbortController();
    const agreed = rig.stage.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      askedFor: true,
      ...agreementText,
      rows: [],
      signal: launch.signal,
    });
    rig.stage.receive({ type: 'agree', screen: rig.shown });
    void rig.stage.hostScreens.askAgreement({
      definition: weatherServer,
      changed: false,
      askedFor: true,
      ...agreementText,
      rows: [],
    });
    const next = rig.shown;
    launch.abort();
    assert.equal(await agreed, true);
    assert.equal(rig.shown, next);
  });

  it('shows a result, lets a question take its place, and comes back to it', () => {
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

  it('shows the calls in flight and stops one by its button', () => {
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

  it('says that the call has ended where its request still waits', () => {
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
