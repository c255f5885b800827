/** UTF-16 code units of an id of a server. Ids are remembered, and no reasonable id is longer. */
export const maxIdLength = 1000;

/**
 * The id of a JSON-RPC request.
 * Source: MCP specification, basic, "Requests": a string or a number, never null.
 */
export type RequestId = string | number;

export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || typeof value === 'number';
}
