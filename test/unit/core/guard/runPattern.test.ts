import assert from 'node:assert/strict';
import process from 'node:process';
import { mock } from 'node:test';
import { retryIfStarved, runPattern } from '#core/guard/runPattern.ts';

/** Returns a function that runs patterns of one form. They share a time limit. */
const patternsOfForm = () => {
  const form = {};
  return (pattern: string, text: string) => runPattern(pattern, text, form);
};

/** Stops the clock by which the time of a form is restored: a machine without free CPU time would restore it as fast as it is used. */
const stopClock = () => {
  const clock = { now: performance.now() };
  mock.method(performance, 'now', () => clock.now);
  return clock;
};

/** Runs slow patterns until the time of their form is used up. */
const exhaust = (matchesPattern: ReturnType<typeof patternsOfForm>, letter: string) => {
  for (let field = 0; matchesPattern('^[a-z]+$', 'abc') !== 'tooSlow'; field += 1) {
    assert.ok(field < 100, 'its form is never out of time');
    matchesPattern(`^(${letter}+)+${field}$`, letter.repeat(50));
  }
};

/** The CPU time of `run` in milliseconds. It does not depend on other processes. */
const cpuMsOf = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe('runPattern', () => {
  let matchesPattern: ReturnType<typeof patternsOfForm>;
  beforeEach(() => {
    matchesPattern = patternsOfForm();
  });
  afterEach(() => mock.restoreAll());

  it('matches anywhere in the text', () => {
    assert.equal(matchesPattern('[0-9]', 'a1b'), true);
    assert.equal(matchesPattern('^[0-9]$', 'a1b'), false);
  });

  it('compiles the pattern with the u flag', () => {
    assert.equal(matchesPattern('^\\p{Lu}.$', 'Ä😀'), true);
  });

  it('compiles the pattern without the u flag if it is invalid with the flag', () => {
    assert.equal(matchesPattern('^\\-[\\w-.]$', '-.'), true);
  });

  it('reports a pattern that does not compile', () => {
    assert.equal(matchesPattern('(', ''), 'invalid');
    assert.equal(matchesPattern('a{2,1}', ''), 'invalid');
  });

  it('returns the same verdict each time', () => {
    assert.deepEqual(
      [1, 2, 3].map(() => matchesPattern('a', 'a')),
      [true, true, true],
    );
  });

  it('stops a pattern that runs too long', () => {
    const text = `${'a'.repeat(50)}b`;
    let verdict: unknown;
    const durationMs = cpuMsOf(() => {
      verdict = matchesPattern('^(a+)+$', text);
    });
    assert.equal(verdict, 'tooSlow');
    assert.ok(durationMs < 1000, `took ${durationMs} ms`);
  });

  it('runs a pattern that was slow on another text', () => {
    assert.equal(matchesPattern('^(a+)+$', 'aaa'), true);
  });

  it('does not repeat a run that was too slow', () => {
    const run = () => matchesPattern('^(b+)+$', `${'b'.repeat(50)}a`);
    // A run that had too little CPU time decides nothing and is repeated.
    const durationsMs = Array.from({ length: 10 }, () => cpuMsOf(() => assert.equal(run(), 'tooSlow')));
    assert.ok(Math.min(...durationsMs) < 10, `took ${durationsMs} ms`);
  });

  it('limits the time of all slow patterns of a form, without affecting other forms', () => {
    stopClock();
    const durationMs = cpuMsOf(() => {
      for (let field = 0; field < 500; field += 1) {
        assert.equal(matchesPattern(`^(c+)+${field}$`, 'c'.repeat(50)), 'tooSlow');
      }
    });
    assert.ok(durationMs < 1000, `took ${durationMs} ms`);
    assert.equal(matchesPattern('^[a-z]+$', 'abc'), 'tooSlow');
    assert.equal(patternsOfForm()('^[a-z]+$', 'abc'), true);
  });

  it('runs the patterns of a form again some time after its time was used up', () => {
    const clock = stopClock();
    exhaust(matchesPattern, 'e');
    clock.now += 10_000;
    assert.equal(matchesPattern('^[a-z]+$', 'abc'), true);
  });

  it('runs a pattern for a form even if another form had no time left for it', () => {
    stopClock();
    const slowHere = '^(f+)+$';
    exhaust(matchesPattern, 'f');
    assert.equal(matchesPattern(slowHere, 'ff'), 'tooSlow');
    assert.equal(patternsOfForm()(slowHere, 'ff'), true);
  });

  it('never throws for a large pattern', () => {
    for (const pattern of [
      '('.repeat(100_000),
      `${'(?:'.repeat(20_000)}${')'.repeat(20_000)}`,
      '((a{9999}){9999}){9999}',
    ]) {
      assert.ok(['invalid', 'tooSlow', true, false].includes(matchesPattern(pattern, 'a'.repeat(1000))));
    }
  });

  it('gives the pattern no access to the process', () => {
    assert.equal(matchesPattern('process.exit()', 'process.exit()'), true);
  });
});

/** Calls `retryIfStarved` with runs that have these verdicts and CPU times. Returns the verdict and the number of runs. */
function retry(...runs: readonly (readonly [verdict: true | 'tooSlow', cpu: number])[]) {
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

describe('retryIfStarved with a timeout of 100 ms', () => {
  it('runs once if the run ends', () => {
    assert.deepEqual(retry([true, 3]), { verdict: true, spent: 3, isCertain: true, begun: 1 });
  });

  it('returns tooSlow if the run used its time on the CPU', () => {
    assert.deepEqual(retry(['tooSlow', 95]), { verdict: 'tooSlow', spent: 95, isCertain: true, begun: 1 });
  });

  it('runs again if other processes used the CPU', () => {
    assert.deepEqual(retry(['tooSlow', 1], ['tooSlow', 2], [true, 1]), {
      verdict: true,
      spent: 4,
      isCertain: true,
      begun: 3,
    });
  });

  it('returns tooSlow when all runs together used half of the time', () => {
    assert.deepEqual(retry(['tooSlow', 25]), { verdict: 'tooSlow', spent: 50, isCertain: true, begun: 2 });
  });

  it('stops after five runs without a certain verdict', () => {
    assert.deepEqual(retry(['tooSlow', 1]), { verdict: 'tooSlow', spent: 5, isCertain: false, begun: 5 });
  });
});
