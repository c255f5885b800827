import { join } from 'node:path';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';
import { findNode, type NodeSearch } from '#core/agents/home/findNode.ts';

interface RuntimeEnvironment extends NodeSearch {
  /** The path of this process's executable: that of the editor. */
  readonly executable: string;
}

/**
 * What starts the proxy in an agent's entry. On Windows there is no shell that every agent can start, so the entry names
 * `node.exe` if the `PATH` has one that can run it, and otherwise the editor's executable.
 */
export async function entryRuntime({ bin }: HomeFolder, environment: RuntimeEnvironment): Promise<ProxyRuntime> {
  if (environment.platform !== 'win32') {
    return { kind: 'posix' };
  }
  const node = await findNode(environment);
  const script = join(bin, 'proxy.cjs');
  return { kind: 'windows', program: node ?? environment.executable, isEditor: node === undefined, script };
}
