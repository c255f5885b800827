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
  /** Servers that are gone from the settings and still ending. */
  readonly #leaving = new Set<Promise<void>>();
  readonly #limitChanges: Disposable;

  /** The list of servers, or anything about one of them. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly onDidFail: Event<{ server: Server; failure: Failure }> = this.#failed.event;
  /** A changed entry was not applied, because its server is busy: see `Server.applyPendingChange`. */
  readonly onDidWithholdRestart: Event<Server> = this.#withheld.event;

  constructor(services: ServersServices) {
    this.#services = services;
    this.#limitChanges = services.rateLimiter.onDidChange(() => this.#changed.fire());
  }

  /** In the order of the settings. */
  get all(): readonly Server[] {
    return [...this.#servers.values()].map(({ server }) => server);
  }

  get(id: string): Server | undefined {
    return this.#servers.get(id)?.server;
  }

  /**
   * Takes over what the settings say now. An unchanged server is not touched; a changed one that runs is restarted,
   * alone; a removed one, or one that was switched off, stops.
   */
  configure(definitions: readonly ServerDefinition[]): void {
    const known = new Map(this.#servers);
    this.#servers.clear();
    for (const definition of definitions) {
      const fingerprint = fingerprintOf(definition);
      const entry = known.get(definition.id);
      known.delete(definition.id);
      if (!entry) {
        this.#servers.set(definition.id, this.#create(definition, fingerprint));
        continue;
      }
      this.#servers.set(definition.id, { ...entry, fingerprint });
      if (fingerprint === entry.fingerprint) {
        continue;
      }
      if (fingerprint === fingerprintOf(entry.server.definition)) {
        entry.server.keep();
      } else if (!entry.server.update(definition)) {
        this.#withheld.fire(entry.server);
      }
    }
    for (const { server, subscriptions } of known.values()) {
      const leaving = server.remove().finally(() => {
        this.#leaving.delete(leaving);
        dispose(subscriptions);
      });
      this.#leaving.add(leaving);
    }
    this.#changed.fire();
  }

  /** Stops all servers at once; takes a few seconds at most. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.all.map((server) => server.stop()), ...this.#leaving]);
  }

  dispose(): void {
    void this.stopAll();
    this.#limitChanges.dispose();
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
