import type { AgentAdapter } from '#scripts/agents/adapters/agent.ts';
import type { Stage } from './stage.ts';

/** One thing that a user sees with an agent. */
export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** False where the agent has nothing to do it with. Absent: every agent has. */
  appliesTo?(agent: AgentAdapter): boolean;
  /** True if a second agent runs beside the first. */
  readonly needsOther?: true;
  /** Does it. @returns what was seen, in a few words. Throws an error that says what was not as it should be. */
  run(stage: Stage): Promise<string>;
}

/** Fails with a sentence, unless a condition holds. */
export function expect(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}
