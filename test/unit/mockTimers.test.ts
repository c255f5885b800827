import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { enableMockTimers } from '#test/mockTimers.ts';

describe('mock timers', () => {
  afterEach(() => mock.timers.reset());

  for (const [set, clear] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    it(`fire also if ${clear} was called with a mock timer of an earlier test`, () => {
      enableMockTimers(set);
      const stale = globalThis[set](() => undefined, 5);
      mock.timers.reset();
      enableMockTimers(set);
      globalThis[clear](stale);
      const fired: string[] = [];
      globalThis[set](() => fired.push('first'), 10);
      const cleared = globalThis[set](() => fired.push('cleared'), 15);
      globalThis[set](() => fired.push('second'), 19);
      globalThis[clear](stale);
      globalThis[clear](cleared);
      mock.timers.tick(19);
      assert.deepEqual(fired, ['first', 'second']);
    });
  }
});
