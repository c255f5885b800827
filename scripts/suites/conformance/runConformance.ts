// The official conformance suite against src/core, by way of test/conformance/client.ts.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, runProgram, secondsSince } from '#scripts/lib/process.mjs';
import type { Counts } from '#scripts/suites/testCounts.ts';
import { type ConformanceException, readExceptions, type ScenarioVerdict, verdictsOn } from './exceptions.ts';
import { type ConformanceSet, runScenario, type ScenarioOutcome } from './scenario.ts';

const newest = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const stable = join(root, 'node_modules/conformance-stable/dist/index.js');

const sets: readonly ConformanceSet[] = [
  {
    name: '2025-03-26',
    program: newest,
    listed: ['--client', '--spec-version', '2025-03-26'],
    options: ['--spec-version', '2025-03-26'],
  },
  ...['2025-11-25', '2026-07-28'].map((revision) => ({
    name: revision,
    program: newest,
    listed: ['--requirements', revision],
    options: ['--spec-version', revision, '--force'],
  })),
  { name: 'stable', program: stable, listed: ['--client'], options: [] },
];

/** Each scenario is two processes that mostly wait for each other. */
const atOnce = 3;

/**
 * Runs all sets, one after the other, and compares the failing scenarios with the exceptions in docs/conformance.md.
 * @param only scenarios to run; all when empty
 */
export async function runConformance(only: readonly string[] = []): Promise<Counts> {
  const exceptions = readExceptions(await readFile(join(root, 'docs/conformance.md'), 'utf8'));
  const stray = exceptions.find((exception) => !sets.some(({ name }) => name === exception.set));
  if (stray) throw new Error(`docs/conformance.md has an exception in ${stray.set}, which is no set.`);
  const total = { passed: 0, failed: 0 };
  const ran: string[] = [];
  for (const set of sets) {
    const started = performance.now();
    const scenarios = (await scenariosOf(set)).filter((name) => only.length === 0 || only.includes(name));
    if (scenarios.length === 0) continue;
    const outcomes = await inTurns(scenarios, (name) => runScenario(set, name));
    const listed = exceptions.filter((exception) => exception.set === set.name && isChosen(exception, only));
    const verdicts = verdictsOn(outcomes, listed);
    printOutcomes(set, verdicts, outcomes, secondsSince(started));
    total.passed += verdicts.filter(({ kind }) => kind === 'passed').length;
    total.failed += verdicts.filter(({ kind }) => kind === 'failed').length;
    ran.push(...scenarios);
  }
  const missing = only.filter((name) => !ran.includes(name));
  if (missing.length > 0) throw new Error(`No set has the scenario ${missing.join(', ')}.`);
  return total;
}

function isChosen({ scenario }: ConformanceException, only: readonly string[]): boolean {
  return only.length === 0 || only.includes(scenario);
}

/** The client scenarios among those that the suite lists, the ones that it does not score included. */
async function scenariosOf({ name, program, listed }: ConformanceSet): Promise<readonly string[]> {
  const text = await runProgram(process.execPath, [program, 'list', ...listed]);
  const [, clients = ''] = text.split('Client scenarios (test against a client):');
  const [required = '', unscored = ''] = clients.split('Run and reported, but never scored:');
  const scenarios = [
    ...[...required.matchAll(/^ +- (\S+)/gm)].map(([, scenario = '']) => scenario),
    ...[...unscored.matchAll(/^ +- (\S+) \[client\]/gm)].map(([, scenario = '']) => scenario),
  ];
  if (scenarios.length === 0) throw new Error(`The conformance suite lists no client scenario for ${name}:\n${text}`);
  return scenarios;
}

function printOutcomes(
  set: ConformanceSet,
  verdicts: readonly ScenarioVerdict[],
  outcomes: readonly ScenarioOutcome[],
  time: string,
) {
  const number = (kind: ScenarioVerdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
  const excepted = number('excepted') > 0 ? `, ${number('excepted')} listed exceptions` : '';
  console.log(`${set.name.padEnd(10)} ${number('passed')} of ${outcomes.length} scenarios pass${excepted} (${time})`);
  for (const verdict of verdicts) {
    if (verdict.kind === 'failed') {
      console.log(`  ${verdict.scenario}: ${verdict.reason}`);
      for (const { id, message } of verdict.failing) console.log(`    ${id}: ${message}`);
    }
  }
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next;
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
