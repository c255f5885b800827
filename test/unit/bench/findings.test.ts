import assert from 'node:assert/strict';
import { type Comparison, exponentOf, goalValue, quantile } from '#test/bench/lib/findings.ts';
import { compareInTurns, compareWithPeerInTurns, measureGrowth } from '#test/bench/lib/sideBySide.ts';
import { countGoals, findingsAsMarkdown } from '#test/bench/page/tables.ts';

const comparison: Comparison = {
  kind: 'comparison',
  what: 'a call',
  unit: 'ms',
  floor: { name: 'bare', values: [1, 2, 3, 4] },
  measured: { name: 'ours', values: [2, 3, 4, 40] },
  goal: { of: 'ratio', share: 0.5, most: 1.5 },
};

describe('quantiles', () => {
  it('are measured values', () => {
    assert.equal(quantile([3, 1, 2], 0.5), 2);
    assert.equal(quantile([1, 2, 3, 4], 0.95), 4);
    assert.equal(quantile([5], 0), 5);
  });
});

describe('the goal of a measurement', () => {
  it('applies to the ratio, to the difference, or to the value', () => {
    assert.equal(goalValue(comparison, { of: 'ratio', share: 0.5, most: 1 }), 1.5);
    assert.equal(goalValue(comparison, { of: 'added', share: 0.5, most: 1 }), 1);
    assert.equal(goalValue(comparison, { of: 'value', share: 1, most: 1 }), 40);
  });

  it('is reached at its exact value, and is named if it is missed', () => {
    const missed = { ...comparison, what: 'another call', goal: { of: 'ratio', share: 1, most: 9.9 } } as const;
    const fact = { kind: 'fact', what: 'lost', value: '1', reached: false } as const;
    assert.deepEqual(countGoals([comparison, missed, fact]), { reached: 1, missed: ['another call', 'lost'] });
  });

  it('applies to the exponent of a growth', () => {
    const points = [10, 20, 40].map((size) => ({ size, values: [size] }));
    const linear = { kind: 'growth', what: 'a list', of: 'items', unit: 'ms', points } as const;
    const flat = { ...linear, what: 'a flat list', maxExponent: 0.2 };
    assert.deepEqual(countGoals([linear, flat, { ...linear, maxExponent: 1.2 }]), {
      reached: 1,
      missed: ['a flat list'],
    });
    assert.match(findingsAsMarkdown([flat]), /1\.00 \| \*\*missed\*\*: at most 0\.20 \| 1 \|/);
    assert.match(findingsAsMarkdown([{ ...linear, maxExponent: 1.2 }]), /1\.00 \| reached: at most 1\.20 \| 1 \|/);
    assert.match(findingsAsMarkdown([linear]), /1\.00 \| {2}\| 1 \|/);
  });
});

describe('growth', () => {
  it('has the exponent of its power law', () => {
    const points = [10, 20, 40].map((size) => ({ size, values: [3 * size ** 1.5] }));
    assert.equal(exponentOf({ points }).toFixed(6), '1.500000');
    assert.equal(exponentOf({ points: points.map(({ size }) => ({ size, values: [7] })) }), 0);
  });

  it('is measured by alternating sizes, without the warm-up rounds', async () => {
    const calls: number[] = [];
    const round = async (size: number) => calls.push(size);
    const { points } = await measureGrowth({
      what: 'a list',
      of: 'items',
      rounds: 2,
      warmUps: 1,
      sizes: [1, 2, 4],
      round,
    });
    assert.deepEqual(calls, [1, 2, 4, 2, 4, 1, 4, 1, 2]);
    assert.deepEqual(
      points.map(({ values }) => values),
      [
        [6, 8],
        [4, 9],
        [5, 7],
      ],
    );
  });
});

describe('two compared variants', () => {
  it('alternate, and alternate which one is first', async () => {
    const calls: string[] = [];
    const variant = (name: string) => ({ name, round: async () => calls.push(name) });
    const rounds = { what: 'names', rounds: 2, warmUps: 0 };
    const { floor, measured } = await compareInTurns({ ...rounds, floor: variant('floor'), measured: variant('ours') });
    assert.deepEqual(calls, ['floor', 'ours', 'ours', 'floor']);
    assert.deepEqual(
      [floor.values, measured.values],
      [
        [1, 4],
        [2, 3],
      ],
    );
  });
});

describe('a comparison with a floor and a peer', () => {
  it('has the same measured values beside each, and a goal only beside the floor', async () => {
    const constant = (name: string, value: number) => ({ name, round: async () => value });
    const sides = { floor: constant('floor', 1), peer: constant('peer', 2), measured: constant('ours', 3) };
    const goal = { of: 'value', share: 1, most: 3 } as const;
    const [beside, besidePeer] = await compareWithPeerInTurns({ what: 'numbers', rounds: 2, goal, ...sides });
    const measured = { name: 'ours', values: [3, 3] };
    const shared = { kind: 'comparison', what: 'numbers', unit: 'ms', measured };
    assert.deepEqual(beside, { ...shared, floor: { name: 'floor', values: [1, 1] }, goal });
    assert.deepEqual(besidePeer, { ...shared, floor: { name: 'peer', values: [2, 2] } });
  });
});

describe('the tables of figures', () => {
  it('shows the ratios of each comparison and whether its goal is reached', () => {
    const text = findingsAsMarkdown([comparison]);
    assert.match(
      text,
      /bare: 2\.00 ms \/ longest 4\.00 ms \| ours: 3\.00 ms \/ longest 40\.0 ms \| 1\.50 \/ longest 10\.00 \| reached: ratio 1\.50/,
    );
    const missed = findingsAsMarkdown([{ ...comparison, goal: { of: 'added', share: 0.95, most: 1 } }]);
    assert.match(missed, /\*\*missed\*\*: added 36\.0 ms, at most 1\.00 ms \(p95\)/);
  });

  it('shows a 95th percentile only for enough rounds', () => {
    const values = Array.from({ length: 20 }, (_, index) => index + 1);
    const text = findingsAsMarkdown([
      { ...comparison, floor: { name: 'bare', values }, measured: { name: 'ours', values } },
    ]);
    assert.match(text, /ours: 10\.0 ms \/ 19\.0 ms \| 1\.00 \/ 1\.00 /);
  });
});
