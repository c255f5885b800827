/** What Streamable HTTP adds to a message. Source: MCP specification 2026-07-28, basic/transports, "Streamable HTTP". */
import type { IncomingHttpHeaders } from 'node:http';

export interface JsonRpcMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly _meta?: Readonly<Record<string, unknown>>;
    readonly [name: string]: unknown;
  };
  readonly error?: { readonly code: number };
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

/** False if a web page of another host may have sent it (DNS rebinding). */
export function isLocal({ host = '', origin }: IncomingHttpHeaders): boolean {
  const urls = [`http://${host}`, ...(origin === undefined ? [] : [origin])];
  return urls.every((url) => localNames.includes(URL.parse(url)?.hostname ?? ''));
}

/** The member of the parameters that the header `Mcp-Name` repeats. */
const namedBy: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** The error of a message of the modern era whose headers do not say what it says. */
export function modernRefusal(
  headers: IncomingHttpHeaders,
  { method = '', params }: JsonRpcMessage,
): { readonly code: number; readonly message: string } | undefined {
  const version = params?._meta?.['io.modelcontextprotocol/protocolVersion'];
  const repeated: [string, unknown][] = [
    ['mcp-method', method],
    ['mcp-name', params?.[namedBy[method] ?? '']],
    ['mcp-protocol-version', version],
  ];
  const mismatch = repeated.find(([name, value]) => value !== undefined && headers[name] !== value);
  if (mismatch) return { code: -32020, message: `The header ${mismatch[0]} does not match the body.` };
  return version === undefined ? { code: -32602, message: 'The message names no protocol version.' } : undefined;
}

/** The status of a response that is this error. */
export function statusOf(errorCode: number | undefined): number {
  if (errorCode === -32601) return 404;
  return [-32700, -32600, -32602, -32020, -32021, -32022].includes(errorCode ?? 0) ? 400 : 200;
}
