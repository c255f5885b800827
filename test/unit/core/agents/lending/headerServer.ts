import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: { readonly cursor?: string; readonly arguments?: { readonly region?: string } };
}

const place = (header: unknown) => ({ type: 'string', 'x-mcp-header': header });

/** A Streamable HTTP server of 2026-07-28 whose tools require their argument `region` in a header. It lists them on two pages. */
export class HeaderServer {
  /** The methods of what it has received, with the cursors of lists, and the revision in the header. */
  readonly received: string[] = [];
  /** What follows `Mcp-Param-` in the name of the required header. */
  header = 'Region';
  /** True if a refusal has the id of its request, which is optional. */
  refusesWithId = true;
  /** True if calls are refused, whatever their headers are. */
  refusesAll = false;
  /** True if refusals come on event streams that stay open, and calls that are not refused get no response: see `lateStreams`. */
  isLate = false;
  readonly lateStreams: ServerResponse[] = [];
  /** Each gives one of these calls its response. */
  readonly lateCalls: (() => void)[] = [];
  /** True if lists get no response. */
  ignoresLists = false;
  /** The response to a list of tools, in place of its own. */
  listText: ((id: unknown) => string) | undefined;
  readonly #http: Server;

  private constructor() {
    this.#http = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) {
        body += part;
      }
      this.#respond(JSON.parse(body || '{}'), request.headers, response);
    });
  }

  static async start(): Promise<HeaderServer> {
    const server = new HeaderServer();
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/mcp`;
  }

  close(): void {
    this.#http.closeAllConnections();
    this.#http.close();
  }

  #respond({ id, method, params }: Message, headers: IncomingHttpHeaders, response: ServerResponse): void {
    const version = headers['mcp-protocol-version'] ?? 'no revision';
    this.received.push([method, params?.cursor, version].filter((part) => part !== undefined).join(' '));
    const reply = (status: number, message: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', ...message }));
    const complete = { resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' };
    if (id === undefined) {
      response.writeHead(202).end();
    } else if (method === 'initialize') {
      response.setHeader('mcp-session-id', 's');
      const begun = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
      reply(200, { id, result: begun });
    } else if (method === 'tools/list' && this.listText) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(this.listText(id));
    } else if (method === 'tools/list' && !this.ignoresLists) {
      const page = params?.cursor === undefined ? this.#firstPage() : this.#secondPage();
      reply(200, { id, result: { ...complete, ...page } });
    } else if (method === 'tools/call') {
      const isRight = headers[`mcp-param-${this.header.toLowerCase()}`] === params?.arguments?.region;
      const error = { code: -32020, message: 'Header mismatch' };
      if (isRight && !this.refusesAll) {
        const accept = () => reply(200, { id, result: { ...complete, content: [{ type: 'text', text: 'done' }] } });
        if (this.isLate) {
          this.lateCalls.push(accept);
        } else {
          accept();
        }
      } else if (this.isLate) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`);
        this.lateStreams.push(response);
      } else {
        reply(400, { ...(this.refusesWithId && { id }), error });
      }
    }
  }

  #firstPage(): object {
    const wrong = { type: 'object', properties: { list: { type: 'array', items: place(this.header) } } };
    const spaced = { type: 'object', properties: { region: place('a b') } };
    const tools = [
      { name: 'wrong', inputSchema: wrong },
      { ...this.#tool('deploy'), big: 1 },
      { name: 'spaced', inputSchema: spaced },
    ];
    return { tools, nextCursor: 'second' };
  }

  #secondPage(): object {
    return { tools: [this.#tool('remove')] };
  }

  #tool(name: string): object {
    return { name, inputSchema: { type: 'object', properties: { region: place(this.header) } } };
  }
}
