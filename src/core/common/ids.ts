/** UTF-16 code units of an id that a server gives. Ids are remembered, and none that is meant well is longer. */
export const longestId = 1000;

/**
 * The id of a JSON-RPC request.
 * Source: MCP specification, basic, "Requests": a string or a number, never null.
 */
export type Id = string | number;

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number';
}
