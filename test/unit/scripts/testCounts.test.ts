import assert from 'node:assert/strict';
import { join } from 'node:path';
import { failureLines } from '#scripts/suites/testCounts.ts';

describe('the counts of a suite', () => {
  it('name the failed tests by file, each with its error in one line', () => {
    const failures = [
      { file: '/project/test/c.test.ts', title: 'a server starts', message: 'Expected values:\n+ 1\n- 2' },
      { file: '/project/test/b.test.ts', title: 'a server ends', message: 'x'.repeat(1000) },
    ];
    assert.deepEqual(failureLines({ passed: 12, failed: 2, failures }, '/project'), [
      `${join('test', 'b.test.ts')}: a server ends: ${'x'.repeat(300)}…`,
      `${join('test', 'c.test.ts')}: a server starts: Expected values: + 1 - 2`,
    ]);
  });

  it('name no test if a suite does not list its failures', () => {
    assert.deepEqual(failureLines({ passed: 12, failed: 4 }, '/project'), []);
  });
});
