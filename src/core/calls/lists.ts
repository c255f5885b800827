import { setTimeout as delay } from 'node:timers/promises';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import type { Disposable } from '#core/common/events.ts';
import { backoffMs } from '#core/common/timing.ts';
import { explainCallFailure } from '#core/connection/callFailure.ts';
import type { Connection } from '#core/connection/connection.ts';
import type { RetryAfterPages } from '#core/elicitation/rounds/retryAfterPages.ts';
import { type Listing, type ListKind, listKinds, listNames, listReaders } from '#core/model/listing.ts';
import { noOfferings, type Offerings } from '#core/model/offerings.ts';
import { inOneLine } from '#form/text.ts';

interface ListsContext {
  readonly connection: Pick<Connection, 'offers' | 'notifiesOfChanges' | 'list'>;
  readonly afterPages: Pick<RetryAfterPages, 'queueRetry'>;
  /** Called when a kind was listed, for the first time or again. */
  readonly onListed: () => void;
  readonly warn: (line: string) => void;
}

/** The pauses between two listings after `list_changed`: doubled while the notifications continue. */
const relistPauses = { firstMs: 1000, maxMs: 30_000 };

/** The lists of a server's offerings, over one connection. A failure to list is logged, and the previous list stays. */
export class Lists implements Disposable {
  readonly #context: ListsContext;
  readonly #disposed = new AbortController();
  #offerings: Offerings;
  /** The times at which the listed kinds get stale. `hasTtl`: true if the server declares a time to live. */
  readonly #freshUntil: Map<ListKind, { readonly until: number; readonly hasTtl: boolean }>;
  /** The number of changes of a kind that the server has reported. */
  readonly #changes = new Map<ListKind, number>();
  /** The number of changes that the server had reported at the request of the stored list. */
  readonly #changesAtRequest = new Map<ListKind, number>();
  /** The running listings. */
  readonly #listings = new Map<ListKind, Promise<void>>();
  /** The end of the last background listing. */
  #queue: Promise<void> = Promise.resolve();
  /** The kinds that are listed because of `list_changed`. `isStale`: true if another notification has arrived since. */
  readonly #relisting = new Map<ListKind, { isStale: boolean }>();

  /** `previous`: the lists of the previous connection to the same server. */
  constructor(context: ListsContext, previous?: Lists) {
    this.#context = context;
    this.#offerings = previous?.offerings ?? noOfferings;
    this.#freshUntil = new Map(previous ? previous.#freshUntil : []);
  }

  get offerings(): Offerings {
    return this.#offerings;
  }

  /** True after a kind was listed: a name that is not in its list does not exist. */
  hasListed(kind: ListKind): boolean {
    return this.#freshUntil.has(kind);
  }

