import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';

type Respond = (request: JSONRPCRequest, options?: TransportSendOptions) => Promise<void> | void;

/** A transport whose server is the test. `respond` is called with each request except `initialize`, to which the transport responds. */
export class TestTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sent: JSONRPCMessage[] = [];
  isClosed = false;

  readonly #respond: Respond;

  constructor(respond: Respond = () => undefined) {
    this.#respond = respond;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    this.sent.push(message);
    if (!('method' in message && 'id' in message)) {
      return;
    }
    if (message.method === 'initialize') {
      const serverInfo = { name: 'test', version: '0.0.0' };
      this.reply(message.id, { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {} }, serverInfo });
    } else {
      await this.#respond(message, options);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.onclose?.();
  }

  /** Delivers a message of the server, which may be invalid. */
  receive(message: unknown): void {
    this.onmessage?.(message as JSONRPCMessage);
  }

  reply(id: string | number, result: unknown): void {
    this.receive({ jsonrpc: '2.0', id, result });
  }

  /** The replies to the requests of the server. */
  get replies(): JSONRPCMessage[] {
    return this.sent.filter((message) => !('method' in message));
  }
}

/** The response to `server/discover` of a modern server. */
export const discover = {
  resultType: 'complete',
  ...{ ttlMs: 0, cacheScope: 'private' as const },
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {}, prompts: {} },
};

/** Returns the client of the SDK without the pieces of `src/core/connection/sdk`, connected to `transport` in an era. */
export async function connectBareClient(
  era: 'legacy' | 'modern',
  transport: Transport,
  capabilities: ClientOptions['capabilities'] = {},
): Promise<Client> {
  const client = new Client({ name: 'bare', version: '0.0.0' }, { capabilities });
  await client.connect(transport, { prior: era === 'legacy' ? { kind: 'legacy' } : { kind: 'modern', discover } });
  return client;
}

/** The state of `promise` after everything that was ready to run has run. */
export async function stateOf(promise: Promise<unknown>): Promise<'resolved' | 'rejected' | 'pending'> {
  const settled = promise.then(
    () => 'resolved' as const,
    () => 'rejected' as const,
  );
  return Promise.race([settled, nextTurns().then(() => 'pending' as const)]);
}

/** Resolves after everything that was ready to run has run. */
export async function nextTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
