import type { Event } from '#core/common/events.ts';
import type { ServerDefinition } from './definition.ts';

/** A folder that the user works in. */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
}

/**
 * The folders that servers receive as roots. They are guidance, no permission: a local server can read more.
 * Source: MCP specification, client/roots.
 */
export interface Roots {
  all(): readonly Root[];
  readonly onDidChange: Event<void>;
  /** Checks which folders exist, if they are not watched all the time. Never rejects. */
  check?(): Promise<void>;
}

/** The roots for a server; `undefined` when its entry switches them off. */
export function rootsFor({ entry }: ServerDefinition, roots: Roots): Roots | undefined {
  return entry.roots === false ? undefined : roots;
}

/** For windows without a workspace. */
export const noRoots: Roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };

/** The result of `roots/list`, pushed or in a round. Source: MCP specification, client/roots, "Listing Roots". */
export function rootsResult(roots: Roots): { roots: { uri: string; name?: string }[] } {
  return { roots: roots.all().map(({ uri, name }) => ({ uri, ...(name && { name }) })) };
}
