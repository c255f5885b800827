import assert from 'node:assert/strict';
import type { CallOrigin, CallRequest } from '../../../../src/core/servers/call.ts';
import { call, definition, question, Rig } from './rig.ts';

const requestOf = (name: string): CallRequest => ({ kind: 'tool', name, arguments: {} });

/** A call of this tool has ended. */
function end(rig: Rig, name: string, origin: CallOrigin = 'person', parts: string[] = [name]): void {
  rig.stage.showOutcome({
    definition,
    target: { kind: 'tool', name },
    request: requestOf(name),
    origin,
    outcome: { kind: 'result', failed: false, parts: parts.map((text) => ({ kind: 'text', text })) },
    result: { content: parts.map((text) => ({ type: 'text', text })) },
  });
}

/** The tool whose result is shown; else the kind of the screen. */
function shown(rig: Rig): string {
  const { screen } = rig.lastDrawn;
  return screen.kind === 'result' ? screen.target.name : screen.kind;
}

describe('results of calls', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
  });

  it('stay while they are read, when a program’s call ends', () => {
    end(rig, 'mine');
    rig.draw();
    end(rig, 'theirs', 'program');
    assert.equal(shown(rig), 'mine');
  });

  it('stay while they are read, when another call of the user ends', () => {
    end(rig, 'first');
    rig.draw();
    end(rig, 'second');
    assert.equal(shown(rig), 'first');
  });

  it('are shown after the request of another call, one after the other', () => {
    rig.calls = [{ ...call, id: 'c2' }];
    void rig.inbox.ask(question('a', 'Where?', { call: { id: 'c2', request: call.request } }));
    rig.draw();
    end(rig, 'first');
    end(rig, 'second', 'program');
    rig.stage.receive({ type: 'decline', screen: 'a' });
    assert.equal(shown(rig), 'first');
  });
});
