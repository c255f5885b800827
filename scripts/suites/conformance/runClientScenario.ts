import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { endWithThisProcess, root } from '#scripts/lib/process.mjs';
import { failingChecks, type ScenarioResult } from './scenarioResult.ts';

/** The suite runs this command in a shell, in the project's folder, with the server's URL appended. */
const command = 'node test/conformance/conformanceClient.ts';

/** The maximum number of lines of a failed client's standard error that are reported. */
const maxStderrLines = 15;

/**
 * Runs one scenario alone: if the suite runs several, it ignores warnings, its own time limit and the client's exit code.
 * @param program the suite's command line program
 * @param options of its `client` command
 */
export async function runClientScenario(
  program: string,
  options: readonly string[],
  scenario: string,
): Promise<ScenarioResult> {
  // With `--verbose`, the standard output has the checks and nothing else.
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
  return { scenario, failing: failingChecks(output, code === 0 ? undefined : clientFailure(stderr)) };
}

/** The standard error of a client that timed out, ended with an error or was not started; the suite's if it has none. */
function clientFailure(stderr: string): string {
  const [suiteStderr = '', clientStderr = suiteStderr] = stderr.split('Stderr:\n');
  return clientStderr.trim().split('\n').slice(0, maxStderrLines).join('\n');
}
