import type { InstalledAgent } from '#scripts/agents/run/agentRun.ts';
import type { WindowKind } from '#scripts/agents/window/askedWindow.ts';
import { secondsSince } from '#scripts/lib/process.mjs';
import { endScenarios } from './endScenarios.ts';
import { formScenarios } from './formScenarios.ts';
import { Stage } from './stage.ts';

/** What became of one scenario with one agent. */
export interface ScenarioOutcome {
  readonly agent: string;
  readonly title: string;
  readonly outcome: 'seen' | 'failed';
  readonly detail: string;
}

const scenarios = [...formScenarios, ...endScenarios];

/** The ids of all scenarios, in the order in which they run. */
export const scenarioIds: readonly string[] = scenarios.map(({ id }) => id);

/** True if one of these scenarios needs a second agent. None: all scenarios. */
export function needsOtherAgent(chosen: readonly string[]): boolean {
  return scenarios.some(({ id, needsOther }) => needsOther && (chosen.length === 0 || chosen.includes(id)));
}

interface ScenarioChoice {
  /** The ids of scenarios; none: all. */
  readonly chosen: readonly string[];
  /** True to leave the recordings of the last scenario. */
  readonly keep: boolean;
}

/**
 * Runs the scenarios with one agent, one after the other in one home directory.
 * @param other another agent, for what needs two
 */
export async function runScenarios(
  kind: WindowKind,
  installed: InstalledAgent,
  other: InstalledAgent,
  { chosen, keep }: ScenarioChoice,
): Promise<readonly ScenarioOutcome[]> {
  const { agent } = installed;
  const outcomes: ScenarioOutcome[] = [];
  const stage = await Stage.open(kind, installed, other);
  try {
    for (const { id, title, run } of scenarios.filter(
      ({ id, appliesTo }) => (chosen.length === 0 || chosen.includes(id)) && (appliesTo?.(agent) ?? true),
    )) {
      const started = performance.now();
      const add = (outcome: ScenarioOutcome['outcome'], detail: string) => {
        outcomes.push({ agent: agent.title, title, outcome, detail });
        console.log(`${agent.title}: ${title}: ${outcome} (${secondsSince(started)}) ${detail}`);
      };
      try {
        add('seen', await run(stage));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        add('failed', `${message} ${await stage.explain(id)}`);
      }
      await stage.endRuns();
    }
  } finally {
    await stage.close(keep);
    if (keep) console.log(`The recordings of ${agent.title} are in ${stage.home}/recordings.`);
  }
  return outcomes;
}
