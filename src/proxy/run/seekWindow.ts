import { windowVariable } from '#agentProtocol/ownVariables.ts';
import { type SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import type { RunOptions, ServeOptions } from './proxyCommandLine.ts';
import { userHomeFolder } from './userHome.ts';

/**
 * Looks for windows on behalf of the server that this process has started, or that a window lends. Loaded when a window is to be looked
 * for.
 */
export function createSeeker(
  options: RunOptions | ServeOptions,
  version: string,
  handler: SeekerHandler,
): WindowSeeker {
  const { client, server, allFolders } = options;
  const command = 'command' in options ? options.command : [];
  const kind = 'command' in options ? 'proxy' : 'serve';
  return new WindowSeeker(
    {
      home: userHomeFolder(),
      hint: process.env[windowVariable],
      allFolders,
      command,
      identity: { kind, client, server, version, folder: workingDirectory() },
    },
    handler,
  );
}

/** Empty if it was deleted. */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '';
  }
}
