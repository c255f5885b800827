import { join } from 'node:path';
import { root } from '#scripts/lib/process.mjs';
import { type ConformanceSet, runInParallel } from './conformanceSet.ts';
import { listScenarios } from './listScenarios.ts';
import { runClientScenario } from './runClientScenario.ts';
import { runServerScenarios, type ServerRoute } from './runServerScenarios.ts';

const newest = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const stable = join(root, 'node_modules/conformance-stable/dist/index.js');
const revisions = ['2025-11-25', '2026-07-28'];
const routes: readonly ServerRoute[] = ['direct', 'proxy', 'window', 'lent'];

/** The scenarios against `src/core`. */
export const clientSets: readonly ConformanceSet[] = [
  clientSet('2025-03-26', newest, ['--client', '--spec-version', '2025-03-26'], ['--spec-version', '2025-03-26']),
  ...revisions.map((revision) =>
    clientSet(revision, newest, ['--requirements', revision], ['--spec-version', revision, '--force']),
  ),
  clientSet('stable', stable, ['--client'], []),
];

/** The scenarios against a server, by itself and behind the proxy. */
export const serverSets: readonly ConformanceSet[] = routes.flatMap((route) =>
  revisions.map((revision) => ({
    name: `${route} ${revision}`,
    scenarios: () => listScenarios('server', newest, ['--requirements', revision]),
    run: (scenarios: readonly string[]) => runServerScenarios(newest, { route, revision }, scenarios),
  })),
);

function clientSet(
  name: string,
  program: string,
  listOptions: readonly string[],
  clientOptions: readonly string[],
): ConformanceSet {
  return {
    name,
    scenarios: () => listScenarios('client', program, listOptions),
    run: (scenarios) => runInParallel(scenarios, (scenario) => runClientScenario(program, clientOptions, scenario)),
  };
}
