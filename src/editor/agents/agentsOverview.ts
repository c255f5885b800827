import type { ClientConnections } from '#core/agents/home/clientConnections.ts';
import { agentName, connectableClients } from '#core/agents/sessions/agentNames.ts';
import type { AgentSessions } from '#core/agents/sessions/agentSessions.ts';
import type { Clock } from '#core/common/clock.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { type Call, targetOf } from '#core/model/call.ts';

/** A connected server of an agent, or its hook, and what it does now. */
export interface AgentServerRow {
  /** The name in the agent's configuration; empty for the hook. */
  readonly server: string;
  /** True if the agent has started it, and this window is the one that it asks. */
  readonly isRunning: boolean;
  /** The calls that have asked and have not ended. */
  readonly calls: readonly Call[];
  /** The last call that asked, since the window was opened. */
  readonly lastCall?: LastCall | undefined;
}

interface LastCall {
  readonly target: string;
  /** When it was first seen, in milliseconds since the epoch. */
  readonly at: number;
}

/** An agent of which something is connected. */
export interface AgentRow {
  readonly client: string;
  /** The agent's name for the user. */
  readonly name: string;
  readonly servers: readonly AgentServerRow[];
}

interface ObservedAgents {
  readonly isEnabled: boolean;
  readonly onDidChange: Event<void>;
  readonly connections: Pick<ClientConnections, 'list'>;
  readonly sessions: Pick<AgentSessions, 'all'>;
}

/** What is connected, and what of it runs, for the view. Reads no file before `read`. */
export class AgentsOverview implements Disposable {
  readonly #agents: ObservedAgents;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  readonly #lastCalls = new Map<string, LastCall & { readonly id: string }>();
  /** The names of the connected servers by client. */
  #connected: ReadonlyMap<string, readonly string[]> = new Map();
  #hasRead = false;
  #isReading = false;
  #isReadAgain = false;

  /** Fires when anything in the rows may have changed. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(agents: ObservedAgents, clock: Pick<Clock, 'now'>) {
    this.#agents = agents;
    this.#clock = clock;
    this.#subscription = agents.onDidChange(() => {
      this.#noteCalls();
      this.#changed.fire();
      if (this.#hasRead) {
        this.read();
      }
    });
  }

  /** True while agents are on or something is connected. */
  get isShown(): boolean {
    return this.#agents.isEnabled || this.#connected.size > 0;
  }

  get rows(): readonly AgentRow[] {
    return [...this.#connected].map(([client, servers]) => ({
      client,
      name: agentName(client),
      servers: servers.map((server) => this.#rowOf(client, server)),
    }));
  }

  /** Reads what is connected, because other windows may have changed it. `onDidChange` fires if it is different. */
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
    this.#subscription.dispose();
  }

  async #readConnections(): Promise<void> {
    const read = await Promise.all(
      connectableClients.map(async (client) => {
        const connections = await this.#agents.connections.list(client);
        return [client, connections.map(({ server }) => server)] as const;
      }),
    );
    const connected = read.filter(([, servers]) => servers.length > 0);
    const isSame = JSON.stringify(connected) === JSON.stringify([...this.#connected]);
    this.#connected = new Map(connected);
    if (!isSame) {
      this.#changed.fire();
    }
  }

  #rowOf(client: string, server: string): AgentServerRow {
    const sessions = this.#sessionsOf(client, server);
    return {
      server,
      isRunning: sessions.length > 0,
      calls: sessions.flatMap(({ calls }) => calls),
      lastCall: this.#lastCalls.get(keyOf(client, server)),
    };
  }

  #sessionsOf(client: string, name: string) {
    return this.#agents.sessions.all.filter(
      ({ hello, server }) => hello.client === client && hello.server === name && server.asker?.isConnected === true,
    );
  }

  #noteCalls(): void {
    for (const { hello, calls, server } of this.#agents.sessions.all) {
      const newest = calls.at(-1);
      const key = keyOf(hello.client, hello.server);
      if (newest && server.asker?.isConnected && this.#lastCalls.get(key)?.id !== newest.id) {
        this.#lastCalls.set(key, { id: newest.id, target: targetOf(newest.request), at: this.#clock.now() });
      }
    }
  }
}

function keyOf(client: string, server: string): string {
  return JSON.stringify([client, server]);
}
