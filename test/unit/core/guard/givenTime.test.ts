import assert from 'node:assert/strict';
import { retryIfStarved } from '#core/guard/runPattern.ts';

/** Runs that end like this, each after so many milliseconds of CPU; what came of it, and how many were begun. */
function ran(...runs: readonly (readonly [verdict: true | 'tooSlow', cpu: number])[]) {
  let begun = 0;
  let spent = 0;
  const run = () => {
    const [verdict, cpu] = runs[Math.min(begun, runs.length - 1)] ?? assert.fail();
    begun += 1;
    spent += cpu;
    return verdict;
  };
  return { ...retryIfStarved(100, run, () => spent), begun };
}

describe('something that has a hundred milliseconds', () => {
  it('is run once where it ends', () => {
    assert.deepEqual(ran([true, 3]), { verdict: true, spent: 3, isCertain: true, begun: 1 });
  });

  it('is too slow where it had them', () => {
    assert.deepEqual(ran(['tooSlow', 95]), { verdict: 'tooSlow', spent: 95, isCertain: true, begun: 1 });
  });

  it('is run again where others had them', () => {
    assert.deepEqual(ran(['tooSlow', 1], ['tooSlow', 2], [true, 1]), {
      verdict: true,
      spent: 4,
      isCertain: true,
      begun: 3,
    });
  });

  it('is too slow once it had half of them in all', () => {
    assert.deepEqual(ran(['tooSlow', 25]), { verdict: 'tooSlow', spent: 50, isCertain: true, begun: 2 });
  });

  it('is not run without end, and nobody can say then that it is slow', () => {
    assert.deepEqual(ran(['tooSlow', 1]), { verdict: 'tooSlow', spent: 5, isCertain: false, begun: 5 });
  });
});
