import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';
import { encodeHeaderValue } from './toolParameterHeaders.ts';

/** Headers that a caller of `send` cannot set, because they follow from the message and the connection. */
const reservedHeaders: ReadonlySet<string> = new Set([
  ...['authorization', 'dpop', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'],
]);

/**
 * The parameter that the header `Mcp-Name` repeats, by method. Source: SEP-2663, "Streamable HTTP", for tasks; for the other
 * methods see `setMessageHeaders`.
 */
const nameParameters: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The headers of the entry and of the connection. `acceptedTypes`: media types in addition to those of the entry. */
export function connectionHeaders(
  entryHeaders: Readonly<Record<string, string>>,
  sessionId: string | undefined,
  version: string | undefined,
  acceptedTypes: readonly string[] = [],
): Headers {
  const headers = new Headers(entryHeaders);
  if (sessionId !== undefined) {
    headers.set('mcp-session-id', sessionId);
  }
  if (version !== undefined) {
    headers.set('mcp-protocol-version', version);
  }
  if (acceptedTypes.length > 0) {
    const entryTypes = headers.get('accept')?.split(',') ?? [];
    headers.set(
      'accept',
      [...new Set([...entryTypes.map((type) => type.trim().toLowerCase()), ...acceptedTypes])].join(', '),
    );
  }
  return headers;
}

/**
 * Adds the headers of a posted message: `callerHeaders`, from the caller of `send`, and in the modern era those that follow
 * from the request, whose `_meta` has the protocol version. Removes the session id from `initialize`.
 * Source: MCP specification 2026-07-28, basic/transports/streamable-http, "Standard Request Headers"; 2025-11-25,
 * basic/transports, "Session Management".
 */
export function setMessageHeaders(
  headers: Headers,
  message: JSONRPCMessage,
  callerHeaders: Readonly<Record<string, string>> = {},
): void {
  headers.set('content-type', 'application/json');
  for (const [name, value] of Object.entries(callerHeaders)) {
    if (!reservedHeaders.has(name.toLowerCase())) {
      headers.set(name, value);
    }
  }
  if (!('method' in message && 'id' in message)) {
    return;
  }
  const { method, params } = message;
  if (method === 'initialize') {
    headers.delete('mcp-session-id');
  }
  const version = isRecord(params?._meta) ? params._meta[PROTOCOL_VERSION_META_KEY] : undefined;
  if (typeof version === 'string') {
    headers.set('mcp-protocol-version', version);
    headers.set('mcp-method', method);
    const name = Object.hasOwn(nameParameters, method) ? params?.[nameParameters[method] ?? ''] : undefined;
    if (typeof name === 'string') {
      headers.set('mcp-name', encodeHeaderValue(name));
    }
  }
}
