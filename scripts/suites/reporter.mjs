import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/**
 * Extends Mocha's reporter `spec`: writes the number of passed and failed tests, in total and for each test file, to the
 * path in TEST_COUNTS_FILE.
 */
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
    /** @param {'passed' | 'failed'} state */
    const counter =
      (state) =>
      (/** @type {Mocha.Runnable} */ { file = '' }) => {
        const counts = files[file] ?? { passed: 0, failed: 0 };
        files[file] = { ...counts, [state]: counts[state] + 1 };
      };
    runner.on(EVENT_TEST_PASS, counter('passed'));
    runner.on(EVENT_TEST_FAIL, counter('failed'));
    runner.once(EVENT_RUN_END, () => {
      const file = process.env['TEST_COUNTS_FILE'];
      const { passes, failures } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures, files }));
    });
  }
}
