import assert from 'node:assert/strict';
import { failedFiles } from '#scripts/suites/testCounts.ts';

describe('the counts of a suite', () => {
  it('name the files with failed tests', () => {
    const files = { c: { passed: 0, failed: 1 }, a: { passed: 10, failed: 0 }, b: { passed: 2, failed: 3 } };
    assert.deepEqual(failedFiles({ passed: 12, failed: 4, files }), [
      ['b', 3],
      ['c', 1],
    ]);
  });

  it('name no file if a suite does not list its files', () => {
    assert.deepEqual(failedFiles({ passed: 12, failed: 4 }), []);
  });
});
