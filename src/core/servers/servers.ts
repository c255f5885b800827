import type { Failure } from '#core/common/errors.ts';
import { type Disposable, Emitter, type Event } from '#core/common/events.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { ServerLog } from '#core/common/serverLog.ts';
import type { ServerDefinition } from '#core/model/definition.ts';
import { Server, type ServerServices } from './server.ts';

export type ServersServices = Omit<ServerServices, 'log'> & { logFor(definition: ServerDefinition): ServerLog };

/** All servers that the settings define. */
export class Servers implements Disposable {
  readonly #services: ServersServices;
  readonly #servers = new Map<string, { server: Server; fingerprint: string; subscriptions: Disposable[] }>();
  readonly #changed = new Emitter<void>();
  readonly #failed = new Emitter<{ server: Server; failure: Failure }>();
  readonly #withheld = new Emitter<Server>();
  /** The ends of servers that are not in the settings any more. */
  readonly #removals = new Set<Promise<void>>();
  readonly #rateLimitSubscription: Disposable;

  /** Fires when the list of servers or a server has changed. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly onDidFail: Event<{ server: Server; failure: Failure }> = this.#failed.event;
  /** Fires if a changed entry was not applied because its server is busy: see `Server.applyPendingChange`. */
  readonly onDidWithholdRestart: Event<Server> = this.#withheld.event;

  constructor(services: ServersServices) {
    this.#services = services;
    this.#rateLimitSubscription = services.rateLimiter.onDidChange(() => this.#changed.fire());
  }

  /** The servers in the order of the settings. */
  get all(): readonly Server[] {
    return [...this.#servers.values()].map(({ server }) => server);
  }

  get(id: string): Server | undefined {
    return this.#servers.get(id)?.server;
  }

  /**
   * Applies the definitions in the settings. An unchanged server keeps running, a changed server that runs is restarted, and a
   * server that was removed or switched off stops.
   */
  configure(definitions: readonly ServerDefinition[]): void {
    const previous = new Map(this.#servers);
    this.#servers.clear();
    for (const definition of definitions) {
      const fingerprint = fingerprintOf(definition);
      const registered = previous.get(definition.id);
      previous.delete(definition.id);
      if (!registered) {
        this.#servers.set(definition.id, this.#create(definition, fingerprint));
        continue;
      }
      this.#servers.set(definition.id, { ...registered, fingerprint });
      if (fingerprint === registered.fingerprint) {
        continue;
      }
      if (fingerprint === fingerprintOf(registered.server.definition)) {
        registered.server.dropPendingChange();
      } else if (!registered.server.update(definition)) {
        this.#withheld.fire(registered.server);
      }
    }
    for (const { server, subscriptions } of previous.values()) {
      const removal = server.remove().finally(() => {
        this.#removals.delete(removal);
        dispose(subscriptions);
      });
      this.#removals.add(removal);
    }
    this.#changed.fire();
  }

  /** Stops all servers at once; takes a few seconds at most. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.all.map((server) => server.stop()), ...this.#removals]);
  }

  dispose(): void {
    void this.stopAll();
    this.#rateLimitSubscription.dispose();
    for (const { subscriptions } of this.#servers.values()) {
      dispose(subscriptions);
    }
    for (const emitter of [this.#changed, this.#failed, this.#withheld]) {
      emitter.dispose();
    }
  }

  #create(definition: ServerDefinition, fingerprint: string) {
    const { logFor, resolve, ...services } = this.#services;
    const server = new Server(definition, {
      ...services,
      resolve: (current, signal) => this.#services.resolve(current, signal),
      log: this.#services.logFor(definition),
    });
    const subscriptions = [
      server.onDidChange(() => this.#changed.fire()),
      server.onDidFail((failure) => this.#failed.fire({ server, failure })),
    ];
    return { server, fingerprint, subscriptions };
  }
}

function dispose(disposables: readonly Disposable[]): void {
  for (const disposable of disposables) {
    disposable.dispose();
  }
}
