import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithThisProcess, root } from '#scripts/lib/process.mjs';

/** A fixed list of client scenarios of one release of the suite. */
export interface ConformanceSet {
  readonly name: string;
  /** The suite's command line program. */
  readonly program: string;
  /** Arguments of the program's `list` command, which prints the names of the scenarios. */
  readonly listArguments: readonly string[];
  /** Arguments of the program's `client` command, for every scenario. */
  readonly clientArguments: readonly string[];
}

/** The result of one scenario. It passed if `failing` is empty. */
export interface ScenarioResult {
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

/** The suite runs this command in a shell, in the project's folder, with the server's URL appended. */
const command = 'node test/conformance/conformanceClient.ts';

/** The maximum number of lines of a failed client's standard error that are reported. */
const maxStderrLines = 15;

/**
 * Runs one scenario alone: if the suite runs several, it ignores warnings, its own time limit and the client's exit code.
 */
export async function runScenario(
  { program, clientArguments: options }: ConformanceSet,
  scenario: string,
): Promise<ScenarioResult> {
  const args = ['client', '--command', command, '--scenario', scenario, ...options, '--verbose'];
  const child = endWithThisProcess(
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
  const [code, output, stderr] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { scenario, failing: failingIn(checksIn(output), code, stderr) };
}

function failingIn(checks: readonly Check[], code: number | null, stderr: string): FailingCheck[] {
  const failing = checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ id, errorMessage, description }) => ({ id, message: errorMessage ?? description }));
  const hasSuccess = checks.some(({ status }) => status === 'SUCCESS');
  if (failing.length > 0 || (code === 0 && hasSuccess)) return failing;
  return [{ id: 'run', message: clientFailure(stderr) }];
}

/** The standard error of a client that timed out, ended with an error or was not started; the suite's if it has none. */
function clientFailure(stderr: string): string {
  const [suiteStderr = '', clientStderr = suiteStderr] = stderr.split('Stderr:\n');
  return clientStderr.trim().split('\n').slice(0, maxStderrLines).join('\n') || 'nothing was checked';
}

/** Reads the suite's standard output, which with `--verbose` has the checks and nothing else. */
function checksIn(output: string): Check[] {
  try {
    return JSON.parse(output);
  } catch {
    return [];
  }
}
