import { fileURLToPath } from 'node:url';
import { defaultRateLimits, RateLimiter } from '../../../src/core/guard/rateLimiter.ts';
import { Exchanges } from '../../../src/core/inbox/exchanges.ts';
import { Holds } from '../../../src/core/inbox/holds.ts';
import { Inbox } from '../../../src/core/inbox/inbox.ts';
import { InMemoryMemory, systemClock } from '../../../src/core/ports.ts';
import { noRoots } from '../../../src/core/servers/roots.ts';
import { Servers, type ServersPorts } from '../../../src/core/servers/servers.ts';

/** The core with everything that it keeps in memory. @param launcher the launcher's file, relative to the project */
export function benchServers(
  ports: Pick<ServersPorts, 'resolve' | 'logFor' | 'authorization'>,
  launcher: 'dist/launcher.cjs' | 'src/core/servers/launcher.ts',
): Servers {
  const program = fileURLToPath(new URL(`../../../${launcher}`, import.meta.url));
  return new Servers({
    inbox: new Inbox(),
    holds: new Holds(),
    exchanges: new Exchanges(),
    rateLimiter: new RateLimiter(systemClock, () => defaultRateLimits),
    roots: noRoots,
    memory: new InMemoryMemory(),
    clock: systemClock,
    launcher: { command: process.execPath, args: [program], env: {} },
    clientInfo: { name: 'bench', version: '1.0.0' },
    ...ports,
  });
}
