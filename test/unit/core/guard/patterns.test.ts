import assert from 'node:assert/strict';
import { matchesPattern } from '../../../../src/core/guard/patterns.ts';

const millisecondsOf = (run: () => unknown): number => {
  const startedAt = performance.now();
  run();
  return performance.now() - startedAt;
};

describe("running a server's pattern", () => {
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

  it('spends little on a form that is full of slow patterns', () => {
    const took = millisecondsOf(() => {
      for (let field = 0; field < 50; field += 1) {
        assert.equal(matchesPattern(`^(c+)+${field}$`, 'c'.repeat(50)), 'tooSlow');
      }
    });
    assert.ok(took < 2500, `took ${took} ms`);
  });

  it('still runs a sane pattern afterwards', () => {
    assert.equal(matchesPattern('^[a-z]+$', 'abc'), true);
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
