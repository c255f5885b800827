import type { Event } from '#core/common/events.ts';
import type { ServerDefinition } from './definition.ts';

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
  /** Looks which folders are there now, where that is known only from time to time. Never rejects. */
  check?(): Promise<void>;
}

/** The roots that a server is told of; `undefined` where its entry says that it is told of none. */
export function rootsFor({ entry }: ServerDefinition, roots: Roots): Roots | undefined {
  return entry.roots === false ? undefined : roots;
}

/** Where there is no workspace. */
export const noRoots: Roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };

/** The result of `roots/list`, pushed or in a round. Source: MCP specification, client/roots, "Listing Roots". */
export function rootsResult(roots: Roots): { roots: { uri: string; name?: string }[] } {
  return { roots: roots.all().map(({ uri, name }) => ({ uri, ...(name && { name }) })) };
}
