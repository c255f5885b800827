import type { Client } from '@modelcontextprotocol/client';
import { capabilityOf, type ListCapability, type ListKind } from '#core/model/listing.ts';
import type { ServerInfo } from '#core/model/serverState.ts';

/** What a connected server has declared about itself and about what it can do. */
export class Capabilities {
  readonly serverInfo: ServerInfo;
  readonly #declared: ReturnType<Client['getServerCapabilities']>;
  #subscribed: ReadonlySet<ListCapability> = new Set();

  constructor(client: Client) {
    const version = client.getServerVersion();
    this.#declared = client.getServerCapabilities();
    this.serverInfo = {
      name: version?.title ?? version?.name,
      version: version?.version,
      protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
      era: client.getProtocolEra() ?? 'legacy',
      declares: {
        logging: this.#declared?.logging !== undefined,
        completions: this.#declared?.completions !== undefined,
      },
      instructions: client.getInstructions(),
    };
  }

  /** True if the host can ask to run tools as tasks. In the modern era the server decides that. */
  get supportsTasks(): boolean {
    return this.#isLegacy && this.#declared?.tasks?.requests?.tools?.call !== undefined;
  }

  get supportsTaskCancellation(): boolean {
    return !this.#isLegacy || this.#declared?.tasks?.cancel !== undefined;
  }

  offers(kind: ListKind): boolean {
    return this.#declared?.[capabilityOf(kind)] !== undefined;
  }

  /** True if the server declares that it announces changes of this list. */
  declaresChanges(kind: ListKind): boolean {
    return this.#declared?.[capabilityOf(kind)]?.listChanged === true;
  }

  /**
   * The lists whose changes a modern server announces at present. It announces only what it has acknowledged of a
   * subscription; before that, and while there is no subscription, nothing.
   */
  set subscribed(to: ReadonlySet<ListCapability>) {
    this.#subscribed = to;
  }

  /** True if the server announces changes of this list at present. */
  notifiesOfChanges(kind: ListKind): boolean {
    return this.declaresChanges(kind) && (this.#isLegacy || this.#subscribed.has(capabilityOf(kind)));
  }

  get #isLegacy(): boolean {
    return this.serverInfo.era === 'legacy';
  }
}
