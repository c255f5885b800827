import type { FailingCheck, ScenarioResult } from './scenarioResult.ts';

/** A scenario that is expected to fail, with exactly these checks. */
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
 * Reads the table of exceptions in docs/conformance.md, which is the only list of exceptions. Its rows are
 * `| set, set | scenario | check, check | why |`, with scenario and checks in backticks.
 */
export function readExceptions(document: string): ConformanceException[] {
  const [, section = ''] = document.split(/^## Exceptions$/m);
  const [table = ''] = section.split(/^## /m);
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.flatMap((row) => {
    const [, setNames = '', scenario = '', checks = '', why = ''] = row.split('|').map((cell) => cell.trim());
    const [name] = inBackticks(scenario);
    if (name === undefined || inBackticks(checks).length === 0 || why === '') {
      throw new Error(`docs/conformance.md has an exception that says too little: ${row}`);
    }
    return setNames.split(', ').map((set) => ({ set, scenario: name, checks: inBackticks(checks) }));
  });
}

/** Reads how many scenarios of each set pass, by the tables of sets in docs/conformance.md. */
export function readPassed(document: string): ReadonlyMap<string, number> {
  const rows = document.matchAll(/^\| `([^`]+)` \|[^|]*\|[^|]*\| (\d+) \|/gm);
  return new Map([...rows].map(([, set = '', passed]) => [set, Number(passed)]));
}

/**
 * The verdict on each scenario, by the exceptions of its set. A scenario fails if its failing checks are not exactly those
 * of its exception: also if a check of the exception passes.
 */
export function judgeResults(
  results: readonly ScenarioResult[],
  exceptions: readonly ConformanceException[],
): ScenarioVerdict[] {
  const unknown = exceptions.filter(({ scenario }) => !results.some((result) => result.scenario === scenario));
  return [
    ...results.map((result) => {
      const exception = exceptions.find(({ scenario }) => scenario === result.scenario);
      return judgeResult(result, exception?.checks ?? []);
    }),
    ...unknown.map(({ scenario }): ScenarioVerdict => {
      return { kind: 'failed', scenario, reason: 'is listed as an exception, but not in this set', failing: [] };
    }),
  ];
}

function judgeResult({ scenario, failing }: ScenarioResult, expected: readonly string[]): ScenarioVerdict {
  const failingIds = new Set(failing.map(({ id }) => id));
  if (failingIds.size === expected.length && expected.every((id) => failingIds.has(id))) {
    return { kind: expected.length === 0 ? 'passed' : 'excepted', scenario };
  }
  const passingIds = expected.filter((id) => !failingIds.has(id));
  const reason = expected.length === 0 ? 'fails' : 'fails otherwise than docs/conformance.md says';
  return {
    kind: 'failed',
    scenario,
    reason: passingIds.length > 0 ? `${reason}: passes ${passingIds.join(', ')}` : reason,
    failing: failing.filter(({ id }) => !expected.includes(id)),
  };
}

function inBackticks(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}
