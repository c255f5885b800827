import type { Checker, PatternTask, ValidationResult } from '#core/validation/checker.ts';
import { Engine } from '#core/validation/engine.ts';
import type { PatternVerdict } from '#form/evaluate.ts';

/** A checker that works in the calling thread: nothing has to be started, and nothing stops a slow check. */
export class InProcessChecker implements Checker {
  readonly engine = new Engine();
  /** How often each method was called. */
  readonly asked = { patterns: 0, checks: 0 };

  prepare(): void {}

  async testPatterns(owner: string, tests: readonly PatternTask[]): Promise<readonly PatternVerdict[]> {
    this.asked.patterns += 1;
    return this.engine.testPatterns(owner, tests);
  }

  async check(owner: string, schema: unknown, value: unknown, formats?: 'asserted'): Promise<ValidationResult> {
    this.asked.checks += 1;
    return this.engine.check(owner, schema, value, formats);
  }
}
