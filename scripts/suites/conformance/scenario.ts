import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { own, root } from '#scripts/lib/process.mjs';

/** A fixed list of client scenarios that one release of the suite has. */
export interface ConformanceSet {
  readonly name: string;
  /** The suite's command line program. */
  readonly program: string;
  /** Arguments of `list` that make it name the scenarios. */
  readonly listed: readonly string[];
  /** Arguments of `client` with which each is run. */
  readonly options: readonly string[];
}

/** How a scenario went: it passed when nothing fails. */
export interface ScenarioOutcome {
  readonly scenario: string;
  /** Failures and warnings. */
  readonly failing: readonly FailingCheck[];
}

export interface FailingCheck {
  readonly id: string;
  readonly message: string;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly description: string;
  readonly errorMessage?: string;
}

/** The suite starts this through a shell, in the project's folder, and puts the server's URL behind it. */
const command = 'node test/conformance/client.ts';

/** Of what a client says that broke. */
const maxLines = 15;

/**
 * Runs one scenario. By itself, because only then does the suite look at warnings, at its own time limit and at the
 * client's exit code, and fail the scenario for them.
 */
export async function runScenario({ program, options }: ConformanceSet, scenario: string): Promise<ScenarioOutcome> {
  const args = ['client', '--command', command, '--scenario', scenario, ...options, '--verbose'];
  const child = own(
    spawn(process.execPath, [program, ...args], {
      cwd: root,
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, output, errors] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { scenario, failing: failingIn(checksIn(output), code, errors) };
}

function failingIn(checks: readonly Check[], code: number | null, errors: string): FailingCheck[] {
  const failing = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, errorMessage, description }) => ({ id, message: errorMessage ?? description }));
  const checked = checks.some(({ status }) => status === 'SUCCESS');
  if (failing.length > 0 || (code === 0 && checked)) return failing;
  return [{ id: 'run', message: whyNotRun(errors) }];
}

/** The client timed out, ended with an error, or was not run at all: what it or the suite wrote to standard error. */
function whyNotRun(errors: string): string {
  const [suite = '', client = suite] = errors.split('Stderr:\n');
  return client.trim().split('\n').slice(0, maxLines).join('\n') || 'nothing was checked';
}

/** With `--verbose` the suite writes its checks, and nothing else, to standard output. */
function checksIn(output: string): Check[] {
  try {
    return JSON.parse(output);
  } catch {
    return [];
  }
}
