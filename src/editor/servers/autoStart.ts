import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import type { LaunchResolver } from './launchResolver.ts';

/**
 * Starts the servers when the window opens, where the user's settings say so. A server that would ask something first,
 * to be agreed to or for an input, stays stopped: opening a window is no reason to be asked. Failures are told by
 * `Notices`.
 */
export async function startOnStartup(
  settings: Pick<ServerSettings, 'autoStart'>,
  servers: Pick<Servers, 'all'>,
  launching: Pick<LaunchResolver, 'wouldAsk'>,
): Promise<void> {
  if (settings.autoStart !== 'onStartup') {
    return;
  }
  const wanted = servers.all.filter(({ definition: { entry, scope } }) => entry.enabled && scope.kind !== 'builtIn');
  await Promise.allSettled(wanted.map((server) => startQuietly(server, launching)));
}

async function startQuietly(server: Server, launching: Pick<LaunchResolver, 'wouldAsk'>): Promise<void> {
  // What is wrong with an entry keeps its start from asking as well, and is told when the start fails of it.
  const asks = await launching.wouldAsk(server.definition).catch(() => false);
  if (!asks) {
    await server.start();
  }
}
