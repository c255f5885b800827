/** An MCP server that requires an access token of an authorization server. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { McpServer as LegacyServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { AuthorizationServer } from './authorizationServer.ts';
import { verifyProof } from './jwt.ts';

interface ResourceSwitches {
  /** The authorization server in the metadata, whose tokens are accepted. */
  authorizationServer: AuthorizationServer;
  /** The `scope` of a challenge for signing in. */
  scope: string | undefined;
  /** The scopes that a call of the tool `write` requires. */
  needed: string[];
  /** The resource in the metadata, if it is not this server. */
  resource: string | undefined;
  /** True if every token is refused. */
  refusesAll: boolean;
  /** The only method that requires a token, if not all do. */
  refusesOnly?: string;
  /** Called before a request that was admitted is executed, which waits for it. */
  before?: (body: string) => Promise<void> | undefined;
  /** True if requests get no response. */
  silent: boolean;
  /** Which proofs of possession (DPoP) are required. `nonce`: with a nonce; `endless`: every nonce is refused; absent: none. */
  proofs?: 'plain' | 'nonce' | 'endless';
  /** Returns another response than the metadata for a path of the well-known URI. */
  describes?: (path: string) => { readonly status?: number; readonly body?: string } | undefined;
  /** Returns the challenge that is sent in place of the default one. */
  challenges?: (usual: string) => string;
}

