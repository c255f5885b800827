import type { FailingCheck, ScenarioOutcome } from './scenario.ts';

/** A scenario that is known to fail, and exactly how. */
export interface ConformanceException {
  readonly set: string;
  readonly scenario: string;
  /** Ids of the checks that fail. */
  readonly checks: readonly string[];
}

export type ScenarioVerdict =
  | { readonly kind: 'passed' | 'excepted'; readonly scenario: string }
  | {
      readonly kind: 'failed';
      readonly scenario: string;
      readonly reason: string;
      readonly failing: readonly FailingCheck[];
    };

/**
 * Reads the table of exceptions in docs/conformance.md: the one list there is, where people read it.
 * Its rows are `| set, set | scenario | check, check | why |`, with scenario and checks in backticks.
 */
export function readExceptions(document: string): ConformanceException[] {
  const [, section = ''] = document.split(/^## Exceptions$/m);
  const [table = ''] = section.split(/^## /m);
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.flatMap((row) => {
    const [, named = '', scenario = '', checks = '', why = ''] = row.split('|').map((cell) => cell.trim());
    const [name] = inBackticks(scenario);
    if (name === undefined || inBackticks(checks).length === 0 || why === '') {
      throw new Error(`docs/conformance.md has an exception that says too little: ${row}`);
    }
    return named.split(', ').map((set) => ({ set, scenario: name, checks: inBackticks(checks) }));
  });
}

/**
 * What each scenario's outcome means, given the exceptions of its set. An exception holds for exactly the checks that it
 * names: one that has begun to pass fails the gate as much as one that was never listed.
 */
export function verdictsOn(
  outcomes: readonly ScenarioOutcome[],
  exceptions: readonly ConformanceException[],
): ScenarioVerdict[] {
  const unknown = exceptions.filter(({ scenario }) => !outcomes.some((outcome) => outcome.scenario === scenario));
  return [
    ...outcomes.map((outcome) => {
      const exception = exceptions.find(({ scenario }) => scenario === outcome.scenario);
      return verdictOn(outcome, exception?.checks ?? []);
    }),
    ...unknown.map(({ scenario }): ScenarioVerdict => {
      return { kind: 'failed', scenario, reason: 'is listed as an exception, but not in this set', failing: [] };
    }),
  ];
}

function verdictOn({ scenario, failing }: ScenarioOutcome, expected: readonly string[]): ScenarioVerdict {
  const found = new Set(failing.map(({ id }) => id));
  if (found.size === expected.length && expected.every((id) => found.has(id))) {
    return { kind: expected.length === 0 ? 'passed' : 'excepted', scenario };
  }
  const better = expected.filter((id) => !found.has(id));
  const reason = expected.length === 0 ? 'fails' : 'fails otherwise than docs/conformance.md says';
  return {
    kind: 'failed',
    scenario,
    reason: better.length > 0 ? `${reason}: passes ${better.join(', ')}` : reason,
    failing: failing.filter(({ id }) => !expected.includes(id)),
  };
}

function inBackticks(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}
