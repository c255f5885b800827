import { writeFileSync } from 'node:fs';
import Mocha from 'mocha';

/** Mocha's `spec`, which also writes the counts into the file that TEST_COUNTS_FILE names. */
export default class CountingReporter extends Mocha.reporters.Spec {
  /**
   * @param {Mocha.Runner} runner
   * @param {Mocha.MochaOptions} options
   */
  constructor(runner, options) {
    super(runner, options);
    runner.once(Mocha.Runner.constants.EVENT_RUN_END, () => {
      const file = process.env['TEST_COUNTS_FILE'];
      const { passes, failures } = this.stats;
      if (file) writeFileSync(file, JSON.stringify({ passed: passes, failed: failures }));
    });
  }
}
