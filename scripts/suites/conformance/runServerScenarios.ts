import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endWithThisProcess, root } from '#scripts/lib/process.mjs';
import { failingChecks, type ScenarioResult } from './scenarioResult.ts';

/** How the server is reached: see test/conformance/serverBridge.ts. */
export type ServerRoute = 'direct' | 'proxy' | 'window' | 'lent';

/** The suite's limit for one scenario. */
const scenarioTimeoutMs = 30_000;

/**
 * Runs all server scenarios of a revision in one process of the suite, and reads the checks that it writes to files: its exit
 * code ignores warnings.
 * @param program the suite's command line program
 * @returns the results of `scenarios`
 */
export async function runServerScenarios(
  program: string,
  { route, revision }: { readonly route: ServerRoute; readonly revision: string },
  scenarios: readonly string[],
): Promise<readonly ScenarioResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-results-'));
  const bridge = await startBridge(route);
  try {
    const options = ['--url', bridge.url, '--requirements', revision, '--timeout', `${scenarioTimeoutMs}`];
    const suite = endWithThisProcess(
      spawn(process.execPath, [program, 'server', ...options, '--output-dir', folder], { cwd: root, stdio: 'ignore' }),
    );
    await new Promise((resolve, reject) => suite.once('error', reject).once('close', resolve));
    return await Promise.all(scenarios.map((scenario) => readResult(folder, scenario)));
  } finally {
    await bridge.end();
    await rm(folder, { recursive: true });
  }
}

async function readResult(folder: string, scenario: string): Promise<ScenarioResult> {
  // The name of the folder ends with the time.
  const folders = (await readdir(folder)).filter(
    (name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`,
  );
  const [name = ''] = folders;
  const checks = await readFile(join(folder, name, 'checks.json'), 'utf8').catch(() => '');
  return { scenario, failing: failingChecks(checks) };
}

async function startBridge(route: ServerRoute): Promise<{ readonly url: string; end(): Promise<void> }> {
  const child = endWithThisProcess(
    spawn(process.execPath, ['test/conformance/serverBridge.ts', route], {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), NODE_NO_WARNINGS: '1' },
      stdio: ['pipe', 'pipe', 'pipe'],
    }),
  );
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const started = new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve));
  const url = await Promise.race([started, ended.then(() => Promise.reject(new Error(errors)))]);
  return {
    url,
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}