  /** Lists every kind once. Resolves even if `list_changed` notifications continue. Never rejects. */
  async listAll(): Promise<void> {
    await Promise.all(listKinds.map((kind) => this.#enqueue(() => this.#list(kind))));
  }

  /**
   * Handles `list_changed`: lists the kind again, and repeats this after a growing pause if another notification has arrived.
   */
  relistSoon(kind: ListKind): void {
    this.#changes.set(kind, this.#changesOf(kind) + 1);
    const relisting = this.#relisting.get(kind);
    if (relisting) {
      relisting.isStale = true;
    } else {
      void this.#relistUntilFresh(kind);
    }
  }

  /**
   * Lists all listed kinds again, because they were listed under another authorization.
   * Source: MCP specification 2026-07-28, server/utilities/caching: "MUST NOT be shared across authorization contexts".
   */
  relistAll(): void {
    for (const kind of this.#freshUntil.keys()) {
      this.relistSoon(kind);
    }
  }

  /**
   * Lists one kind if it was never listed or is stale: the server has reported a change since, or its time to live is over, or
   * it has no time to live and the server does not send `list_changed`.
   * Source: MCP specification 2026-07-28, server/utilities/caching, "Freshness Calculation" and "Interaction with
   * Notifications".
   */
  async refresh(kind: ListKind): Promise<void> {
    if (this.#hasChanged(kind)) {
      await this.#listings.get(kind);
    }
    const freshness = this.#freshUntil.get(kind);
    const isExpired =
      !freshness ||
      (performance.now() >= freshness.until && (freshness.hasTtl || !this.#context.connection.notifiesOfChanges(kind)));
    if (isExpired || this.#hasChanged(kind)) {
      await this.#list(kind);
    }
  }

  /** Lists one kind with a new request, after a running listing has ended. */
  async relist(kind: ListKind): Promise<void> {
    await this.#listings.get(kind);
    await this.#list(kind);
  }

  /** Ends all listings. */
  dispose(): void {
    this.#disposed.abort();
  }

  #changesOf(kind: ListKind): number {
    return this.#changes.get(kind) ?? 0;
  }

  /** True if the server has reported a change since the stored list was requested. */
  #hasChanged(kind: ListKind): boolean {
    return this.#changesOf(kind) > (this.#changesAtRequest.get(kind) ?? 0);
  }

  async #relistUntilFresh(kind: ListKind): Promise<void> {
    const relisting = { isStale: true };
    this.#relisting.set(kind, relisting);
    const { signal } = this.#disposed;
    for (let repeats = 0; relisting.isStale && !signal.aborted; repeats += 1) {
      relisting.isStale = false;
      await this.#enqueue(() => this.relist(kind));
      await delay(backoffMs(repeats, relistPauses.firstMs, relistPauses.maxMs), undefined, { signal }).catch(
        () => undefined,
      );
    }
    this.#relisting.delete(kind);
  }

  /** Runs background listings one after another: four of the longest lists at once would take much memory. */
  #enqueue(list: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(list);
    return this.#queue;
  }

  /** Lists one kind, or waits for a running listing. */
  #list(kind: ListKind): Promise<void> {
    const listing = this.#listings.get(kind) ?? this.#listOnce(kind).finally(() => this.#listings.delete(kind));
    this.#listings.set(kind, listing);
    return listing;
  }

  async #listOnce(kind: ListKind): Promise<void> {
    const { connection, afterPages } = this.#context;
    if (this.#disposed.signal.aborted || !connection.offers(kind)) {
      return;
    }
    const send = async () => {
      const changes = this.#changesOf(kind);
      this.#store(kind, await connection.list(kind), changes);
    };
    const onFailure = (error: unknown) => this.#logFailure(kind, error);
    try {
      await send();
    } catch (error) {
      if (!afterPages.queueRetry(kind, error, send, onFailure)) {
        onFailure(error);
      }
    }
  }

  /** `changes`: the number of changes that the server had reported at the request of the list. */
  #store(kind: ListKind, { items, freshUntil, declaresTtl: hasTtl, cut }: Listing, changes: number): void {
    if (this.#disposed.signal.aborted) {
      return;
    }
    const listName = listNames[kind];
    if (cut === 'limit') {
      this.#context.warn(`The server lists too many ${listName}: only the first ${items.length} are shown.`);
    } else if (cut === 'cursor') {
      this.#context.warn(
        `The server sent the same cursor twice for its ${listName}; the list ends after ${items.length} of them.`,
      );
    }
    const others = this.#offerings.incomplete.filter((incompleteKind) => incompleteKind !== kind);
    const incomplete = cut ? [...others, kind] : others;
    this.#offerings = { ...this.#offerings, [kind]: listReaders[kind](items), incomplete };
    this.#changesAtRequest.set(kind, changes);
    this.#freshUntil.set(kind, { until: freshUntil, hasTtl });
    this.#context.onListed();
  }

  #logFailure(kind: ListKind, error: unknown): void {
    const isUnknownMethod = error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;
    // Not logged for templates: many servers have resources and no templates.
    if (!this.#disposed.signal.aborted && !(kind === 'resourceTemplates' && isUnknownMethod)) {
      const reason = inOneLine(explainCallFailure(error).message, 300);
      this.#context.warn(`The ${listNames[kind]} could not be listed: ${reason}`);
    }
  }
}
