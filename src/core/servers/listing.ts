import { listPages, readPrompts, readResources, readTemplates, readTools, ttlOf } from './offerings.ts';

export const listKinds = ['tools', 'prompts', 'resources', 'resourceTemplates'] as const;
export type ListKind = (typeof listKinds)[number];

/** What was listed, raw. `ttlMs`: for how long the server says that it holds. */
export interface Listing {
  readonly items: readonly unknown[];
  readonly ttlMs: number;
  /** There was more than is kept. */
  readonly cut: boolean;
}

/** The capability under which a kind is declared. */
export function capabilityOf(kind: ListKind): 'tools' | 'prompts' | 'resources' {
  return kind === 'resourceTemplates' ? 'resources' : kind;
}

/**
 * Everything of one kind that the server lists; `ask` sends a request.
 * Source: MCP specification 2026-07-28, server/utilities/pagination and server/utilities/caching.
 */
export async function listEverything(
  kind: ListKind,
  ask: (method: string, params: Record<string, unknown>) => Promise<unknown>,
): Promise<Listing> {
  const method = kind === 'resourceTemplates' ? 'resources/templates/list' : `${kind}/list`;
  let ttlMs = Number.POSITIVE_INFINITY;
  const page = async (cursor: string | undefined) => {
    const result = await ask(method, cursor === undefined ? {} : { cursor });
    ttlMs = Math.min(ttlMs, ttlOf(result));
    return result;
  };
  const { items, cut } = await listPages(page, kind);
  return { items, ttlMs, cut };
}

/** Reads what was listed. */
export const readers = {
  tools: readTools,
  prompts: readPrompts,
  resources: readResources,
  resourceTemplates: readTemplates,
};

/** The kinds in words. */
export const listWords: Readonly<Record<ListKind, string>> = {
  tools: 'tools',
  prompts: 'prompts',
  resources: 'resources',
  resourceTemplates: 'resource templates',
};
