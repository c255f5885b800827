import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import type { LaunchSpec } from '#core/model/definition.ts';
import { createWatchdog } from '#core/transport/stdio/watchdog.ts';
import { fromRoot } from '#test/root.ts';

export const handmade = fromRoot('test/servers/handmade.ts');
export const modernOneRound = fromRoot('test/servers/modernOneRound.ts');
export const lateStandaloneStream = fromRoot('test/servers/lateStandaloneStream.ts');
export const faultyHttp = fromRoot('test/servers/faultyHttp.ts');
export const faultyModernHttp = fromRoot('test/servers/faultyModernHttp.ts');
export const requiredUrlBeforeLists = fromRoot('test/servers/requiredUrlBeforeLists.ts');
export const secretEcho = fromRoot('test/servers/secretEcho.ts');
export const concurrentRequests = fromRoot('test/servers/concurrentRequests.ts');
export const scriptedTasks = fromRoot('test/servers/tasks.ts');
export const everything = fromRoot('node_modules/@modelcontextprotocol/server-everything/dist/index.js');

/** Node's cache of compiled code. Most of the time of these tests is spent starting processes. */
export const compileCache = { NODE_COMPILE_CACHE: fromRoot('node_modules/.cache/compiled') };

/** The environment variables of every server process. */
export const launchEnv = { PATH: process.env['PATH'] ?? '', ...compileCache };

/** With a shorter grace period than in production: many tests stop servers that ignore the end of their input. */
export const watchdog = createWatchdog(fromRoot('src/core/transport/stdio/windowsWatchdog.ts'), 150);

type StdioSpec = Extract<LaunchSpec, { type: 'stdio' }>;

/** A launch spec that runs `script` with this Node. */
export function nodeSpec(script: string, args: readonly string[] = [], extra: Partial<StdioSpec> = {}): StdioSpec {
  return {
    type: 'stdio',
    command: process.execPath,
    args: [script, ...args],
    cwd: tmpdir(),
    secrets: [],
    ...extra,
    env: { ...launchEnv, ...extra.env },
  };
}

/** True if a process has ended; on Linux also if its parent has not reaped it. */
export function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  if (process.platform !== 'linux') return false;
  try {
    return /^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return true;
  }
}
