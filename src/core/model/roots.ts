import type { Event } from '#core/common/events.ts';
import type { ServerDefinition } from './definition.ts';

/** A folder that the user works in. */
export interface Root {
  /** A `file://` URI. */
  readonly uri: string;
  readonly name?: string;
}

/**
 * The folders that servers receive as roots. Roots are guidance, not a permission: a local server can read other folders.
 * Source: MCP specification, client/roots.
 */
export interface Roots {
  all(): readonly Root[];
  readonly onDidChange: Event<void>;
  /** Checks which folders exist. Absent if the folders are watched all the time. Never rejects. */
  check?(): Promise<void>;
}

/** The roots for a server; `undefined` if its entry switches them off. */
export function rootsFor({ entry }: ServerDefinition, roots: Roots): Roots | undefined {
  return entry.roots === false ? undefined : roots;
}

/** The result of `roots/list`, both pushed and in a round. Source: MCP specification, client/roots, "Listing Roots". */
export function rootsResult(roots: Roots): { roots: { uri: string; name?: string }[] } {
  return { roots: roots.all().map(({ uri, name }) => ({ uri, ...(name && { name }) })) };
}
