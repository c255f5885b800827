import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/**
 * Extends Mocha's reporter `spec`: writes the numbers of passed and failed tests, and the failed tests, to the path in
 * TEST_COUNTS_FILE, at the end and also at each failure, because a run that takes too long is ended.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    const { EVENT_TEST_FAIL, EVENT_RUN_END } = Mocha.Runner.constants;
    /** @type {{ file: string, title: string, message: string }[]} */
    const failures = [];
    const write = () => {
      const file = process.env['TEST_COUNTS_FILE'];
      const { passes } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures.length, failures }));
    };
    runner.on(EVENT_TEST_FAIL, (/** @type {Mocha.Runnable} */ test, /** @type {Error} */ error) => {
      failures.push({ file: test.file ?? '', title: test.fullTitle(), message: error.message });
      write();
    });
    runner.once(EVENT_RUN_END, write);
  }
}
