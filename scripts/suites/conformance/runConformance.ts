// Runs the official conformance suite against test/conformance/conformanceClient.ts, which uses src/core.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runProgram, secondsSince } from '#scripts/lib/process.mjs';
import type { Counts } from '#scripts/suites/testCounts.ts';
import { type ConformanceException, judgeResults, readExceptions, type ScenarioVerdict } from './exceptions.ts';
import { type ConformanceSet, runScenario, type ScenarioResult } from './runScenario.ts';

const newest = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const stable = join(root, 'node_modules/conformance-stable/dist/index.js');

const sets: readonly ConformanceSet[] = [
  {
    name: '2025-03-26',
    program: newest,
    listArguments: ['--client', '--spec-version', '2025-03-26'],
    clientArguments: ['--spec-version', '2025-03-26'],
  },
  ...['2025-11-25', '2026-07-28'].map((revision) => ({
    name: revision,
    program: newest,
    listArguments: ['--requirements', revision],
    clientArguments: ['--spec-version', revision, '--force'],
  })),
  { name: 'stable', program: stable, listArguments: ['--client'], clientArguments: [] },
];

/** The maximum number of scenarios that run at the same time. A scenario has two processes that mostly wait. */
const maxParallel = 3;

/**
 * Runs all sets, one after the other, and compares the failing scenarios with the exceptions in docs/conformance.md.
 * @param only the scenarios to run; empty: all
 * @returns the numbers of scenarios that pass, and of those that do not fail exactly as listed. A scenario that fails as listed
 * counts as neither; an exception whose scenario is not in its set counts as failed.
 */
export async function runConformance(only: readonly string[] = []): Promise<Counts> {
  const exceptions = readExceptions(await readFile(join(root, 'docs/conformance.md'), 'utf8'));
  const unknownException = exceptions.find((exception) => !sets.some(({ name }) => name === exception.set));
  if (unknownException)
    throw new Error(`docs/conformance.md has an exception in ${unknownException.set}, which is no set.`);
  const total = { passed: 0, failed: 0 };
  const executed: string[] = [];
  for (const set of sets) {
    const started = performance.now();
    const scenarios = (await scenariosOf(set)).filter((name) => only.length === 0 || only.includes(name));
    if (scenarios.length === 0) continue;
    const results = await runInParallel(scenarios, (name) => runScenario(set, name));
    const setExceptions = exceptions.filter((exception) => exception.set === set.name && isChosen(exception, only));
    const verdicts = judgeResults(results, setExceptions);
    printVerdicts(set, verdicts, results, secondsSince(started));
    total.passed += verdicts.filter(({ kind }) => kind === 'passed').length;
    total.failed += verdicts.filter(({ kind }) => kind === 'failed').length;
    executed.push(...scenarios);
  }
  const missing = only.filter((name) => !executed.includes(name));
  if (missing.length > 0) throw new Error(`No set has the scenario ${missing.join(', ')}.`);
  return total;
}

function isChosen({ scenario }: ConformanceException, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(scenario);
}

/** The client scenarios that the suite lists, including those that it does not score. */
async function scenariosOf({ name, program, listArguments }: ConformanceSet): Promise<readonly string[]> {
  const text = await runProgram(process.execPath, [program, 'list', ...listArguments]);
  const [, clients = ''] = text.split('Client scenarios (test against a client):');
  const [scored = '', unscored = ''] = clients.split('Run and reported, but never scored:');
  const scenarios = [
    ...[...scored.matchAll(/^ +- (\S+)/gm)].map(([, scenario = '']) => scenario),
    ...[...unscored.matchAll(/^ +- (\S+) \[client\]/gm)].map(([, scenario = '']) => scenario),
  ];
  if (scenarios.length === 0) throw new Error(`The conformance suite lists no client scenario for ${name}:\n${text}`);
  return scenarios;
}

function printVerdicts(
  set: ConformanceSet,
  verdicts: readonly ScenarioVerdict[],
  results: readonly ScenarioResult[],
  time: string,
) {
  const countOf = (kind: ScenarioVerdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const excepted = countOf('excepted') > 0 ? `, ${countOf('excepted')} fail as docs/conformance.md lists` : '';
  console.log(`${set.name.padEnd(10)} ${countOf('passed')} of ${results.length} scenarios pass${excepted} (${time})`);
  for (const verdict of verdicts) {
    if (verdict.kind === 'failed') {
      console.log(`  ${verdict.scenario}: ${verdict.reason}`);
      for (const { id, message } of verdict.failing) console.log(`    ${id}: ${message}`);
    }
  }
}

async function runInParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
  return results;
}
