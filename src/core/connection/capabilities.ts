import type { Client } from '@modelcontextprotocol/client';
import { capabilityOf, type ListCapability, type ListKind } from '#core/model/listing.ts';
import type { ServerInfo } from '#core/model/serverState.ts';

/** The information and the capabilities that a connected server has declared. */
export class Capabilities {
  readonly serverInfo: ServerInfo;
  readonly #declared: ReturnType<Client['getServerCapabilities']>;
  #subscribedLists: ReadonlySet<ListCapability> = new Set();

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

  /** True if the host can request that tools run as tasks. In the modern era the server decides that. */
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
   * The lists whose changes a modern server announces at present: those that it has acknowledged for the open subscription.
   * Without a subscription, none.
   */
  set subscribedLists(lists: ReadonlySet<ListCapability>) {
    this.#subscribedLists = lists;
  }

  /** True if the server announces changes of this list at present. */
  notifiesOfChanges(kind: ListKind): boolean {
    return this.declaresChanges(kind) && (this.#isLegacy || this.#subscribedLists.has(capabilityOf(kind)));
  }

  get #isLegacy(): boolean {
    return this.serverInfo.era === 'legacy';
  }
}
