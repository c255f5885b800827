// Runs the official conformance suite: its client scenarios against test/conformance/conformanceClient.ts, which uses src/core; its
// server scenarios against test/servers/conformance, by itself and behind the proxy.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root, secondsSince } from '#scripts/lib/process.mjs';
import type { Counts } from '#scripts/suites/testCounts.ts';
import { type ConformanceSet, runInParallel } from './conformanceSet.ts';
import { clientSets, serverSets } from './conformanceSets.ts';
import {
  type ConformanceException,
  judgeResults,
  readExceptions,
  readPassed,
  type ScenarioVerdict,
} from './exceptions.ts';

/**
 * Runs all sets, and compares the failing scenarios with the exceptions in docs/conformance.md.
 * @param only the scenarios to run; empty: all
 * @returns the numbers of scenarios that pass, and of those that do not fail exactly as listed. A scenario that fails as listed
 * counts as neither; an exception whose scenario is not in its set counts as failed, and so does a set of which another number
 * passes than the document says.
 */
export async function runConformance(only: readonly string[] = []): Promise<Counts> {
  const document = await readFile(join(root, 'docs/conformance.md'), 'utf8');
  const exceptions = readExceptions(document);
  const names = [...clientSets, ...serverSets].map(({ name }) => name);
  const unknown = exceptions.find(({ set }) => !names.includes(set));
  if (unknown) throw new Error(`docs/conformance.md has an exception in ${unknown.set}, which is no set.`);
  const runs: SetRun[] = [];
  const runSets = async (sets: readonly ConformanceSet[]) => {
    const finished = await runInParallel(sets, (set) => runSet(set, exceptions, only));
    for (const run of finished) printRun(run);
    runs.push(...finished);
  };
  // The scenarios of a client set run at the same time, those of a server set one after the other.
  for (const set of clientSets) await runSets([set]);
  await runSets(serverSets);
  const verdicts = runs.flatMap((run) => run.verdicts);
  const missing = only.filter((name) => !verdicts.some(({ scenario }) => scenario === name));
  if (missing.length > 0) throw new Error(`No set has the scenario ${missing.join(', ')}.`);
  const otherCounts = only.length === 0 ? runs.filter((run) => hasOtherCount(run, readPassed(document))) : [];
  return { passed: countOf(verdicts, 'passed'), failed: countOf(verdicts, 'failed') + otherCounts.length };
}

interface SetRun {
  readonly name: string;
  readonly verdicts: readonly ScenarioVerdict[];
  readonly time: string;
}

async function runSet(
  set: ConformanceSet,
  exceptions: readonly ConformanceException[],
  only: readonly string[],
): Promise<SetRun> {
  const started = performance.now();
  const isChosen = (scenario: string) => only.length === 0 || only.includes(scenario);
  const scenarios = (await set.scenarios()).filter(isChosen);
  const own = exceptions.filter(({ set: name, scenario }) => name === set.name && isChosen(scenario));
  const results = scenarios.length > 0 ? await set.run(scenarios) : [];
  return { name: set.name, verdicts: judgeResults(results, own), time: secondsSince(started) };
}

function countOf(verdicts: readonly ScenarioVerdict[], kind: ScenarioVerdict['kind']): number {
  return verdicts.filter((verdict) => verdict.kind === kind).length;
}

/** True if no scenario fails, and still another number passes than the document says: the suite has other scenarios. */
function hasOtherCount({ name, verdicts }: SetRun, listed: ReadonlyMap<string, number>): boolean {
  const passed = countOf(verdicts, 'passed');
  if (countOf(verdicts, 'failed') > 0 || passed === listed.get(name)) return false;
  console.log(`${name}: ${passed} scenarios pass, docs/conformance.md says ${listed.get(name)}`);
  return true;
}

function printRun({ name, verdicts, time }: SetRun) {
  if (verdicts.length === 0) return;
  const excepted = countOf(verdicts, 'excepted');
  const listed = excepted > 0 ? `, ${excepted} fail as docs/conformance.md lists` : '';
  console.log(
    `${name.padEnd(17)} ${countOf(verdicts, 'passed')} of ${verdicts.length} scenarios pass${listed} (${time})`,
  );
  for (const verdict of verdicts) {
    if (verdict.kind === 'failed') {
      console.log(`  ${verdict.scenario}: ${verdict.reason}`);
      for (const { id, message } of verdict.failing) console.log(`    ${id}: ${message}`);
    }
  }
}
