import assert from 'node:assert/strict';
import { faults } from '#scripts/soak/agents/faults.ts';
import {
  addSegment,
  faultsOf,
  isClean,
  newLedger,
  nextSegment,
  readLedger,
  withoutRunning,
} from '#scripts/soak/total/totalLedger.ts';

const segmentOf = (segment: number, minutes: number) => ({
  ...{ segment, minutes, steps: 100, counts: { 'call: sent, plain': 3, 'fault: an agent ends': 1 }, failures: [] },
  memory: [{ segment, process: 'window' as const, samples: [[10, 80, 9] as const] }],
  folder: '',
});

describe('the ledger of a run', () => {
  const empty = newLedger(500, 25);
  const plans = (from: typeof empty) => {
    let ledger = from;
    const found: unknown[] = [];
    for (let plan = nextSegment(ledger); plan; plan = nextSegment(ledger)) {
      found.push([plan.segment, plan.minutes, plan.seed]);
      ledger = addSegment(ledger, segmentOf(plan.segment, plan.minutes), 'ended');
    }
    return found;
  };

  it('plans segments of ten minutes, each with a seed of its own, and a shorter last one', () => {
    assert.deepEqual(plans(empty), [
      [1, 10, 501],
      [2, 10, 502],
      [3, 5, 503],
    ]);
  });

  it('adds up what segments have counted', () => {
    const segments = [segmentOf(1, 10), { ...segmentOf(2, 10), failures: ['step 5: it broke'] }];
    const total = segments.reduce((sum, segment) => addSegment(sum, segment, 'ended'), empty);
    const { minutesDone, segmentsEnded, segmentsInterrupted, steps, counts, failures, memory } = total;
    assert.deepEqual([minutesDone, segmentsEnded, segmentsInterrupted, steps], [20, 2, 0, 200]);
    assert.deepEqual(counts, { 'call: sent, plain': 6, 'fault: an agent ends': 2 });
    assert.deepEqual(failures, ['segment 2, step 5: it broke']);
    assert.equal(memory.length, 2);
  });

  it('goes on after a segment that was interrupted, with its counts and for the minutes that remain', () => {
    const done = addSegment(empty, segmentOf(1, 10), 'ended');
    const open = { 'call: open when the run was interrupted': 2 };
    const written = JSON.stringify({ ...done, running: { ...segmentOf(2, 3), counts: open } });
    const resumed = withoutRunning(readLedger(written));
    assert.equal(resumed.running, undefined);
    assert.deepEqual([resumed.minutesDone, resumed.segmentsEnded, resumed.segmentsInterrupted], [13, 1, 1]);
    assert.deepEqual(resumed.counts, { ...done.counts, ...open });
    assert.deepEqual(plans(resumed), [
      [3, 10, 503],
      [4, 2, 504],
    ]);
  });

  it('can be read if it was written by a version that counted less, and not if it is no ledger', () => {
    const { memory, running, failures, ...less } = newLedger(7, 10);
    assert.deepEqual(readLedger(JSON.stringify(less)), { ...less, memory, failures });
    for (const text of ['null', '{}', '{"version":99,"seed":1,"minutes":1}']) {
      assert.throws(() => readLedger(text), /no ledger/);
    }
  });

  it('is clean if nothing failed and each fault has happened', () => {
    const all = Object.fromEntries(Object.keys(faults).map((kind) => [`fault: ${kind}`, 2]));
    const whole = addSegment(empty, { ...segmentOf(1, 25), counts: all }, 'ended');
    assert.equal(isClean(whole), true);
    assert.equal(isClean({ ...whole, failures: ['it broke'] }), false);
    const partial = addSegment(empty, segmentOf(1, 25), 'ended');
    assert.equal(isClean(partial), false);
    assert.equal(faultsOf(partial)['a window closes'], 0);
  });
});
