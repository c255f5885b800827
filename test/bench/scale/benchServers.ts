import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { Servers, type ServersServices } from '#core/servers/servers.ts';
import { createWatchdog } from '#core/transport/stdio/watchdog.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

/** The core's servers, with stores in memory. */
export function benchServers(context: Pick<ServersServices, 'resolve' | 'logFor' | 'authorization'>): Servers {
  return new Servers({
    ...createTestHost({ rateLimits: defaultRateLimits }).services,
    watchdog: createWatchdog(fromRoot('dist/windowsWatchdog.cjs')),
    clientInfo: { name: 'bench', version: '1.0.0' },
    ...context,
  });
}
