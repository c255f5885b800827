import assert from 'node:assert/strict';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const requestOf = (name: string): CallRequest => ({ kind: 'tool', name, arguments: {} });

/** Adds the result of a call of this tool. */
function addResult(panel: TestPanel, name: string, origin: CallOrigin = 'user', parts: string[] = [name]): void {
  void panel.controller.addResult({
    definition: weatherServer,
    target: { kind: 'tool', name },
    request: requestOf(name),
    origin,
    outcome: { kind: 'result', failed: false, parts: parts.map((text) => ({ kind: 'text', text })) },
    result: { content: parts.map((text) => ({ type: 'text', text })) },
  });
}

/** The tool whose result is shown, or the kind of another screen. */
function shownKind(panel: TestPanel): string {
  const { screen } = panel.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
}

describe('results of calls', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('stay shown if a program’s call ends', () => {
    addResult(panel, 'mine');
    panel.draw();
    addResult(panel, 'theirs', 'program');
    assert.equal(shownKind(panel), 'mine');
  });

  it('stay shown if another call of the user ends', () => {
    addResult(panel, 'first');
    panel.draw();
    addResult(panel, 'second');
    assert.equal(shownKind(panel), 'first');
  });

  it('are shown after the request of another call, one after the other', () => {
    panel.calls = [{ ...runningCall, id: 'c2' }];
    void panel.inbox.ask(formRequest('a', 'Where?', { call: { id: 'c2', request: runningCall.request } }));
    panel.draw();
    addResult(panel, 'first');
    addResult(panel, 'second', 'program');
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(shownKind(panel), 'first');
  });

  it('can be had again with other arguments if the tool has some, also if the call had none', () => {
    const canChange = (name: string) => {
      addResult(panel, name);
      panel.draw();
      const { screen } = panel.lastDrawn;
      assert.ok(screen.kind === 'result' && screen.target.name === name);
      panel.controller.receive({ type: 'changeArguments', screen: screen.id });
      panel.controller.receive({ type: 'cancel', screen: screen.id });
      return screen.canChangeArguments === true;
    };
    panel.argumentsSchemas.set('optional', { type: 'object', properties: { city: { type: 'string' } } });
    panel.argumentsSchemas.set('none', { type: 'object', properties: {} });
    panel.argumentsSchemas.set('unreadable', { type: 'object', allOf: [{ properties: { city: {} } }] });
    assert.deepEqual(['optional', 'none', 'unreadable', 'unknown'].map(canChange), [true, false, true, false]);
    assert.deepEqual(panel.actionsDone, [
      'change user:weather tool optional {}',
      'change user:weather tool unreadable {}',
    ]);
  });

  it('can be had again with other arguments after the server has ended, by the schema that the call had', () => {
    void panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'forecast' },
      request: requestOf('forecast'),
      origin: 'user',
      outcome: { kind: 'result', failed: false, parts: [] },
      result: { content: [] },
      argumentSecrets: { schema: { type: 'object', properties: { city: { type: 'string' } } }, masked: [] },
    });
    const { screen } = panel.lastDrawn;
    assert.ok(screen.kind === 'result' && screen.canChangeArguments);
  });

  it('are copied as a text that is not much longer than the result', () => {
    let result: unknown = Array.from({ length: 90_000 }, () => 0);
    for (let level = 0; level < 480; level += 1) {
      result = [result];
    }
    void panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'deep' },
      request: requestOf('deep'),
      origin: 'user',
      outcome: { kind: 'result', failed: false, parts: [] },
      result,
    });
    panel.draw();
    panel.controller.receive({ type: 'copyResult', screen: panel.lastDrawn.screen.id });
    assert.equal(panel.actionsDone.at(-1), `copy ${JSON.stringify(result)}`);
  });
});

describe('a result that was shown before the window was reloaded', () => {
  let panelBefore: TestPanel;
  let screen: string;
  beforeEach(async () => {
    panelBefore = new TestPanel();
    addResult(panelBefore, 'first');
    addResult(panelBefore, 'second');
    screen = panelBefore.shownId;
    await panelBefore.results.flush();
  });

  it('is shown after the reload', async () => {
    const panel = new TestPanel({ before: panelBefore });
    await panel.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shownKind(panel), 'first');
    assert.equal(panel.controller.results.unseen, 0);
  });

  it('is not shown if there is a request, another result or a call of the user', async () => {
    const requested = new TestPanel({ before: panelBefore });
    void requested.inbox.ask(formRequest('a'));
    await requested.controller.results.restore({ screen, scroll: 0 });
    assert.equal(requested.shownId, 'a');
    const ended = new TestPanel({ before: panelBefore });
    addResult(ended, 'third');
    await ended.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shownKind(ended), 'third');
    const running = new TestPanel({ before: panelBefore });
    running.calls = [runningCall];
    await running.controller.results.restore({ screen, scroll: 0 });
    await running.running();
    assert.notEqual(running.lastDrawn.screen.kind, 'result');
  });

  it('is not shown if it is gone, or if the stored state is invalid', async () => {
    const states = [
      { screen: 'result-other', scroll: 0 },
      { screen: `result-${'x'.repeat(10_000)}` },
      { screen: 'result-__proto__' },
      { screen: 7 },
      { scroll: 0 },
      'result-c1',
      null,
      undefined,
    ];
    for (const state of states) {
      const panel = new TestPanel({ before: panelBefore });
      await panel.controller.results.restore(state);
      assert.equal(panel.controller.current, undefined, JSON.stringify(state)?.slice(0, 40));
    }
  });
});
