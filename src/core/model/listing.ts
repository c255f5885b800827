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

/** What a server has listed, raw. */
export interface Listing extends ListedItems {
  /** Until when the list is fresh, by `performance.now()`: its arrival when the server declares no `ttlMs`. */
  readonly freshUntil: number;
  /** The server declares a `ttlMs`. */
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
 * Lists everything of one kind. `ask` sends a request.
 * Source: MCP specification 2026-07-28, server/utilities/pagination and server/utilities/caching.
 */
export async function listAllPages(
  kind: ListKind,
  ask: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Listing> {
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let freshUntil = Number.POSITIVE_INFINITY;
  let declares = false;
  const page = async (cursor: string | undefined) => {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    freshUntil = Math.min(freshUntil, performance.now() + ttlOf(result));
    declares ||= declaresTtl(result);
    return result;
  };
  return { ...(await listPages(page, kind)), freshUntil, declaresTtl: declares };
}

/** Read what a server has listed. */
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
