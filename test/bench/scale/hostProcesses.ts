import { findDescendants } from '#test/workbench/harness/childProcesses.ts';

/** The process id of the watchdog of an extension host. Throws if there is not one. */
export async function watchdogOf(extensionHost: number): Promise<number> {
  const [watchdog, ...others] = await findDescendants(extensionHost, 'mcp-elicitation-watchdog');
  if (watchdog === undefined || others.length > 0) throw new Error('There is not one watchdog.');
  return watchdog;
}
