import type { ServerDefinition } from '#core/model/definition.ts';

type FindResult<T> =
  | { readonly kind: 'one'; readonly server: T }
  | { readonly kind: 'none' }
  /** The ids of the servers with this name. */
  | { readonly kind: 'several'; readonly ids: readonly string[] };

/**
 * Finds a server by its configured name or by its id (`user:name`, `workspace:name`).
 * A name that is also the id of another server matches both, so that a workspace cannot replace a server of the user by a server
 * that has the id of the user's server as its name.
 */
export function findServer<T extends { readonly definition: ServerDefinition }>(
  servers: readonly T[],
  nameOrId: string,
): FindResult<T> {
  const matches = servers.filter(({ definition }) => definition.name === nameOrId || definition.id === nameOrId);
  const [first, second] = matches;
  if (!first) {
    return { kind: 'none' };
  }
  return second
    ? { kind: 'several', ids: matches.map(({ definition }) => definition.id) }
    : { kind: 'one', server: first };
}
