import {
  declaresTtl,
  type ListedItems,
  listPages,
  readPrompts,
  readResources,
  readResourceTemplates,
  readTools,
  ttlOf,
} from './offerings.ts';

export const listKinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
export type ListKind = (typeof listKinds)[number];

/** The unparsed items of a list, and how long they are fresh. */
export interface Listing extends ListedItems {
  /** The time at which the list gets stale, by `performance.now()`. Without a `ttlMs` of the server: its arrival. */
  readonly freshUntil: number;
  /** True if the server declares a `ttlMs`. */
  readonly declaresTtl: boolean;
}

/** The capabilities that declare lists. */
export const listCapabilities = ['tools', 'prompts', 'resources'] as const;
export type ListCapability = (typeof listCapabilities)[number];

/** The capability that declares a kind of list. */
export function capabilityOf(kind: ListKind): ListCapability {
  return kind === 'resourceTemplates' ? 'resources' : kind;
}

/**
 * Requests all pages of one list. `request` sends a JSON-RPC request and returns its result.
 * Source: MCP specification 2026-07-28, server/utilities/pagination and server/utilities/caching.
 */
export async function listAllPages(
  kind: ListKind,
  request: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Listing> {
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let freshUntil = Number.POSITIVE_INFINITY;
  let hasTtl = false;
  const requestPage = async (cursor: string | undefined) => {
    const result = await request(method, cursor === undefined ? {} : { cursor });
    freshUntil = Math.min(freshUntil, performance.now() + ttlOf(result));
    hasTtl ||= declaresTtl(result);
    return result;
  };
  return { ...(await listPages(requestPage, kind)), freshUntil, declaresTtl: hasTtl };
}

/** Functions that parse the items of a list. */
export const listReaders = {
  tools: readTools,
  prompts: readPrompts,
  resources: readResources,
  resourceTemplates: readResourceTemplates,
};

/** The names of the kinds for logs. */
export const listNames: Readonly<Record<ListKind, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resource templates',
};
