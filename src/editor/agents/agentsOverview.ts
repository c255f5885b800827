import { connectableClients } from '#core/agents/home/agentNames.ts';
import type { ClientConnections } from '#core/agents/home/clientConnections.ts';
import type { Grants, LendingGrant } from '#core/agents/lending/grants.ts';
import type { Lending } from '#core/agents/lending/lending.ts';
import type { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { Clock } from '#core/common/clock.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import type { Askers, AskingProgram } from './askers.ts';

/** A connected server of an agent, or its hook, and what it does now. */
export interface AgentServerRow {
  /** The name in the agent's configuration; empty for the hook. */
  readonly server: string;
  /** True for a server of this host that was lent to the agent, or several of one name; then `server` is its name here. */
  readonly isLent: boolean;
  /** True if the lending has ended, and its entry is still in the agent's file. */
  readonly isStopped?: boolean | undefined;
  /** True if the agent has started it, and this window is the one that it asks. */
  readonly isRunning: boolean;
  /** The calls that have asked and have not ended. */
  readonly calls: readonly Call[];
  /** The last call that asked, since the window was opened. */
  readonly lastCall?: LastCall | undefined;
}

interface KnownServer {
  readonly server: string;
  readonly isLent: boolean;
  readonly isStopped?: boolean | undefined;
}

interface LastCall {
  readonly target: string;
  /** When it was first seen, in milliseconds since the epoch. */
  readonly at: number;
}

/** An agent of which something is connected. */
export interface AgentRow {
  readonly client: string;
  /** The agent with its name, and the user's actions on it. */
  readonly asker: AskingProgram;
  readonly servers: readonly AgentServerRow[];
}

interface ObservedAgents {
  readonly isEnabled: boolean;
  readonly onDidChange: Event<void>;
  readonly connections: Pick<ClientConnections, 'list'>;
  readonly grants: Pick<Grants, 'list'>;
  readonly lending: Pick<Lending, 'countOf'>;
  readonly sessions: Pick<AgentSessions, 'all'>;
}

/** What is connected, and what of it runs, for the view. Reads no file before `read`. */
export class AgentsOverview implements Disposable {
  readonly #agents: ObservedAgents;
  readonly #askers: Pick<Askers, 'ofClient' | 'extensions' | 'onDidChange'>;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  readonly #lastCalls = new Map<string, LastCall & { readonly id: string }>();
  /** The connected and the lent servers by client. */
  #connected: ReadonlyMap<string, readonly KnownServer[]> = new Map();
  #hasRead = false;
  #isKnown = false;
  #isReading = false;
  #isReadAgain = false;

  /** Fires when anything in the rows may have changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(
    agents: ObservedAgents,
    askers: Pick<Askers, 'ofClient' | 'extensions' | 'onDidChange'>,
    clock: Pick<Clock, 'now'>,
  ) {
    this.#agents = agents;
    this.#askers = askers;
    this.#clock = clock;
    this.#subscriptions = [
      agents.onDidChange(() => {
        this.#noteCalls();
        this.#changed.fire();
        if (this.#hasRead) {
          this.read();
        }
      }),
      askers.onDidChange(() => this.#changed.fire()),
    ];
  }

  /** True while agents are on, something is connected, or another extension has asked. */
  get isShown(): boolean {
    return this.#agents.isEnabled || this.#connected.size > 0 || this.extensions.length > 0;
  }

  /** True once it has been read what is connected. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** All other extensions as one; none if no extension has asked. */
  get extensions(): readonly AskingProgram[] {
    return this.#askers.extensions;
  }

  get rows(): readonly AgentRow[] {
    return [...this.#connected].map(([client, servers]) => ({
      client,
      asker: this.#askers.ofClient(client),
      servers: servers.map((server) => this.#rowOf(client, server)),
    }));
  }

  /** Reads what is connected, because other windows may have changed it. `onDidChange` fires if it is different, and the first time. */
  read(): void {
    this.#hasRead = true;
    if (this.#isReading) {
      this.#isReadAgain = true;
      return;
    }
    this.#isReading = true;
    void this.#readConnections().finally(() => {
      this.#isReading = false;
      if (this.#isReadAgain) {
        this.#isReadAgain = false;
        this.read();
      }
    });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  async #readConnections(): Promise<void> {
    const read = await Promise.all(
      connectableClients.map(async (client) => {
        const own = await this.#agents.connections.list(client);
        const lent = await this.#agents.grants.list(client);
        const servers: KnownServer[] = [...own.map(({ server }) => ({ server, isLent: false })), ...lentServers(lent)];
        return [client, servers] as const;
      }),
    );
    const connected = read.filter(([, servers]) => servers.length > 0);
    const isSame = this.#isKnown && JSON.stringify(connected) === JSON.stringify([...this.#connected]);
    this.#isKnown = true;
    this.#connected = new Map(connected);
    if (!isSame) {
      this.#changed.fire();
    }
  }

  #rowOf(client: string, known: KnownServer): AgentServerRow {
    const sessions = this.#sessionsOf(client, known);
    const isUsed = known.isLent && this.#agents.lending.countOf(client, known.server) > 0;
    return {
      ...known,
      isRunning: isUsed || sessions.length > 0,
      calls: sessions.flatMap(({ calls }) => calls),
      lastCall: this.#lastCalls.get(keyOf(client, known)),
    };
  }

  #sessionsOf(client: string, { server: name, isLent }: KnownServer) {
    return this.#agents.sessions.all.filter(
      ({ hello, server }) =>
        hello.client === client &&
        hello.server === name &&
        (hello.kind === 'serve') === isLent &&
        server.asker?.isConnected === true,
    );
  }

  #noteCalls(): void {
    for (const { hello, calls, server } of this.#agents.sessions.all) {
      const newest = calls.at(-1);
      const key = keyOf(hello.client, { server: hello.server, isLent: hello.kind === 'serve' });
      if (newest && server.asker?.isConnected && this.#lastCalls.get(key)?.id !== newest.id) {
        this.#lastCalls.set(key, { id: newest.id, target: targetOf(newest.request), at: this.#clock.now() });
      }
    }
  }
}

function keyOf(client: string, { server, isLent }: KnownServer): string {
  return JSON.stringify([client, server, isLent]);
}

/** One for each name: the agent, and its sessions, do not tell servers of several scopes apart. */
function lentServers(grants: readonly LendingGrant[]): KnownServer[] {
  return [...new Set(grants.map(({ server }) => server))].map((server) => {
    const isStopped = grants.every((grant) => grant.server !== server || grant.isStopped);
    return { server, isLent: true, ...(isStopped && { isStopped }) };
  });
}
