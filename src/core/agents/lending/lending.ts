import type { HelloBody } from '#agentProtocol/agentMessages.ts';
import type { UpstreamLink, UpstreamListener } from '#core/agents/endpoint/endpoint.ts';
import { connectableClients } from '#core/agents/home/agentNames.ts';
import { Emitter, type Event } from '#core/common/events.ts';
import { Recheck } from '#core/common/recheck.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { type LendingServices, lastAuthorizationOf } from './lendingServices.ts';
import { LentLaunches } from './lentLaunches.ts';
import { LentLists } from './lentLists.ts';
import { LentSession } from './lentSession.ts';
import { HeldLength } from './pendingRequests.ts';

/** The servers of this host that agents use now, each over connections of its own. */
export class Lending {
  readonly #services: LendingServices;
  readonly #launches: LentLaunches;
  readonly #lists: LentLists;
  readonly #sessions = new Set<LentSession>();
  readonly #held = new HeldLength();
  readonly #changed = new Emitter<void>();
  readonly #recheck = new Recheck(
    () => this.#sessions.size > 0,
    () => checkAll([...this.#sessions].filter(({ isConnected }) => isConnected)),
  );

  /** Fires when an agent has begun or ended a session. */
  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(services: LendingServices) {
    this.#services = services;
    this.#launches = new LentLaunches(services);
    this.#lists = new LentLists(services.memory);
  }

  /** Begins the session of an agent. */
  accept(hello: HelloBody, link: UpstreamLink): UpstreamListener {
    const session = new LentSession(hello, link, {
      services: this.#services,
      launches: this.#launches,
      lists: this.#lists,
      held: this.#held,
      connectionsOf: (client) =>
        [...this.#sessions].filter((other) => other.hello.client === client && other.isConnected).length,
    });
    this.#sessions.add(session);
    this.#recheck.begin();
    this.#changed.fire();
    return {
      onLine: (line) => session.onLine(line),
      onDrain: () => session.onDrain(),
      onClose: () => {
        session.onClose();
        this.#sessions.delete(session);
        this.#changed.fire();
        // It may have kept a list after its grant was revoked, here or in another window.
        void this.#forgetLists();
      },
    };
  }

  /** True if the server is lent to the client, and this window has it. `undefined` if that cannot be read now. */
  async isLent(client: string, server: string): Promise<boolean | undefined> {
    const { grants, definitions } = this.#services;
    const found = await grants.findIfRead(client, server, definitions());
    return found && found.outcome === 'granted';
  }

  /** False if a server is lent to the client, and this window does not have it. `undefined` for a client that names none of this host. */
  async hasServer({ kind, client, server }: HelloBody): Promise<boolean | undefined> {
    if (kind !== 'upstream' && kind !== 'serve') {
      return undefined;
    }
    const { grants, definitions } = this.#services;
    return (await grants.find(client, server, definitions())).outcome !== 'notOpen';
  }

  /**
   * Ends the connections to servers that are no longer lent as they were. Called after grants or entries have changed in this window; the
   * changes of other windows are looked for.
   */
  check(): void {
    void checkAll([...this.#sessions]);
    void this.#forgetLists();
  }

  /** The number of connections of a client to a server. */
  countOf(client: string, server: string): number {
    return [...this.#sessions].filter(({ hello }) => hello.client === client && hello.server === server).length;
  }

  /** Forgets the lists of the servers of this window that are lent to nobody any more, or whose authorization is another one now. */
  async #forgetLists(): Promise<void> {
    for (const definition of this.#services.definitions()) {
      if (this.#lists.has(definition)) {
        const authorization = await lastAuthorizationOf(definition, this.#services);
        if (this.#lists.isOfOther(definition, authorization) || !(await this.#isLentToAnyone(definition))) {
          this.#lists.forget(definition);
        }
      }
    }
  }

  async #isLentToAnyone(definition: ServerDefinition): Promise<boolean> {
    const { grants } = this.#services;
    const found = await Promise.all(
      connectableClients.map((client) => grants.find(client, definition.name, [definition])),
    );
    return found.some(({ outcome }) => outcome === 'granted' || outcome === 'changed');
  }
}

async function checkAll(sessions: readonly LentSession[]): Promise<void> {
  await Promise.all(sessions.map((session) => session.check()));
}
