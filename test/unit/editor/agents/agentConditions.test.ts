import assert from 'node:assert/strict';
import { Emitter } from '#core/common/events.ts';
import { followAgentConditions } from '#editor/agents/agentConditions.ts';
import { contextKeys } from '#editor/common/contributions.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';

/** A window in which agents are connected, on, or ask, as the test decides. */
class FakeWindow {
  readonly changed = new Emitter<void>();
  readonly onDidChange = this.changed.event;
  isEnabled = false;
  isKnown = false;
  /** The agents that are connected. */
  rows: never[] = [];
  /** The programs that ask. */
  all: never[] = [];
  reads = 0;
  readonly keys: Record<string, boolean> = {};

  follow(memory: InMemoryStateStore) {
    const setContext = (key: string, value: boolean) => {
      this.keys[key] = value;
    };
    return followAgentConditions({ agents: this, overview: this, askers: this, memory, setContext });
  }

  read(): void {
    this.reads += 1;
  }

  /** What was read last. */
  found(connected: number): void {
    this.isKnown = true;
    this.rows = Array.from<never>({ length: connected });
    this.changed.fire();
  }
}

describe('the conditions for commands about agents', () => {
  let memory: InMemoryStateStore;
  beforeEach(() => {
    memory = new InMemoryStateStore();
  });

  it('are not set, and no file is read, while agents are off and nothing was ever connected', () => {
    const window = new FakeWindow();
    window.follow(memory);
    window.changed.fire();
    assert.deepEqual([window.keys, window.reads], [{}, 0]);
  });

  it('follow what is connected, which is read when agents are switched on', () => {
    const window = new FakeWindow();
    window.follow(memory);
    window.isEnabled = true;
    window.changed.fire();
    assert.ok(window.reads > 0);
    window.found(1);
    assert.equal(window.keys[contextKeys.agentConnected], true);
    window.found(0);
    assert.equal(window.keys[contextKeys.agentConnected], false);
  });

  it('are remembered for a window in which agents are off, until it is known what is connected', () => {
    const earlier = new FakeWindow();
    earlier.follow(memory);
    earlier.found(1);
    const window = new FakeWindow();
    window.follow(memory);
    assert.deepEqual([window.keys[contextKeys.agentConnected], window.reads], [true, 0]);
    window.found(0);
    assert.equal(window.keys[contextKeys.agentConnected], false);
    const next = new FakeWindow();
    next.follow(memory);
    assert.deepEqual(next.keys, {});
  });

  it('follow whether an agent or another extension may ask in this window, until they are disposed of', () => {
    const window = new FakeWindow();
    const following = window.follow(memory);
    window.all = Array.from<never>({ length: 1 });
    window.changed.fire();
    assert.equal(window.keys[contextKeys.agentsAsk], true);
    following.dispose();
    window.all = [];
    window.changed.fire();
    assert.equal(window.keys[contextKeys.agentsAsk], true);
  });
});
