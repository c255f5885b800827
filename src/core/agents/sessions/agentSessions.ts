import type { HelloBody } from '#agentProtocol/agentMessages.ts';
import type { ClientLink, ClientListener } from '#core/agents/endpoint/clientLink.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import type { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import type { Call } from '#core/model/call.ts';
import type { Attribution } from '#core/model/elicitationRequest.ts';
import type { AgentServices } from './agentServices.ts';
import { AgentSession } from './agentSession.ts';
import type { AskerControl } from './clientAccounts.ts';
import { SharedByClients } from './sharedByClients.ts';

/** A client that is connected to this window. */
interface ConnectedClient {
  readonly hello: HelloBody;
  readonly server: Attribution;
  readonly calls: readonly Call[];
}

/** The clients that are connected to this window, and the user's actions on their calls and requests. */
export class AgentSessions {
  readonly #shared: SharedByClients;
  /** By the client and the id of its session. */
  readonly #sessions = new Map<string, AgentSession>();
  readonly #changed = new Emitter<void>();
  #soon: NodeJS.Immediate | undefined;

  /** Fires when a client has connected or ended, and when a call of one has begun, changed its state or ended. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(services: AgentServices) {
    this.#shared = new SharedByClients(services, () => this.#changeSoon());
  }

  /** Begins the session of a client. Closes an earlier connection of the same session: the client has lost it. */
  async accept(hello: HelloBody, link: ClientLink): Promise<ClientListener> {
    const key = JSON.stringify([hello.client, hello.session]);
    const session = new AgentSession(hello, link, this.#shared);
    await session.identify();
    const earlier = this.#sessions.get(key);
    this.#sessions.set(key, session);
    earlier?.close();
    session.closeIfDisconnected();
    this.#changed.fire();
    return {
      isConnected: session.attribution.asker?.isConnected || undefined,
      onMessage: (message, bytes) => session.onMessage(message, bytes),
      onClose: (why) => {
        session.onClose(why);
        if (this.#sessions.get(key) === session) {
          this.#sessions.delete(key);
        }
        this.#changed.fire();
      },
    };
  }

  /** Reads what the user has connected, and closes the connections of servers that were disconnected, here or in another window. */
  async check(): Promise<void> {
    const clients = new Set(this.#all.map(({ hello }) => hello.client));
    await Promise.all([...clients].map((client) => this.#checkClient(client)));
  }

  async #checkClient(client: string): Promise<void> {
    // One that begins while the files are read finds out by itself.
    const sessions = this.#all.filter(({ hello }) => hello.client === client);
    const listing = await this.#shared.services.connections.listing(client);
    const shown = sessions.map(({ attribution }) => attribution);
    await Promise.all(sessions.map((session) => session.check(listing)));
    if (sessions.some(({ attribution }, at) => attribution !== shown[at])) {
      this.#changeSoon();
    }
  }

  get all(): readonly ConnectedClient[] {
    return this.#all.map(({ hello, attribution, calls }) => ({ hello, server: attribution, calls }));
  }

  /** The calls of agents that have asked and have not ended. */
  get calls(): readonly Call[] {
    return this.#all.flatMap(({ calls }) => calls);
  }

  /** Stops a call, for the agent too. False if it is not the call of an agent, or has ended. */
  stopCall(callId: string): boolean {
    return this.#all.some((session) => session.stopCall(callId));
  }

  /** Lets the user answer a request of the hook in the agent. False if it is none. */
  answerElsewhere(requestId: string): boolean {
    return this.#all.some((session) => session.answerElsewhere(requestId));
  }

  /** The servers that have been able to ask since the window was opened. */
  get servers(): readonly Attribution[] {
    return this.#shared.accounts.all;
  }

  /** The clients that have connected since the window was opened, or were muted. */
  get clients(): readonly string[] {
    return this.#shared.accounts.clients;
  }

  /** The rate limit of a server of an agent, and the user's actions on it. */
  rateControlOf(serverId: string): ServerRateControl {
    return this.#shared.accounts.rateControlOf(serverId);
  }

  /** What the user can do with all servers of a client. */
  controlOf(client: string): AskerControl {
    return this.#shared.accounts.controlOf(client, () => {
      for (const session of this.#all.filter(({ hello }) => hello.client === client)) {
        session.stopCalls();
      }
    });
  }

  /** The negotiated revision of a server of an agent, for the record. */
  describe(serverId: string): { readonly protocol?: string | undefined } {
    return { protocol: this.#of(serverId)[0]?.protocolVersion };
  }

  /** The mask for the secrets in the arguments of a server's calls; `undefined` for a server that is not one of an agent. */
  maskOf(serverId: string): ((text: string) => string) | undefined {
    const masks = this.#of(serverId).map(({ mask }) => mask);
    return masks.length === 0 ? undefined : (text) => masks.reduce((masked, mask) => mask(masked), text);
  }

  /** One request may name a hundred calls, and each event shows all calls again. */
  #changeSoon(): void {
    this.#soon ??= setImmediate(() => {
      this.#soon = undefined;
      this.#changed.fire();
    });
  }

  get #all(): readonly AgentSession[] {
    return [...this.#sessions.values()];
  }

  #of(serverId: string): readonly AgentSession[] {
    return this.#all.filter(({ attribution }) => attribution.id === serverId);
  }
}
