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
  readonly listed: () => void;
  readonly warn: (line: string) => void;
}

/** Milliseconds between two listings after `list_changed`; doubled while the notifications continue. */
const relistPauses = { firstMs: 1000, longestMs: 30_000 };

/** What a server offers, as listed over one connection. A list that fails is logged, and the previous one stays. */
export class Lists implements Disposable {
  readonly #parts: ListsContext;
  readonly #disposed = new AbortController();
  #offerings: Offerings;
  /** Of the kinds that were listed. `says`: the server declared a time to live. */
  readonly #freshUntil: Map<ListKind, { readonly until: number; readonly says: boolean }>;
  /** How many changes the server has reported of a kind; and how many it had reported when the stored list was requested. */
  readonly #changes = new Map<ListKind, number>();
  readonly #listedAt = new Map<ListKind, number>();
  /** Listings under way. */
  readonly #listings = new Map<ListKind, Promise<void>>();
  /** The end of what is listed in turn. */
  #queue: Promise<void> = Promise.resolve();
  /** Kinds that are listed because of `list_changed`, and whether another notification has arrived since. */
  readonly #following = new Map<ListKind, { stale: boolean }>();

  /** `before`: the lists of the previous connection to the same server. */
  constructor(parts: ListsContext, before?: Lists) {
    this.#parts = parts;
    this.#offerings = before?.offerings ?? noOfferings;
    this.#freshUntil = new Map(before ? before.#freshUntil : []);
  }

  get offerings(): Offerings {
    return this.#offerings;
  }

  /** True if a kind was listed: a name that is not in its list does not exist. */
  hasListed(kind: ListKind): boolean {
    return this.#freshUntil.has(kind);
  }

  /** Lists everything once. Later `list_changed` notifications do not delay it. Never rejects. */
  async listAll(): Promise<void> {
    await Promise.all(listKinds.map((kind) => this.#enqueue(() => this.#list(kind))));
  }

  /**
   * The server sent `list_changed`: lists the kind again, and once more after a growing pause if another notification arrives
   * meanwhile.
   */
  changed(kind: ListKind): void {
    this.#changes.set(kind, this.#changesOf(kind) + 1);
    const following = this.#following.get(kind);
    if (following) {
      following.stale = true;
    } else {
      void this.#follow(kind);
    }
  }

  /**
   * Lists all known kinds anew, because they were listed under another authorization.
   * Source: MCP specification 2026-07-28, server/utilities/caching: "MUST NOT be shared across authorization contexts".
   */
  authorizationChanged(): void {
    for (const kind of this.#freshUntil.keys()) {
      this.changed(kind);
    }
  }

  /**
   * Lists one kind anew if it was never listed or is stale: the server has reported a change since, its time to live is over,
   * or it has none and the server does not send `list_changed`.
   * Source: MCP specification 2026-07-28, server/utilities/caching, "Freshness Calculation" and "Interaction with
   * Notifications".
   */
  async refresh(kind: ListKind): Promise<void> {
    if (this.#hasChanged(kind)) {
      await this.#listings.get(kind);
    }
    const known = this.#freshUntil.get(kind);
    const isOver =
      !known || (performance.now() >= known.until && (known.says || !this.#parts.connection.notifiesOfChanges(kind)));
    if (isOver || this.#hasChanged(kind)) {
      await this.#list(kind);
    }
  }

  /** Lists one kind with a new request, after a listing under way has ended. */
  async listAnew(kind: ListKind): Promise<void> {
    await this.#listings.get(kind);
    await this.#list(kind);
  }

  /** Ends all listing. */
  dispose(): void {
    this.#disposed.abort();
  }

  #changesOf(kind: ListKind): number {
    return this.#changes.get(kind) ?? 0;
  }

  /** True if the server has reported a change since the stored list was requested. */
  #hasChanged(kind: ListKind): boolean {
    return this.#changesOf(kind) > (this.#listedAt.get(kind) ?? 0);
  }

  async #follow(kind: ListKind): Promise<void> {
    const following = { stale: true };
    this.#following.set(kind, following);
    const { signal } = this.#disposed;
    for (let rounds = 0; following.stale && !signal.aborted; rounds += 1) {
      following.stale = false;
      await this.#enqueue(() => this.listAnew(kind));
      await delay(backoffMs(rounds, relistPauses.firstMs, relistPauses.longestMs), undefined, { signal }).catch(
        () => undefined,
      );
    }
    this.#following.delete(kind);
  }

  /** Background listings run one kind after the other: four of the longest lists at once take much memory. */
  #enqueue(list: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(list);
    return this.#queue;
  }

  /** Joins a listing that is under way. */
  #list(kind: ListKind): Promise<void> {
    const pass = this.#listings.get(kind) ?? this.#listOnce(kind).finally(() => this.#listings.delete(kind));
    this.#listings.set(kind, pass);
    return pass;
  }

  async #listOnce(kind: ListKind): Promise<void> {
    const { connection, afterPages } = this.#parts;
    if (this.#disposed.signal.aborted || !connection.offers(kind)) {
      return;
    }
    const send = async () => {
      const changes = this.#changesOf(kind);
      this.#store(kind, await connection.list(kind), changes);
    };
    const failed = (error: unknown) => this.#logFailure(kind, error);
    try {
      await send();
    } catch (error) {
      if (!afterPages.queueRetry(kind, error, send, failed)) {
        failed(error);
      }
    }
  }

  /** `changes`: how many changes the server had reported when the list was requested. */
  #store(kind: ListKind, { items, freshUntil, declaresTtl: saysTtl, cut }: Listing, changes: number): void {
    if (this.#disposed.signal.aborted) {
      return;
    }
    const words = listNames[kind];
    if (cut === 'limit') {
      this.#parts.warn(`The server lists more ${words} than can be shown: only the first ${items.length} are.`);
    } else if (cut === 'cursor') {
      this.#parts.warn(
        `The server gave the same cursor twice for its ${words}; its list ends there, with ${items.length} of them.`,
      );
    }
    const others = this.#offerings.incomplete.filter((one) => one !== kind);
    const incomplete = cut ? [...others, kind] : others;
    this.#offerings = { ...this.#offerings, [kind]: listReaders[kind](items), incomplete };
    this.#listedAt.set(kind, changes);
    this.#freshUntil.set(kind, { until: freshUntil, says: saysTtl });
    this.#parts.listed();
  }

  #logFailure(kind: ListKind, error: unknown): void {
    const unknown = error instanceof ProtocolError && error.code === ProtocolErrorCode.MethodNotFound;
    // Many servers have resources and no templates.
    if (!this.#disposed.signal.aborted && !(kind === 'resourceTemplates' && unknown)) {
      const why = inOneLine(explainCallFailure(error).message, 300);
      this.#parts.warn(`The ${listNames[kind]} could not be listed: ${why}`);
    }
  }
}
