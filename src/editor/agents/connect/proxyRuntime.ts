import { stat } from 'node:fs/promises';
import { join, win32 } from 'node:path';
import type { HomeFolder } from '#agentProtocol/homeFolder.ts';
import type { ProxyRuntime } from '#core/agents/connect/wrappedCommand.ts';

interface RuntimeEnvironment {
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The path of this process's executable: that of the editor. */
  readonly executable: string;
}

/**
 * What starts the proxy in an agent's entry. On Windows there is no shell that every agent can start, so the entry names
 * `node.exe` if the `PATH` has one, and otherwise the editor's executable.
 */
export async function findProxyRuntime(
  { bin }: HomeFolder,
  { platform, variables, executable }: RuntimeEnvironment,
): Promise<ProxyRuntime> {
  if (platform !== 'win32') {
    return { kind: 'posix' };
  }
  const script = join(bin, 'proxy.cjs');
  const path = Object.entries(variables).find(([name]) => name.toUpperCase() === 'PATH')?.[1] ?? '';
  for (const folder of path.split(';').filter((one) => win32.isAbsolute(one))) {
    const program = win32.join(folder, 'node.exe');
    const isFile = await stat(program).then(
      (stats) => stats.isFile(),
      () => false,
    );
    if (isFile) {
      return { kind: 'windows', program, isEditor: false, script };
    }
  }
  return { kind: 'windows', program: executable, isEditor: true, script };
}
