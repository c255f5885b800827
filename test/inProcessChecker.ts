import type { Checker, PatternTask, ValidationResult } from '#core/validation/checker.ts';
import { ValidationEngine } from '#core/validation/validationEngine.ts';
import type { PatternVerdict } from '#form/evaluate.ts';

/** A checker that runs in the calling thread, without a worker. Slow checks are not interrupted. */
export class InProcessChecker implements Checker {
  readonly engine = new ValidationEngine();
  /** The number of calls of each method. */
  readonly callCounts = { patterns: 0, checks: 0 };

  prepare(): void {}

  async testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]> {
    this.callCounts.patterns += 1;
    return this.engine.testPatterns(owner, tests);
  }

  async check(owner: string, schema: unknown, value: unknown, formats?: 'asserted'): Promise<ValidationResult> {
    this.callCounts.checks += 1;
    return this.engine.check(owner, JSON.stringify(schema), value, formats);
  }
}
