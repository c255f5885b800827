import { fileURLToPath } from 'node:url';
import { matchesPattern } from '../../../src/core/guard/patterns.ts';
import { defaultRateLimits, RateLimiter } from '../../../src/core/guard/rateLimiter.ts';
import { Exchanges } from '../../../src/core/inbox/exchanges.ts';
import { Holds } from '../../../src/core/inbox/holds.ts';
import { Inbox } from '../../../src/core/inbox/inbox.ts';
import { Judge } from '../../../src/core/inbox/judge.ts';
import { InMemoryMemory, systemClock } from '../../../src/core/ports.ts';
import type { LaunchSpec, ServerDefinition } from '../../../src/core/servers/definition.ts';
import { noRoots } from '../../../src/core/servers/roots.ts';
import type { Server } from '../../../src/core/servers/server.ts';
import { Servers } from '../../../src/core/servers/servers.ts';
import { ConfiguredServers } from '../../../src/editor/configuredServers.ts';
import { Demo } from '../../../src/editor/demo.ts';
import { SettingsDiagnostics } from '../../../src/editor/diagnostics.ts';
import { ServerLogs } from '../../../src/editor/log.ts';
import { ServersView } from '../../../src/editor/serversView.ts';
import { ServerSettings } from '../../../src/editor/settings.ts';

/** What `src/host.ts` puts together around settings and servers, without the questions. */
export class Host {
  readonly configured: ConfiguredServers;
  readonly #servers: Servers;

  constructor() {
    const logs = new ServerLogs();
    const settings = new ServerSettings();
    this.#servers = new Servers({
      inbox: new Inbox(),
      holds: new Holds(),
      exchanges: new Exchanges(),
      rateLimiter: new RateLimiter(systemClock, () => defaultRateLimits),
      judge: new Judge(matchesPattern),
      roots: noRoots,
      resolve: async (definition) => specOf(definition),
      logFor: (definition) => logs.logFor(definition),
      memory: new InMemoryMemory(),
      clock: systemClock,
      launcher: {
        command: process.execPath,
        args: [fileURLToPath(new URL('../../../src/core/servers/launcher.ts', import.meta.url))],
        env: {},
      },
      clientInfo: { name: 'bench', version: '1.0.0' },
    });
    const memento = { get: () => undefined, update: async () => undefined, keys: () => [] };
    const demo = new Demo(memento, { legacy: '', modern: '' });
    this.configured = new ConfiguredServers(settings, this.#servers, demo);
    new ServersView(this.#servers, this.configured);
    new SettingsDiagnostics(this.configured);
    this.configured.onDidChange(() => logs.keepOnly(this.#servers.all.map(({ definition }) => definition.id)));
  }

  async start(name: string): Promise<void> {
    await this.#named(name).start();
  }

  /** Resolves when no server is starting any more. */
  async settled(): Promise<void> {
    for (const server of this.#servers.all) {
      if (server.state.kind === 'starting') {
        await server.start();
      }
    }
  }

  stop(): Promise<void> {
    return this.#servers.stopAll();
  }

  #named(name: string): Server {
    const server = this.#servers.all.find(({ definition }) => definition.name === name);
    if (!server) throw new Error(`There is no ${name}.`);
    return server;
  }
}

function specOf({ entry }: ServerDefinition): LaunchSpec {
  return entry.type === 'stdio'
    ? {
        type: 'stdio',
        command: entry.command,
        args: [...entry.args],
        env: { PATH: process.env['PATH'] ?? '' },
        cwd: process.cwd(),
        secrets: [],
      }
    : { type: 'http', url: entry.url, headers: { ...entry.headers }, secrets: [], oauth: false };
}
