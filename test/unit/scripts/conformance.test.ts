import assert from 'node:assert/strict';
import { judgeResults, readExceptions, readPassed } from '#scripts/suites/conformance/exceptions.ts';

const failing = (...ids: string[]) => ids.map((id) => ({ id, message: 'no' }));
const exception = { set: 'stable', scenario: 'auth/old', checks: ['token-request', 'registration'] };

describe('the conformance gate', () => {
  it('passes a scenario without failing checks', () => {
    assert.deepEqual(judgeResults([{ scenario: 'initialize', failing: [] }], []), [
      { kind: 'passed', scenario: 'initialize' },
    ]);
  });

  it('fails for a scenario with a failing check', () => {
    const [verdict] = judgeResults([{ scenario: 'initialize', failing: failing('handshake') }], [exception]);
    assert.equal(verdict?.kind, 'failed');
  });

  it('excepts a scenario that fails exactly as listed', () => {
    const outcome = { scenario: 'auth/old', failing: failing('registration', 'token-request', 'token-request') };
    assert.deepEqual(judgeResults([outcome], [exception]), [{ kind: 'excepted', scenario: 'auth/old' }]);
  });

  it('fails if all or some checks of an exception pass', () => {
    for (const still of [[], ['registration']]) {
      const [verdict] = judgeResults([{ scenario: 'auth/old', failing: failing(...still) }], [exception]);
      assert.equal(verdict?.kind, 'failed');
      assert.match(verdict.reason, /passes token-request/);
    }
  });

  it('fails if a check fails that the exception does not have, and shows only that check', () => {
    const outcome = { scenario: 'auth/old', failing: failing('registration', 'token-request', 'pkce') };
    const [verdict] = judgeResults([outcome], [exception]);
    assert.equal(verdict?.kind, 'failed');
    assert.deepEqual(verdict.failing, failing('pkce'));
  });

  it('fails if an exception names a scenario that the set does not have', () => {
    assert.deepEqual(
      judgeResults([], [exception]).map(({ kind, scenario }) => [kind, scenario]),
      [['failed', 'auth/old']],
    );
  });

  it('reads the number of scenarios that pass in each set from docs/conformance.md', () => {
    const document = [
      '| Set | What | Scenarios | Passed | Failed |',
      '| --- | --- | --- | --- | --- |',
      '| `stable` | 0.1.16 | 26 | 25 | 1 |',
      '| `window 2026-07-28` | behind the proxy | 50: 37 required | 39 | |',
      '| stable | `auth/old` | `a`, `b` | Its fixture is wrong. |',
    ].join('\n');
    assert.deepEqual(
      [...readPassed(document)],
      [
        ['stable', 25],
        ['window 2026-07-28', 39],
      ],
    );
  });

  it('reads the exceptions from docs/conformance.md', () => {
    const document = [
      '# Conformance',
      '| not | an exception |',
      '## Exceptions',
      'Some words.',
      '',
      '| Sets | Scenario | Failing checks | Why |',
      '| --- | --- | --- | --- |',
      '| stable, 2025-11-25 | `auth/old` | `a`, `b` | Its fixture is wrong. |',
      '',
      '## After',
      '| x | `y` | `z` | w |',
    ].join('\n');
    assert.deepEqual(readExceptions(document), [
      { set: 'stable', scenario: 'auth/old', checks: ['a', 'b'] },
      { set: '2025-11-25', scenario: 'auth/old', checks: ['a', 'b'] },
    ]);
  });

  it('refuses an exception without a reason, or without the failing checks', () => {
    for (const row of ['| stable | `auth/old` | `a` | |', '| stable | `auth/old` | all | It fails. |']) {
      const document = `## Exceptions\n| Sets | Scenario | Failing checks | Why |\n| --- | --- | --- | --- |\n${row}`;
      assert.throws(() => readExceptions(document), /says too little/);
    }
  });
});
