import { isDeepStrictEqual } from 'node:util';
import type { CallBody, ElicitationBody } from './entry.ts';

/** The milliseconds after which merged entries are recorded and counting starts again. */
const periodMs = 60_000;

interface AggregationRules<B> {
  /** The number of entries of one server in a period that are recorded individually. Further entries are merged. */
  readonly maxIndividual: number;
  /** The number of servers that are counted separately. Before another server is counted, all merged entries are recorded. */
  readonly maxServers: number;
  /** True for an entry that is never merged or counted. */
  readonly isExempt: (body: B) => boolean;
  /** Entries of a server with the same key are merged. */
  readonly keyOf: (body: B) => string;
  /** Returns an entry with only the properties that are the same in both. */
  readonly merge: (one: B, other: B) => B;
}

interface ServerAccount<B> {
  recorded: number;
  /** The merged entries, by key. */
  readonly merged: Map<string, { body: B; times: number }>;
}

/**
 * Limits the number of entries that one server or program can add to the record: beyond a number per server and minute, similar
 * entries are merged into one entry with a count, which is recorded at the end of the minute.
 */
export class EntryAggregator<B extends ElicitationBody | CallBody> {
  readonly #rules: AggregationRules<B>;
  readonly #record: (body: B) => void;
  readonly #accounts = new Map<string, ServerAccount<B>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(rules: AggregationRules<B>, record: (body: B) => void) {
    this.#rules = rules;
    this.#record = record;
  }

  /** Records an entry, either at once or merged with others at the end of the period. */
  add(body: B): void {
    const { maxIndividual, isExempt, keyOf, merge } = this.#rules;
    if (isExempt(body)) {
      this.#record(body);
      return;
    }
    const account = this.#account(body.server.id);
    if (account.recorded < maxIndividual) {
      account.recorded += 1;
      this.#record(body);
      return;
    }
    const key = keyOf(body);
    const same = account.merged.get(key);
    account.merged.set(key, same ? { body: merge(same.body, body), times: same.times + 1 } : { body, times: 1 });
  }

  /** Records the merged entries and starts a new period. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const accounts = [...this.#accounts.values()];
    this.#accounts.clear();
    for (const { body, times } of accounts.flatMap(({ merged }) => [...merged.values()])) {
      this.#record(times > 1 ? { ...body, times } : body);
    }
  }

  #account(serverId: string): ServerAccount<B> {
    const existing = this.#accounts.get(serverId);
    if (existing) {
      return existing;
    }
    if (this.#accounts.size >= this.#rules.maxServers) {
      this.flush();
    }
    const account: ServerAccount<B> = { recorded: 0, merged: new Map() };
    this.#accounts.set(serverId, account);
    this.#timer ??= setTimeout(() => this.flush(), periodMs).unref();
    return account;
  }
}

/** The properties that are left out of a merged entry if the requests differ in them. */
const omittedIfDifferent = [
  'call',
  'protocol',
  'mode',
  'message',
  'reason',
  'unsent',
  'delivery',
  'status',
  'unread',
  'findings',
  'limits',
  'fields',
  'moreFields',
  'site',
  'url',
] as const;

/**
 * Merges requests that were not shown, by decision, decider and delivery method. A request that was shown, that the user decided
 * or whose page was opened is always recorded individually.
 */
export const elicitationAggregation: AggregationRules<ElicitationBody> = {
  maxIndividual: 20,
  maxServers: Number.POSITIVE_INFINITY,
  isExempt: concernsUser,
  keyOf: ({ decision, decidedBy, way }) => `${decision} ${decidedBy} ${way}`,
  merge: (one, other) => {
    const different = omittedIfDifferent.filter(
      (name) => one[name] !== undefined && !isDeepStrictEqual(one[name], other[name]),
    );
    return different.length > 0 ? { ...one, ...Object.fromEntries(different.map((name) => [name, undefined])) } : one;
  },
};

/**
 * True for a request that was shown, opened or decided by the user. A request that was not shown is also decided by the user if
 * the user cancelled all requests of a server; such an entry has no `reason`.
 */
function concernsUser({ shownMs, decidedBy, reason, opened }: ElicitationBody): boolean {
  return shownMs !== undefined || opened !== undefined || (decidedBy === 'person' && reason === undefined);
}

/** Merges tool calls, by caller, outcome, and whether the server asked. A merged entry has the longest duration. */
export const callAggregation: AggregationRules<CallBody> = {
  maxIndividual: 60,
  maxServers: 1000,
  isExempt: () => false,
  keyOf: ({ by, outcome, failure, asked }) => `${by} ${outcome} ${failure ?? ''} ${asked ?? ''}`,
  merge: (one, other) => {
    const { call, ...rest } = one;
    const ms = Math.max(one.ms, other.ms);
    return call && call.target === other.call?.target
      ? { ...rest, call: { kind: call.kind, target: call.target }, ms }
      : { ...rest, ms };
  },
};
