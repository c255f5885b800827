import assert from 'node:assert/strict';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const requestOf = (name: string): CallRequest => ({ kind: 'tool', name, arguments: {} });

/** A call of this tool has ended. */
function end(panel: TestPanel, name: string, origin: CallOrigin = 'person', parts: string[] = [name]): void {
  panel.controller.addResult({
    definition: weatherServer,
    target: { kind: 'tool', name },
    request: requestOf(name),
    origin,
    outcome: { kind: 'result', failed: false, parts: parts.map((text) => ({ kind: 'text', text })) },
    result: { content: parts.map((text) => ({ type: 'text', text })) },
  });
}

/** The tool whose result is shown; else the kind of the screen. */
function shown(panel: TestPanel): string {
  const { screen } = panel.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
}

describe('results of calls', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('stay while they are read, when a program’s call ends', () => {
    end(panel, 'mine');
    panel.draw();
    end(panel, 'theirs', 'program');
    assert.equal(shown(panel), 'mine');
  });

  it('stay while they are read, when another call of the user ends', () => {
    end(panel, 'first');
    panel.draw();
    end(panel, 'second');
    assert.equal(shown(panel), 'first');
  });

  it('are shown after the request of another call, one after the other', () => {
    panel.calls = [{ ...runningCall, id: 'c2' }];
    void panel.inbox.ask(formRequest('a', 'Where?', { call: { id: 'c2', request: runningCall.request } }));
    panel.draw();
    end(panel, 'first');
    end(panel, 'second', 'program');
    panel.controller.receive({ type: 'decline', screen: 'a' });
    assert.equal(shown(panel), 'first');
  });

  it('are copied as text that is not much longer than they are', () => {
    let result: unknown = Array.from({ length: 90_000 }, () => 0);
    for (let level = 0; level < 480; level += 1) {
      result = [result];
    }
    panel.controller.addResult({
      definition: weatherServer,
      target: { kind: 'tool', name: 'deep' },
      request: requestOf('deep'),
      origin: 'person',
      outcome: { kind: 'result', failed: false, parts: [] },
      result,
    });
    panel.draw();
    panel.controller.receive({ type: 'copyResult', screen: panel.lastDrawn.screen.id });
    assert.equal(panel.done.at(-1), `copy ${JSON.stringify(result)}`);
  });
});

describe('a result that was read while the window was loaded anew', () => {
  let before: TestPanel;
  let screen: string;
  beforeEach(async () => {
    before = new TestPanel();
    end(before, 'first');
    end(before, 'second');
    screen = before.shown;
    await before.results.flush();
  });

  it('is shown again', async () => {
    const panel = new TestPanel({ before });
    await panel.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shown(panel), 'first');
    assert.equal(panel.controller.results.unseen, 0);
  });

  it('makes room for what has come meanwhile: a question, a result, a call of the user', async () => {
    const asked = new TestPanel({ before });
    void asked.inbox.ask(formRequest('a'));
    await asked.controller.results.restore({ screen, scroll: 0 });
    assert.equal(asked.shown, 'a');
    const ended = new TestPanel({ before });
    end(ended, 'third');
    await ended.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shown(ended), 'third');
    const running = new TestPanel({ before });
    running.calls = [runningCall];
    await running.controller.results.restore({ screen, scroll: 0 });
    assert.notEqual(running.lastDrawn.screen.kind, 'result');
  });

  it('is not shown where it is gone, and nothing is where a page says something else', async () => {
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
      const panel = new TestPanel({ before });
      await panel.controller.results.restore(state);
      assert.equal(panel.controller.current, undefined, JSON.stringify(state)?.slice(0, 40));
    }
  });
});