export class ResourceServer {
  readonly switches: ResourceSwitches;
  /** The JSON-RPC methods that were executed, with the tool's name. */
  readonly carriedOut: string[] = [];
  /** The access tokens of the calls, also of those that were refused; empty for a call without one. */
  readonly callTokens: string[] = [];
  /** The ids of all proofs. */
  readonly proofs: string[] = [];
  refusals = 0;
  /** The paths of metadata requests. */
  readonly described: string[] = [];
  /** The requests to unknown paths: method and path. */
  readonly strays: string[] = [];
  readonly #server: Server;
  readonly #transports = new Map<string, StreamableHTTPServerTransport | SSEServerTransport>();
  readonly #modern = createMcpHandler(() => {
    const server = new McpServer({ name: 'protected', version: '1.0.0' });
    for (const name of ['read', 'write']) {
      server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: `${name} done` }] }));
    }
    return server;
  });

  readonly kind: 'legacy' | 'modern' | 'sse';

  private constructor(authorizationServer: AuthorizationServer, kind: 'legacy' | 'modern' | 'sse') {
    this.kind = kind;
    this.switches = {
      authorizationServer,
      scope: 'read',
      needed: [],
      resource: undefined,
      refusesAll: false,
      silent: false,
    };
    const handle = { legacy: this.#handleLegacy, modern: this.#handleModern, sse: this.#handleSse }[kind].bind(this);
    this.#server = createServer(async (request, response) => {
      const body = await textOf(request);
      if (this.switches.silent) {
        return;
      }
      if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
        this.#describe(request.url, response);
      } else if (!/^\/(mcp|messages)/.test(request.url ?? '')) {
        this.strays.push(`${request.method} ${request.url}`);
        response.writeHead(404).end();
      } else if (this.#admit(request, response, body)) {
        await this.switches.before?.(body);
        await handle(request, response, body);
      }
    });
  }

  static async start(authorizationServer: AuthorizationServer, kind: 'legacy' | 'modern' | 'sse') {
    const server = new ResourceServer(authorizationServer, kind);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  async stop(): Promise<void> {
    await this.#modern.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #describe(path: string, response: ServerResponse): void {
    const { authorizationServer, resource = this.url, describes } = this.switches;
    this.described.push(path);
    const replacement = describes?.(path);
    if (replacement) {
      response.writeHead(replacement.status ?? 200).end(replacement.body);
      return;
    }
    const metadata = { resource, authorization_servers: [authorizationServer.url], scopes_supported: ['read'] };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(metadata));
  }

  /** Returns true if the request may be executed. Otherwise responds with a challenge and returns false. */
  #admit(request: IncomingMessage, response: ServerResponse, body: string): boolean {
    const { authorizationServer, scope, needed, refusesAll } = this.switches;
    const { proofs, refusesOnly } = this.switches;
    const message = body === '' ? {} : JSON.parse(body);
    if (refusesOnly !== undefined && message.method !== refusesOnly) {
      return true;
    }
    const scheme = proofs ? 'DPoP' : 'Bearer';
    const [, usedScheme, token = ''] = /^(Bearer|DPoP) (.*)$/.exec(request.headers.authorization ?? '') ?? [];
    const known = authorizationServer.accessTokens.get(token);
    if (message.method === 'tools/call') {
      this.callTokens.push(token);
    }
    const about = `resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`;
    const refuse = (status: number, params: string) => {
      this.refusals += 1;
      const usual = `${scheme} ${params}${about}`;
      response.writeHead(status, { 'WWW-Authenticate': this.switches.challenges?.(usual) ?? usual }).end();
      return false;
    };
    const nonce = { plain: undefined, nonce: 'nonce-of-resource', endless: 'never' }[proofs ?? 'plain'];
    const { method = '', headers } = request;
    const proof = verifyProof(String(headers['dpop'] ?? ''), { method, url: this.url, token, nonce });
    if (proofs && known && proof.needsNonce) {
      response.setHeader('DPoP-Nonce', proofs === 'endless' ? randomUUID() : 'nonce-of-resource');
      return refuse(401, 'error="use_dpop_nonce", ');
    }
    this.proofs.push(proof.jti);
    const isHeldByClient =
      usedScheme === scheme && (!proofs || (proof.thumbprint !== undefined && proof.thumbprint === known?.thumbprint));
    if (!known || refusesAll || known.resource !== this.url || !isHeldByClient) {
      return refuse(401, scope === undefined ? '' : `scope="${scope}", `);
    }
    const granted = known.scope.split(' ');
    if (message.params?.name === 'write' && needed.some((each) => !granted.includes(each))) {
      return refuse(403, `error="insufficient_scope", scope="${needed.join(' ')}", `);
    }
    this.carriedOut.push([message.method, message.params?.name].filter(Boolean).join(' '));
    return true;
  }

  async #handleLegacy(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const session = request.headers['mcp-session-id'];
    let transport = typeof session === 'string' ? this.#transports.get(session) : undefined;
    if (!transport) {
      const newTransport = new StreamableHTTPServerTransport({
        sessionIdGenerator: () => randomUUID(),
        onsessioninitialized: (id) => void this.#transports.set(id, newTransport),
      });
      await legacyServer().connect(newTransport);
      transport = newTransport;
    }
    await (transport as StreamableHTTPServerTransport).handleRequest(request, response, body && JSON.parse(body));
  }

  async #handleSse(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    if (request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response);
      this.#transports.set(transport.sessionId, transport);
      await legacyServer().connect(transport);
      return;
    }
    const session = new URL(request.url ?? '', this.origin).searchParams.get('sessionId');
    const transport = session === null ? undefined : this.#transports.get(session);
    if (transport instanceof SSEServerTransport) {
      await transport.handlePostMessage(request, response, JSON.parse(body));
    } else {
      response.writeHead(405).end();
    }
  }

  async #handleModern(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const { method = 'GET' } = request;
    const headers = new Headers(request.headers as Record<string, string>);
    const result = await this.#modern.fetch(new Request(this.url, { method, headers, ...(body && { body }) }));
    response.writeHead(result.status, Object.fromEntries(result.headers));
    for await (const chunk of result.body ?? []) {
      response.write(chunk);
    }
    response.end();
  }
}

function legacyServer(): LegacyServer {
  const server = new LegacyServer({ name: 'protected', version: '1.0.0' });
  for (const name of ['read', 'write']) {
    server.registerTool(name, {}, () => ({ content: [{ type: 'text', text: `${name} done` }] }));
  }
  return server;
}
