import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's `spec`, which also writes the counts into the file that TEST_COUNTS_FILE names: all, and of each test file. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;
    /** @type {Record<string, { passed: number, failed: number }>} */
    const files = {};
    /** @param {'passed' | 'failed'} outcome */
    const count =
      (outcome) =>
      (/** @type {Mocha.Runnable} */ { file = '' }) => {
        const counts = files[file] ?? { passed: 0, failed: 0 };
        files[file] = { ...counts, [outcome]: counts[outcome] + 1 };
      };
    runner.on(EVENT_TEST_PASS, count('passed'));
    runner.on(EVENT_TEST_FAIL, count('failed'));
    runner.once(EVENT_RUN_END, () => {
      const file = process.env['TEST_COUNTS_FILE'];
      const { passes, failures } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, files }));
    });
  }
}
