import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { Servers, type ServersServices } from '#core/servers/servers.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { fromRoot } from '#test/root.ts';

/** The core's servers, with stores in memory. @param launcher the launcher's file, relative to the project */
export function benchServers(
  context: Pick<ServersServices, 'resolve' | 'logFor' | 'authorization'>,
  launcher: 'dist/launcher.cjs' | 'src/core/transport/stdio/launcher.ts',
): Servers {
  const program = fromRoot(`${launcher}`);
  return new Servers({
    ...createTestHost({ rateLimits: defaultRateLimits }).services,
    launcher: { command: process.execPath, args: [program], env: {} },
    clientInfo: { name: 'bench', version: '1.0.0' },
    ...context,
  });
}
