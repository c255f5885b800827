import type { Event } from '../events.ts';

/** A folder that the person works in. */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
}

/**
 * The folders that servers are told of. They are guidance, no permission: a server that runs here reads what it can.
 * Source: MCP specification, client/roots.
 */
export interface Roots {
  all(): readonly Root[];
  readonly onDidChange: Event<void>;
}

/** Where there is no workspace. */
export const noRoots: Roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };

/** The result of `roots/list`, pushed or in a round. Source: MCP specification, client/roots, "Listing Roots". */
export function rootsResult(roots: Roots): { roots: { uri: string; name?: string }[] } {
  return { roots: roots.all().map(({ uri, name }) => ({ uri, ...(name && { name }) })) };
}
