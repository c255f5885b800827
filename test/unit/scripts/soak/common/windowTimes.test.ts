import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { WindowTimes } from '#scripts/soak/common/windowTimes.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

/** How long until a window that listens is found, and how long one is waited for that has closed. */
const [findMs, waitMs] = [10_000, 30_000];
const [openedAt, closedAt] = [1_000_000, 1_020_000];

describe('the window that a run could have asked', () => {
  let times: WindowTimes;

  const at = (time: number) => mock.timers.setTime(time);
  /** The names at these times. */
  const askable = (...moments: readonly number[]) => moments.map((moment) => times.askable(moment));

  beforeEach(() => {
    enableMockTimers('Date');
    at(openedAt);
    times = new WindowTimes();
  });
  afterEach(() => mock.timers.reset());

  it('is none before one listens, and until it can have been found', () => {
    assert.deepEqual(askable(openedAt), [undefined]);
    times.listens('w1');
    const found = openedAt + findMs;
    assert.deepEqual(askable(openedAt, found, found + 1, found + 1e9), [undefined, undefined, 'w1', 'w1']);
  });

  it('is one that has closed, as long as it may be back', () => {
    times.listens('w1');
    at(closedAt);
    times.ends('w1', false);
    const end = closedAt + waitMs;
    assert.deepEqual(askable(openedAt, closedAt, end - 1, end), [undefined, 'w1', 'w1', undefined]);
  });

  it('is not one that was switched off, also if it was about to close', () => {
    for (const window of ['w1', 'w2']) times.listens(window);
    at(closedAt);
    times.ends('w1', true);
    times.ends('w2', false);
    at(closedAt + 5);
    times.ends('w2', true);
    assert.deepEqual(askable(closedAt - 1, closedAt), ['w1', undefined]);
  });

  it('ended when it was ended first', () => {
    times.listens('w1');
    at(closedAt);
    times.ends('w1', false);
    at(closedAt + 20_000);
    times.ends('w1', false);
    assert.deepEqual(askable(closedAt + waitMs), [undefined]);
  });

  it('is another one while that listens', () => {
    times.listens('w1');
    at(closedAt);
    times.ends('w1', false);
    times.listens('w2');
    const end = closedAt + waitMs;
    assert.deepEqual(askable(end - 1, end), ['w1', 'w2']);
  });

  it('is described with the others, and with what happened to them', () => {
    for (const window of ['w1', 'w2', 'w3']) times.listens(window);
    at(openedAt + 5000);
    times.ends('w1', false);
    times.note('w2 freezes');
    at(closedAt + 60_000);
    times.ends('w2', true);
    times.note('nobody is at w3');
    assert.equal(
      times.describe(openedAt + 9000),
      'w1 from -9.0 to -4.0; w2 from -9.0 to 71.0, switched off; w3 from -9.0; -4.0 w2 freezes',
    );
    assert.equal(
      times.describe(closedAt + 61_000),
      'w2 from -81.0 to -1.0, switched off; w3 from -81.0; -1.0 nobody is at w3',
    );
  });

  it('is not one that ended before it listened', () => {
    times.ends('w1', false);
    assert.deepEqual(askable(openedAt + findMs + 1), [undefined]);
  });
});
