import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: unknown;
}

const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value));
const capabilities = { tools: {} };
const serverInfo = { name: 'hostile', version: '1.0.0' };
const handshakes: Readonly<Record<'legacy' | 'modern', object>> = {
  legacy: { protocolVersion: '2025-11-25', capabilities, serverInfo },
  modern: { supportedVersions: ['2026-07-28'], capabilities, ttlMs: 0, cacheScope: 'private' },
};

/** A hostile server, connected in memory. Every message passes through JSON. */
export class HostilePeer implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The messages that the host has sent. */
  readonly received: Message[] = [];
  /** Returns the response to the `count`th call. `undefined`: none is sent. */
  answer: (count: number) => object | undefined = () => undefined;
  closed = false;
  readonly fault = undefined;
  readonly #era: 'legacy' | 'modern';
  #calls = 0;

  constructor(era: 'legacy' | 'modern') {
    this.#era = era;
  }

  async start(): Promise<void> {}

  async send(sent: JSONRPCMessage): Promise<void> {
    if (this.closed) {
      throw new Error('The connection is closed.');
    }
    const message: Message = throughJson(sent);
    this.received.push(message);
    const { id, method } = message;
    if (typeof method === 'string' && id !== undefined) {
      queueMicrotask(() => {
        const reply = this.#replyTo(method);
        if (reply) {
          this.push({ jsonrpc: '2.0', id, ...reply });
        }
      });
    }
  }

  #replyTo(method: string): object | undefined {
    switch (method) {
      case 'server/discover':
      case 'initialize':
        return { result: handshakes[this.#era] };
      case 'tools/call':
        this.#calls += 1;
        return this.answer(this.#calls);
      default:
        return { result: {} };
    }
  }

  push(message: unknown): void {
    if (!this.closed) {
      const received: unknown = throughJson(message);
      if (typeof received === 'object' && received !== null) {
        this.onmessage?.(received as JSONRPCMessage);
      }
    }
  }

  async close(): Promise<void> {
    if (!this.closed) {
      this.closed = true;
      this.onclose?.();
    }
  }
}
