import { digestOf } from '#core/common/digest.ts';
import { fingerprintOf } from '#core/common/fingerprint.ts';
import type { StateStore } from '#core/common/stateStore.ts';
import { type ServerDefinition, storedId } from '#core/model/definition.ts';
import { isRecord } from '#form/json.ts';

/** The results of one server, by the digest of their request, the newest last. */
interface KeptServer {
  readonly server: string;
  readonly fingerprint: string;
  /** See `LentConnection.authorizationId`. */
  readonly authorization?: string | undefined;
  readonly results: Readonly<Record<string, string>>;
}

const storeKey = 'lentLists';
const maxServers = 20;
/** The results of one server. */
const maxResults = 100;
/** UTF-16 code units of one result, and of all results of one server with their digests. */
const maxResultLength = 100_000;
const maxServerLength = 200_000;

/** What tells an equal request from another one, and does not matter for its result. */
const ownMarks: ReadonlySet<string> = new Set(['progressToken', 'traceparent', 'tracestate']);

const keptMethods: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/**
 * The last results with which lent servers began a session and listed what they offer. A server that has to ask the user before it can be
 * reached shows these meanwhile, because agents do not wait long at their start. They hold for one entry, and for the authorization with
 * which they came: after a sign-out, or a sign-in that may be of another account, they are not shown.
 * Source: MCP specification 2026-07-28, server/utilities/caching: caches "MUST NOT be shared across authorization contexts".
 */
export class LentLists {
  readonly #memory: StateStore;

  constructor(memory: StateStore) {
    this.#memory = memory;
  }

  /** The JSON of the last result for an equal request. `authorization`: the id of the last one of the server. */
  find(definition: ServerDefinition, method: string, params: unknown, authorization?: string): string | undefined {
    const key = keyOf(method, params);
    const kept = this.#all.find(isOf(definition));
    const isValid = kept?.fingerprint === fingerprintOf(definition.entry) && isFor(kept, authorization);
    return key === undefined || !isValid ? undefined : kept.results[key];
  }

  /** `result`: JSON without secrets. `authorization`: the id of the one with which it came. */
  keep(definition: ServerDefinition, method: string, params: unknown, result: string, authorization?: string): void {
    const key = keyOf(method, params);
    if (key === undefined || result.length > maxResultLength || /"nextCursor"\s*:/.test(result)) {
      return;
    }
    const fingerprint = fingerprintOf(definition.entry);
    const all = this.#all;
    const earlier = all.find(isOf(definition));
    const isSameEntry = earlier?.fingerprint === fingerprint;
    if (isSameEntry && earlier.authorization !== undefined && authorization === undefined) {
      // The sign-in has expired. A server that needs none for this request would displace all that came with it.
      return;
    }
    const isSame = isSameEntry && earlier.authorization === authorization;
    const { [key]: same, ...others } = isSame ? earlier.results : {};
    if (same === result) {
      return;
    }
    const kept = {
      server: serverKey(definition),
      fingerprint,
      authorization,
      results: Object.fromEntries(newest([...Object.entries(others), [key, result]])),
    };
    this.#memory.set(storeKey, [...all.filter((other) => other !== earlier), kept].slice(-maxServers));
  }

  /** True if anything is kept of a server, whatever its entry was. */
  has(definition: ServerDefinition): boolean {
    return this.#all.some(isOf(definition));
  }

  /** True if what is kept of a server came with another authorization than its last one. */
  isOfOther(definition: ServerDefinition, authorization: string | undefined): boolean {
    const kept = this.#all.find(isOf(definition));
    return kept !== undefined && !isFor(kept, authorization);
  }

  forget(definition: ServerDefinition): void {
    const isForgotten = isOf(definition);
    const others = this.#all.filter((kept) => !isForgotten(kept));
    this.#memory.set(storeKey, others.length > 0 ? others : undefined);
  }

  get #all(): readonly KeptServer[] {
    const stored = this.#memory.get(storeKey);
    return Array.isArray(stored) ? stored.filter(isKept) : [];
  }
}

/** The last results that fit. */
function newest(results: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
  let length = 0;
  const first = results.findLastIndex(([key, result]) => {
    length += key.length + result.length;
    return length > maxServerLength;
  });
  return results.slice(first + 1).slice(-maxResults);
}

function isOf(definition: ServerDefinition): (kept: KeptServer) => boolean {
  const key = serverKey(definition);
  return ({ server }) => server === key;
}

function isFor(kept: KeptServer, authorization: string | undefined): boolean {
  return kept.authorization === undefined || kept.authorization === authorization;
}

function serverKey(definition: ServerDefinition): string {
  return digestOf([storedId(definition)]);
}

/** `undefined` for a request whose result is not kept: another method, a further page of a list, or one that nests too deeply. */
function keyOf(method: string, params: unknown): string | undefined {
  const { cursor, _meta, ...own } = isRecord(params) ? params : {};
  if (!keptMethods.has(method) || cursor !== undefined) {
    return undefined;
  }
  const meta = Object.entries(isRecord(_meta) ? _meta : {}).filter(([name]) => !ownMarks.has(name));
  try {
    return fingerprintOf([method, own, Object.fromEntries(meta)]);
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is KeptServer {
  return (
    isRecord(value) &&
    typeof value['server'] === 'string' &&
    typeof value['fingerprint'] === 'string' &&
    ['undefined', 'string'].includes(typeof value['authorization']) &&
    isRecord(value['results']) &&
    Object.values(value['results']).every((result) => typeof result === 'string')
  );
}
