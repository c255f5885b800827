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

/** What was listed, raw. */
export interface Listing extends ListedItems {
  /** Until when it holds, by `performance.now()`: its arrival where the server does not say. */
  readonly freshUntil: number;
  /** The server says for how long it holds. */
  readonly declaresTtl: boolean;
}

/** The capabilities under which lists are declared. */
export const listCapabilities = ['tools', 'prompts', 'resources'] as const;
export type ListCapability = (typeof listCapabilities)[number];

/** The capability under which a kind is declared. */
export function capabilityOf(kind: ListKind): ListCapability {
  return kind === 'resourceTemplates' ? 'resources' : kind;
}

/**
 * Everything of one kind that the server lists; `ask` sends a request.
 * Source: MCP specification 2026-07-28, server/utilities/pagination and server/utilities/caching.
 */
export async function listAllPages(
  kind: ListKind,
  ask: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Listing> {
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let freshUntil = Number.POSITIVE_INFINITY;
  let says = false;
  const page = async (cursor: string | undefined) => {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    freshUntil = Math.min(freshUntil, performance.now() + ttlOf(result));
    says ||= declaresTtl(result);
    return result;
  };
  return { ...(await listPages(page, kind)), freshUntil, declaresTtl: says };
}

/** Reads what was listed. */
export const listReaders = {
  tools: readTools,
  prompts: readPrompts,
  resources: readResources,
  resourceTemplates: readResourceTemplates,
};

/** The kinds in words. */
export const listNames: Readonly<Record<ListKind, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resource templates',
};
