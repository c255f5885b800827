import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LaunchSpec } from '#core/model/definition.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
}

/** A result of a script: no result is sent, and the response stays open. */
export const silence = Symbol('silence');
/** A result of a script: no result is sent, and the response ends. */
export const drop = Symbol('drop');

export type Script = (
  message: Message,
  /** Sends a request on the stream of the received request, and returns the reply. */
  ask: (method: string, params: unknown) => Promise<Message>,
  /** Sends any message on the request's stream. */
  send: (message: object) => void,
  /** The HTTP response of the request. */
  response: ServerResponse,
) => unknown;

/**
 * A legacy-era Streamable HTTP server in this process. `script` returns the result of a request, or throws its error, and may
 * send requests on the request's stream. If it returns `undefined`, the server responds like a server with one tool.
 */
export class ScriptedServer {
  /** The only valid session: requests of other sessions are refused. Absent: there are no sessions. */
  session: string | undefined;
  /** The methods of all requests, in the order of arrival. */
  readonly methods: string[] = [];
  readonly #script: Script;
  readonly #pending = new Map<number | string, (reply: Message) => void>();
  readonly #http: Server;
  #nextId = 1000;

  constructor(script: Script) {
    this.#script = script;
    this.#http = createServer(async (request, response) => {
      if (request.method !== 'POST') {
        response.writeHead(405).end();
        return;
      }
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      const message: Message = JSON.parse(body);
      if (message.method === undefined || message.id === undefined) {
        this.#pending.get(message.id ?? '')?.(message);
        response.writeHead(202).end();
        return;
      }
      const handshake = message.method === 'initialize' || message.method === 'server/discover';
      if (this.session !== undefined && !handshake && request.headers['mcp-session-id'] !== this.session) {
        response.writeHead(404).end();
        return;
      }
      this.methods.push(message.method);
      if (this.session !== undefined && message.method === 'initialize') {
        response.setHeader('mcp-session-id', this.session);
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      const send = (part: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...part })}\n\n`);
      const ask = (method: string, params: unknown) => {
        const id = this.#nextId++;
        send({ id, method, params });
        return new Promise<Message>((resolve) => this.#pending.set(id, resolve));
      };
      try {
        const result = await this.#script(message, ask, send, response);
        if (result === silence) {
          return;
        }
        if (result !== drop) {
          send({ id: message.id, ...(result ? { result } : defaultResponse(message.method)) });
        }
      } catch (error) {
        send({ id: message.id, error });
      }
      response.end();
    });
  }

  async listen(): Promise<LaunchSpec> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    const { port } = this.#http.address() as AddressInfo;
    return { type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] };
  }

  /** The number of received requests with this method. */
  count(method: string): number {
    return this.methods.filter((one) => one === method).length;
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }
}

function defaultResponse(method: string): object {
  switch (method) {
    case 'initialize':
      return {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'scripted', version: '1.0.0' },
        },
      };
    case 'tools/list':
      return { result: { tools: [{ name: 'only', inputSchema: { type: 'object' } }] } };
    case 'ping':
      return { result: {} };
    default:
      return { error: { code: -32601, message: 'Method not found' } };
  }
}
