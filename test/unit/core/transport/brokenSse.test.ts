import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const pauses = { firstMs: 30, maxMs: 100, maxStandaloneMs: 100 };

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/** An HTTP+SSE server with the tools `fine`, which responds, `hang`, which does not, and `ask`. Each stream is a session. */
class SseServer {
  sessions = 0;
  /** The HTTP status of the response to GET. `undefined`: the response is a stream. */
  getStatus: number | undefined;
  readonly #http: HttpServer;
  #stream: ServerResponse | undefined;

  constructor() {
    this.#http = createServer(async (request, response) => {
      if (request.method === 'GET') {
        this.#open(response);
        return;
      }
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      const isCurrentSession = request.url === `/post/${this.sessions}`;
      response.writeHead(isCurrentSession ? 202 : 404).end();
      if (isCurrentSession) {
        this.#respond(JSON.parse(body));
      }
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}/sse`;
  }

  cut(): void {
    this.#stream?.destroy();
  }

  close(): void {
    this.#http.close();
    this.#http.closeAllConnections();
  }

  #open(response: ServerResponse): void {
    if (this.getStatus !== undefined) {
      response.writeHead(this.getStatus).end();
      return;
    }
    this.sessions += 1;
    this.#stream = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`event: endpoint\ndata: /post/${this.sessions}\n\n`);
  }

  #respond({ id, method, params }: Message): void {
    const send = (message: object) =>
      this.#stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
    if (method === undefined || id === undefined || params?.name === 'hang') {
      return;
    }
    if (params?.name === 'ask') {
      send({ id: 'q', method: 'elicitation/create', params: nameElicitation });
      return;
    }
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: '2024-11-05',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      },
      'tools/list': { tools: ['fine', 'hang', 'ask'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
      'tools/call': { content: [{ type: 'text', text: 'fine' }] },
      ping: {},
    };
    send({ id, result: results[method] });
  }
}

describe('an HTTP+SSE connection that breaks', () => {
  let host: TestHost;
  let remote: SseServer;
  let server: Server;
  let failures: unknown[];
  beforeEach(async () => {
    host = createTestHost();
    remote = new SseServer();
    const spec = { type: 'sse', url: await remote.listen(), headers: {}, secrets: [] } as const;
    server = host.server(spec, definitionOf('mine'), { pauses });
    failures = [];
    server.onDidFail((failure) => failures.push(failure));
    await server.start();
  });
  afterEach(async () => {
    await host.end();
    remote.close();
  });

  it('reconnects automatically after each break', async () => {
    for (const sessions of [2, 3]) {
      remote.cut();
      await until(() => remote.sessions === sessions);
      assert.equal(textOf(await server.call(tool('fine'), byUser)), 'fine');
    }
    assert.equal(server.state.kind, 'running');
    assert.deepEqual(failures, []);
  });

  it('reconnects to a server that is unavailable for a while', async () => {
    remote.getStatus = 503;
    remote.cut();
    await until(() => host.log.text.includes('broke'));
    const call = server.call(tool('fine'), byUser);
    remote.getStatus = undefined;
    assert.equal(textOf(await call), 'fine');
    assert.deepEqual(failures, []);
  });

  it('fails the running calls with a clear error, and withdraws their requests', async () => {
    const eliciting = server.call(tool('ask'), byUser);
    await host.oldestRequest();
    const hanging = server.call(tool('hang'), byUser);
    await until(() => server.calls.length === 2);
    remote.cut();
    const connectionLost = {
      name: 'CallFailed',
      summary: 'The connection was lost before the server answered.',
      remedy: /may have done it anyway/,
    };
    await Promise.all([assert.rejects(eliciting, connectionLost), assert.rejects(hanging, connectionLost)]);
    assert.deepEqual(host.inbox.pending, []);
    assert.equal(textOf(await server.call(tool('fine'), byUser)), 'fine');
  });

  it('fails if the server stays away or refuses the connection', async () => {
    remote.getStatus = 503;
    remote.cut();
    await until(() => server.state.kind === 'failed');
    assert.equal(failures.length, 1);
    remote.getStatus = undefined;
    assert.equal(textOf(await server.call(tool('fine'), byUser)), 'fine');
    remote.getStatus = 410;
    remote.cut();
    await until(() => server.state.kind === 'failed');
    assert.equal(failures.length, 2);
  });

  it('does not reconnect after the server was stopped', async () => {
    remote.getStatus = 503;
    remote.cut();
    await until(() => host.log.text.includes('broke'));
    await server.stop();
    remote.getStatus = undefined;
    await server.start();
    assert.equal(remote.sessions, 2);
    assert.equal(server.state.kind, 'running');
  });
});
