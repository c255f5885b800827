import { systemClock } from '#core/common/clock.ts';
import { defaultRateLimits, RateLimiter } from '#core/guard/rateLimiter.ts';
import { Exchanges } from '#core/inbox/exchanges.ts';
import { Inbox } from '#core/inbox/inbox.ts';
import { SuspendedCalls } from '#core/inbox/suspendedCalls.ts';
import { noRoots } from '#core/model/roots.ts';
import { Servers, type ServersPorts } from '#core/servers/servers.ts';
import { InMemoryStateStore } from '#test/host/inMemoryStateStore.ts';
import { fromRoot } from '#test/root.ts';

/** The core with everything that it keeps in memory. @param launcher the launcher's file, relative to the project */
export function benchServers(
  ports: Pick<ServersPorts, 'resolve' | 'logFor' | 'authorization'>,
  launcher: 'dist/launcher.cjs' | 'src/core/transport/stdio/launcher.ts',
): Servers {
  const program = fromRoot(`${launcher}`);
  return new Servers({
    inbox: new Inbox(),
    holds: new SuspendedCalls(),
    exchanges: new Exchanges(),
    rateLimiter: new RateLimiter(systemClock, () => defaultRateLimits),
    roots: noRoots,
    memory: new InMemoryStateStore(),
    clock: systemClock,
    launcher: { command: process.execPath, args: [program], env: {} },
    clientInfo: { name: 'bench', version: '1.0.0' },
    ...ports,
  });
}
