import type { Client } from '@modelcontextprotocol/client';
import { capabilityOf, type ListCapability, type ListKind } from '#core/model/listing.ts';
import type { ServerInfo } from '#core/model/serverState.ts';

/** What a connected server has said of itself and of what it can do. */
export class Capabilities {
  readonly serverInfo: ServerInfo;
  readonly era: 'legacy' | 'modern';
  readonly #declared: ReturnType<Client['getServerCapabilities']>;
  #subscribed: ReadonlySet<ListCapability> = new Set();

  constructor(client: Client) {
    const version = client.getServerVersion();
    this.era = client.getProtocolEra() ?? 'legacy';
    this.#declared = client.getServerCapabilities();
    this.serverInfo = {
      name: version?.title ?? version?.name,
      version: version?.version,
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      era: this.era,
      declares: {
        logging: this.#declared?.logging !== undefined,
        completions: this.#declared?.completions !== undefined,
      },
      instructions: client.getInstructions(),
    };
  }

  /** True when tools can be run as tasks at our wish. */
  get supportsTasks(): boolean {
    return this.era === 'legacy' && this.#declared?.tasks?.requests?.tools?.call !== undefined;
  }

  /** True when a task can be cancelled. */
  get supportsTaskCancellation(): boolean {
    return this.era === 'modern' || this.#declared?.tasks?.cancel !== undefined;
  }

  offers(kind: ListKind): boolean {
    return this.#declared?.[capabilityOf(kind)] !== undefined;
  }

  /** True when the server declares that it says by itself that a list has changed. */
  declaresChanges(kind: ListKind): boolean {
    return this.#declared?.[capabilityOf(kind)]?.listChanged === true;
  }

  /**
   * The lists whose changes are told as things stand, of those that declare it. Only for the modern era, where a
   * subscription is needed; before one is acknowledged there are none.
   */
  set subscribed(to: ReadonlySet<ListCapability>) {
    this.#subscribed = to;
  }

  /** True when the server says by itself, as things stand, that a list has changed. */
  notifiesOfChanges(kind: ListKind): boolean {
    return this.declaresChanges(kind) && (this.era === 'legacy' || this.#subscribed.has(capabilityOf(kind)));
  }
}
