import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import type { ServerSettings } from '#editor/settings/serverSettings.ts';
import type { LaunchResolver } from './launchResolver.ts';

/**
 * Starts the servers when the window opens, if the setting `autoStart` is `onStartup`. A server whose start would ask the user for
 * agreement or for an input stays stopped: an opened window must not cause prompts. `ServerNotifications` shows failures.
 */
export async function startOnStartup(
  settings: Pick<ServerSettings, 'autoStart'>,
  servers: Pick<Servers, 'all'>,
  launchResolver: Pick<LaunchResolver, 'wouldAsk'>,
): Promise<void> {
  if (settings.autoStart !== 'onStartup') {
    return;
  }
  const enabledServers = servers.all.filter(
    ({ definition: { entry, scope } }) => entry.enabled && scope.kind !== 'builtIn',
  );
  await Promise.allSettled(enabledServers.map((server) => startWithoutPrompts(server, launchResolver)));
}

async function startWithoutPrompts(server: Server, launchResolver: Pick<LaunchResolver, 'wouldAsk'>): Promise<void> {
  // The start of an invalid entry causes no prompt either: it fails, and the failure is shown.
  const wouldAsk = await launchResolver.wouldAsk(server.definition).catch(() => false);
  if (!wouldAsk) {
    await server.start();
  }
}
