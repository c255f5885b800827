import type { Servers } from '../core/servers/servers.ts';
import type { Launching } from './launch.ts';
import type { ServerSettings } from './settings.ts';

/**
 * Starts the servers when the window opens, where the user's settings say so. A workspace's server that nobody agreed
 * to stays stopped: opening a folder is no reason to be asked. Failures are told by `Notices`.
 */
export async function startOnStartup(settings: ServerSettings, servers: Servers, launching: Launching): Promise<void> {
  if (settings.autoStart !== 'onStartup') {
    return;
  }
  const wanted = servers.all.filter(({ definition }) => definition.entry.enabled);
  await Promise.allSettled(
    wanted.map(async (server) => {
      if (server.definition.scope.kind !== 'builtIn' && (await launching.isAgreed(server.definition))) {
        await server.start();
      }
    }),
  );
}
