import assert from 'node:assert/strict';
import { withSecondRun } from '../../../scripts/suites/counts.ts';

describe('the counts of a suite whose failed files were run once more', () => {
  const first = {
    passed: 12,
    failed: 2,
    files: { a: { passed: 10, failed: 0 }, b: { passed: 2, failed: 1 }, c: { passed: 0, failed: 1 } },
  };

  it('are those of the second run for these files, with the unsteady ones by name', () => {
    const second = {
      passed: 7,
      failed: 1,
      files: { b: { passed: 3, failed: 0 }, c: { passed: 4, failed: 1 } },
    };
    const { passed, failed, unsteady } = withSecondRun(first, second);
    assert.deepEqual({ passed, failed, unsteady }, { passed: 17, failed: 1, unsteady: ['b'] });
  });

  it('still have the failures where the second run broke down', () => {
    assert.equal(withSecondRun(first, { passed: 0, failed: 1 }).failed, 2);
    assert.equal(withSecondRun({ ...first, failed: 0, files: {} }, { passed: 0, failed: 1 }).failed, 1);
  });
});
