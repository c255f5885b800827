import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { LoopDelay } from '#scripts/soak/agents/loopDelay.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const intervalMs = 20;
/** Delays of two seconds count together. More than this, together, is late. */
const [rememberedMs, tolerableMs] = [2000, 300];

describe('a process that measures how late it is', () => {
  let now: number;
  let loop: LoopDelay;

  beforeEach(() => {
    enableMockTimers('setInterval');
    now = 5000;
    loop = new LoopDelay(() => now);
  });
  afterEach(() => mock.timers.reset());

  /** The timer runs, this much too late. */
  const runTimer = (lateMs: number) => {
    now += intervalMs + lateMs;
    mock.timers.tick(intervalMs);
  };
  const runTimers = (count: number, lateMs: number) => {
    for (let run = 0; run < count; run += 1) runTimer(lateMs);
  };

  it('is in time while its timers run, also a little late', () => {
    assert.equal(loop.isLate, false);
    runTimers(1000, intervalMs);
    assert.equal(loop.isLate, false);
  });

  it('is late after one long delay, which it notices before its timer runs', () => {
    now += intervalMs + tolerableMs;
    assert.equal(loop.isLate, false);
    now += intervalMs + tolerableMs + 1;
    assert.equal(loop.isLate, true);
  });

  it('is late after several delays that are longer together', () => {
    runTimers(3, 100);
    assert.equal(loop.isLate, false);
    runTimer(intervalMs + 1);
    assert.equal(loop.isLate, true);
  });

  it('is in time again two seconds later', () => {
    runTimer(tolerableMs + 1);
    runTimers(rememberedMs / intervalMs - 1, 0);
    assert.equal(loop.isLate, true);
    runTimer(0);
    assert.equal(loop.isLate, false);
  });
});
