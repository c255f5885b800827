/** The longest id that is accepted from a server, in UTF-16 code units. Ids are kept in memory; no reasonable one is longer. */
export const maxIdLength = 1000;

/**
 * The id of a JSON-RPC request.
 * Source: MCP specification, basic, "Requests": a string or a number, never null.
 */
export type RequestId = string | number;

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
