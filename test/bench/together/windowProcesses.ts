import { readFileSync } from 'node:fs';
import { watchdogOf } from '#test/bench/scale/hostProcesses.ts';
import { processKb } from '#test/bench/scale/processMemory.ts';
import { findDescendants } from '#test/workbench/harness/childProcesses.ts';
import { serverScript } from './agentsHome.ts';
import type { TogetherWindow } from './togetherWindow.ts';

/** The processes of a window with everything that it starts and that is connected to it. */
interface WindowProcesses {
  readonly extensionHost: number;
  readonly watchdog: number;
  readonly servers: readonly number[];
  readonly proxies: readonly number[];
  readonly serversOfAgents: readonly number[];
  /** Those of the editor that are not the extension host and not its child processes. */
  readonly editor: readonly number[];
}

export async function processesOf(window: TogetherWindow): Promise<WindowProcesses> {
  const extensionHost = await window.extensionHost();
  const root = editorOf(extensionHost);
  const ofHost = new Set([extensionHost, ...(await findDescendants(extensionHost, ''))]);
  const proxies = window.agents.flatMap(({ child }) => child.pid ?? []);
  const ofProxies = await Promise.all(proxies.map((pid) => findDescendants(pid, serverScript)));
  return {
    extensionHost,
    watchdog: await watchdogOf(extensionHost),
    servers: await findDescendants(extensionHost, serverScript),
    proxies,
    serversOfAgents: ofProxies.flat(),
    editor: [root, ...(await findDescendants(root, ''))].filter((pid) => !ofHost.has(pid) && isThere(pid)),
  };
}

/** The memory of processes together, in kB: what they share with others is divided among all that share it. */
export function proportionalKb(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + processKb(pid, 'smaps_rollup', 'Pss'), 0);
}

/** The editor's first process, which this process has started. */
function editorOf(extensionHost: number): number {
  let pid = extensionHost;
  for (let parent = parentOf(pid); parent !== process.pid; parent = parentOf(pid)) pid = parent;
  return pid;
}

function parentOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program is in brackets, and may have some itself.
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
}

/** False for the program that has listed the processes. */
function isThere(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`);
    return true;
  } catch {
    return false;
  }
}
