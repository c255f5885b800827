import assert from 'node:assert/strict';
import type { CallOrigin, CallRequest } from '#core/model/call.ts';
import { formRequest, runningCall, weatherServer } from '#test/host/requestSamples.ts';
import { TestPanel } from './testPanel.ts';

const requestOf = (name: string): CallRequest => ({ kind: 'tool', name, arguments: {} });

/** Adds the result of a call of this tool. */
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

/** The tool whose result is shown, or the kind of another screen. */
function shown(panel: TestPanel): string {
  const { screen } = panel.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
}

describe('results of calls', () => {
  let panel: TestPanel;
  beforeEach(() => {
    panel = new TestPanel();
  });

  it('stay shown if a program’s call ends', () => {
    end(panel, 'mine');
    panel.draw();
    end(panel, 'theirs', 'program');
    assert.equal(shown(panel), 'mine');
  });

  it('stay shown if another call of the user ends', () => {
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

  it('are copied as a text that is not much longer than the result', () => {
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
    assert.equal(panel.actionsDone.at(-1), `copy ${JSON.stringify(result)}`);
  });
});

describe('a result that was shown before the window was reloaded', () => {
  let panelBefore: TestPanel;
  let screen: string;
  beforeEach(async () => {
    panelBefore = new TestPanel();
    end(panelBefore, 'first');
    end(panelBefore, 'second');
    screen = panelBefore.shownId;
    await panelBefore.results.flush();
  });

  it('is shown again', async () => {
    const panel = new TestPanel({ before: panelBefore });
    await panel.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shown(panel), 'first');
    assert.equal(panel.controller.results.unseen, 0);
  });

  it('is not shown if there is a request, another result or a call of the user', async () => {
    const asked = new TestPanel({ before: panelBefore });
    void asked.inbox.ask(formRequest('a'));
    await asked.controller.results.restore({ screen, scroll: 0 });
    assert.equal(asked.shownId, 'a');
    const ended = new TestPanel({ before: panelBefore });
    end(ended, 'third');
    await ended.controller.results.restore({ screen, scroll: 0 });
    assert.equal(shown(ended), 'third');
    const running = new TestPanel({ before: panelBefore });
    running.calls = [runningCall];
    await running.controller.results.restore({ screen, scroll: 0 });
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
