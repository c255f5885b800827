import assert from 'node:assert/strict';
import process from 'node:process';
import { runPattern as matches } from '#core/guard/runPattern.ts';

/** Patterns of one form, which share their allowance. */
const formOf = () => {
  const form = {};
  return (pattern: string, text: string) => matches(pattern, text, form);
};

/** Runs slow patterns until none of their form is run any more: a busy machine gives each of them less time. */
const exhaust = (matchesPattern: ReturnType<typeof formOf>, letter: string) => {
  for (let field = 0; matchesPattern('^[a-z]+$', 'abc') !== 'tooSlow'; field += 1) {
    assert.ok(field < 100, 'its form is never out of time');
    matchesPattern(`^(${letter}+)+${field}$`, letter.repeat(50));
  }
};

/** Of CPU: what else the machine does is no part of it. */
const millisecondsOf = (run: () => unknown): number => {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe("running a server's pattern", () => {
  let matchesPattern: ReturnType<typeof formOf>;
  beforeEach(() => {
    matchesPattern = formOf();
  });

  it('says whether the text matches anywhere', () => {
    assert.equal(matchesPattern('[0-9]', 'a1b'), true);
    assert.equal(matchesPattern('^[0-9]$', 'a1b'), false);
  });

  it('reads the pattern with the u flag', () => {
    assert.equal(matchesPattern('^\\p{Lu}.$', 'Ä😀'), true);
  });

  it('reads it without where the u flag forbids it', () => {
    assert.equal(matchesPattern('^\\-[\\w-.]$', '-.'), true);
  });

  it('reports a pattern that compiles neither way', () => {
    assert.equal(matchesPattern('(', ''), 'invalid');
    assert.equal(matchesPattern('a{2,1}', ''), 'invalid');
  });

  it('gives the same answer each time', () => {
    assert.deepEqual(
      [1, 2, 3].map(() => matchesPattern('a', 'a')),
      [true, true, true],
    );
  });

  it('stops a pattern that runs away', () => {
    const text = `${'a'.repeat(50)}b`;
    let verdict: unknown;
    const took = millisecondsOf(() => {
      verdict = matchesPattern('^(a+)+$', text);
    });
    assert.equal(verdict, 'tooSlow');
    assert.ok(took < 1000, `took ${took} ms`);
  });

  it('runs it on another text all the same', () => {
    assert.equal(matchesPattern('^(a+)+$', 'aaa'), true);
  });

  it('does not try the same slow run twice', () => {
    const run = () => matchesPattern('^(b+)+$', `${'b'.repeat(50)}a`);
    run();
    const took = millisecondsOf(() => assert.equal(run(), 'tooSlow'));
    assert.ok(took < 50, `took ${took} ms`);
  });

  it('spends little on a form that is full of slow patterns, and nothing of what is for other forms', () => {
    const took = millisecondsOf(() => {
      for (let field = 0; field < 500; field += 1) {
        assert.equal(matchesPattern(`^(c+)+${field}$`, 'c'.repeat(50)), 'tooSlow');
      }
    });
    assert.ok(took < 1000, `took ${took} ms`);
    assert.equal(matchesPattern('^[a-z]+$', 'abc'), 'tooSlow');
    assert.equal(formOf()('^[a-z]+$', 'abc'), true);
  });

  it('runs those of that form again after a while', async () => {
    exhaust(matchesPattern, 'e');
    const until = performance.now() + 5000;
    while (matchesPattern('^[a-z]+$', 'abc') !== true) {
      assert.ok(performance.now() < until, 'it never ran again');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });

  it('runs again where somebody else had too little time left for it', () => {
    const slowHere = '^(f+)+$';
    exhaust(matchesPattern, 'f');
    assert.equal(matchesPattern(slowHere, 'ff'), 'tooSlow');
    assert.equal(formOf()(slowHere, 'ff'), true);
  });

  it('never throws, however large the pattern', () => {
    for (const pattern of [
      '('.repeat(100_000),
      `${'(?:'.repeat(20_000)}${')'.repeat(20_000)}`,
      '((a{9999}){9999}){9999}',
    ]) {
      assert.ok(['invalid', 'tooSlow', true, false].includes(matchesPattern(pattern, 'a'.repeat(1000))));
    }
  });

  it('keeps the pattern away from the process', () => {
    assert.equal(matchesPattern('process.exit()', 'process.exit()'), true);
  });
});
