import assert from 'node:assert/strict';
import { mock } from 'node:test';
import timersPromises from 'node:timers/promises';
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

  it('fire also if a delay of an earlier test was aborted', async () => {
    enableMockTimers('setTimeout');
    const ending = new AbortController();
    const delay = timersPromises.setTimeout(5, undefined, { signal: ending.signal });
    mock.timers.reset();
    ending.abort();
    await assert.rejects(delay, { name: 'AbortError' });
    enableMockTimers('setTimeout');
    const fired: string[] = [];
    setTimeout(() => fired.push('first'), 10);
    mock.timers.tick(10);
    assert.deepEqual(fired, ['first']);
  });

  it('end a delay with its value, and reject it if it is aborted', async () => {
    enableMockTimers('setTimeout');
    const ending = new AbortController();
    const ended = timersPromises.setTimeout(5, 'value', { signal: ending.signal });
    const aborted = timersPromises.setTimeout(6, 'value', { signal: ending.signal });
    mock.timers.tick(5);
    ending.abort();
    assert.equal(await ended, 'value');
    await assert.rejects(aborted, { name: 'AbortError' });
    await assert.rejects(timersPromises.setTimeout(5, undefined, { signal: ending.signal }), { name: 'AbortError' });
  });
});
