import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Emitter } from '#core/common/events.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';

export const url = 'http://server.example/mcp';
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
export const request = (method: string, params?: Record<string, unknown>) =>
  ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }) as const;
export const envelope = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

/** What a transport has received and reported, and how it was asked to. */
export class Rig {
  readonly told: unknown[] = [];
  readonly transport: StreamableHttpTransport;

  constructor(
    fetch: FetchLike,
    at = url,
    fetchStandalone = fetch,
    headers: Record<string, string> = {},
    pauses = { firstMs: 1, longestMs: 1, idleMs: 1 },
  ) {
    this.transport = new StreamableHttpTransport({
      url: new URL(at),
      headers,
      fetch,
      fetchStandalone,
      pauses,
      interactions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      invalid: (text) => this.told.push(`ignored ${text}`),
      reopened: () => undefined,
      checkHealth: () => undefined,
    });
    this.transport.onmessage = (message) => this.told.push(message);
    this.transport.onerror = ({ message }) => this.told.push(`failed ${message}`);
  }

  send(message: JSONRPCMessage, more = {}): Promise<void> {
    const onRequestStreamEnd = () => this.told.push(`ended ${'id' in message ? message.id : ''}`);
    return this.transport.send(message, { onRequestStreamEnd, ...more });
  }
}
