import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import type { LaunchResolver } from './launchResolver.ts';

/**
 * Starts the servers when the window opens, if the user's settings say so. A server whose start would ask the user, for
 * agreement or for an input, stays stopped: an opened window must not cause prompts. `ServerNotifications` shows failures.
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
  // An invalid entry asks nothing either: its start fails, and the failure is shown.
  const asks = await launching.wouldAsk(server.definition).catch(() => false);
  if (!asks) {
    await server.start();
  }
}
