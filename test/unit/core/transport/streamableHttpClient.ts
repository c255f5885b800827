import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Emitter } from '#core/common/events.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';

export const serverUrl = 'http://server.example/mcp';
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
export const jsonRpcRequest = (method: string, params?: Record<string, unknown>) =>
  ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }) as const;
export const envelope = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

/** A transport, with the messages, errors and stream ends that it has reported. */
export class StreamableHttpClient {
  readonly received: unknown[] = [];
  readonly transport: StreamableHttpTransport;

  constructor(
    fetch: FetchLike,
    url = serverUrl,
    fetchStandalone = fetch,
    headers: Record<string, string> = {},
    pauses = { firstMs: 1, maxMs: 1, maxStandaloneMs: 1 },
  ) {
    this.transport = new StreamableHttpTransport({
      url: new URL(url),
      headers,
      fetch,
      fetchStandalone,
      pauses,
      interactions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      onInvalid: (text) => this.received.push(`ignored ${text}`),
      onReopened: () => undefined,
      checkHealth: () => undefined,
    });
    this.transport.onmessage = (message) => this.received.push(message);
    this.transport.onerror = ({ message }) => this.received.push(`failed ${message}`);
  }

  send(message: JSONRPCMessage, more = {}): Promise<void> {
    const onRequestStreamEnd = () => this.received.push(`ended ${'id' in message ? message.id : ''}`);
    return this.transport.send(message, { onRequestStreamEnd, ...more });
  }
}
