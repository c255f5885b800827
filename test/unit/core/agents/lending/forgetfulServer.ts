import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
}

/** A server over Streamable HTTP of 2025-11-25 that forgets its session on command, and then refuses requests with a status. */
export class ForgetfulServer {
  /** The methods of the requests that it has accepted. */
  readonly accepted: string[] = [];
  /** The requests that it holds back until `release`. */
  readonly held: (() => void)[] = [];
  /** True if requests are held back before they are refused or accepted. */
  holds = false;
  /** True if pings get no response. */
  ignoresPings = false;
  /** True if calls are refused although the session is known. */
  refusesCalls = false;
  readonly #status: number;
  readonly #http: Server;
  #session = 0;
  #isForgotten = false;

  private constructor(status: number) {
    this.#status = status;
    this.#http = createServer((request, response) => void this.#respond(request, response));
  }

  static async start(status: number): Promise<ForgetfulServer> {
    const server = new ForgetfulServer(status);
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  forget(): void {
    this.#isForgotten = true;
  }

  release(): void {
    this.holds = false;
    for (const respond of this.held.splice(0)) {
      respond();
    }
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'GET' ? 405 : 200).end();
      return;
    }
    const { id, method = '' } = JSON.parse(Buffer.concat(parts).toString()) as Message;
    if (method === 'initialize') {
      this.#session += 1;
      this.#isForgotten = false;
    }
    const isKnown = method === 'initialize' || request.headers['mcp-session-id'] === `s${this.#session}`;
    const isRefused = !isKnown || this.#isForgotten || (this.refusesCalls && method === 'tools/call');
    if (this.holds && method === 'tools/call') {
      await new Promise<void>((resolve) => this.held.push(resolve));
    }
    if (method === 'ping' && this.ignoresPings) {
      return;
    }
    if (isRefused) {
      response.writeHead(this.#status).end();
      return;
    }
    this.accepted.push(method);
    const headers = { 'content-type': 'application/json', 'mcp-session-id': `s${this.#session}` };
    const begun = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'x', version: '1' },
    };
    const result = method === 'initialize' ? begun : { content: [{ type: 'text', text: 'done' }] };
    response.writeHead(id === undefined ? 202 : 200, headers);
    response.end(id === undefined ? undefined : JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
}
