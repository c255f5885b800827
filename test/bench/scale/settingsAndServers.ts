import { systemClock } from '#core/common/clock.ts';
import { Emitter } from '#core/common/events.ts';
import type { LaunchSpec, ServerDefinition } from '#core/model/definition.ts';
import type { Server } from '#core/servers/server.ts';
import type { Servers } from '#core/servers/servers.ts';
import { AgentsOverview } from '#editor/agents/agentsOverview.ts';
import { ServerLogs } from '#editor/servers/serverLogs.ts';
import { ServersView } from '#editor/serversView/serversView.ts';
import { ConfiguredServers } from '#editor/settings/configuredServers.ts';
import { DemoServers } from '#editor/settings/demoServers.ts';
import { ServerSettings } from '#editor/settings/serverSettings.ts';
import { SettingsProblemNotifications } from '#editor/settings/settingsProblemNotifications.ts';
import { benchServers } from './benchServers.ts';

function failing(): never {
  throw new Error('There are no agents.');
}

/** The settings and the servers, created as in `src/host.ts`, without the panel. */
export class SettingsAndServers {
  readonly configured: ConfiguredServers;
  readonly #servers: Servers;

  constructor() {
    const logs = new ServerLogs();
    const settings = new ServerSettings();
    this.#servers = benchServers({
      resolve: async (definition) => specOf(definition),
      logFor: (definition) => logs.logFor(definition),
    });
    const memento = { get: () => undefined, update: async () => undefined, keys: () => [] };
    const demo = new DemoServers(memento, { legacy: '', modern: '' });
    this.configured = new ConfiguredServers(settings, this.#servers, demo);
    const agents = {
      isEnabled: false,
      onDidChange: new Emitter<void>().event,
      connections: { list: async () => [] },
      grants: { list: async () => [] },
      lending: { countOf: () => 0 },
      sessions: { all: [] },
    };
    const askers = { onDidChange: new Emitter<void>().event, extensions: [], ofClient: failing };
    new ServersView(this.#servers, this.configured, new AgentsOverview(agents, askers, systemClock));
    new SettingsProblemNotifications(this.configured);
    this.configured.onDidChange(() => logs.keepOnly(this.#servers.all.map(({ definition }) => definition.id)));
  }

  async start(name: string): Promise<void> {
    await this.#named(name).start();
  }

  /** Resolves when no server is starting. */
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
