import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { SecretMask } from '#core/common/secretMask.ts';
import { ObservedTransport } from '#core/connection/sdk/observedTransport.ts';
import { AnswerMask } from '#core/transport/answerMask.ts';
import { ConnectionLog } from '#core/transport/connectionLog.ts';
import { StdioTransport } from '#core/transport/stdio/stdioTransport.ts';
import { InMemoryLog } from '#test/host/inMemoryLog.ts';
import { textOf, tool } from '#test/host/samples.ts';
import { nodeSpec, watchdog } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byProgram = { origin: 'program' } as const;

/**
 * A server with two tools. `flood` stops reading, sends 15,000 pings, and then its result. `ping` sends 5,000 pings,
 * 500 at a time, and reads the replies.
 */
const script = `
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const results = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
    'tools/list': { tools: ['flood', 'ping'].map((name) => ({ name, inputSchema: { type: 'object' } })) },
    ping: {},
  };
  let sent = 0;
  let waiting = 0;
  let call;
  const ping = (id) => send({ id: id + 'x'.repeat(200), method: 'ping' });
  const done = (id, text) => send({ id, result: { content: [{ type: 'text', text }] } });
  const more = () => {
    if (sent === 5000) return done(call, 'answered');
    for (waiting = 0; waiting < 500; waiting += 1) ping('p' + sent++);
  };
  const take = ({ id, method, params }) => {
    if (method === undefined) {
      waiting -= 1;
      if (waiting === 0) more();
    } else if (method === 'tools/call' && params.name === 'flood') {
      process.stdin.pause();
      for (let index = 0; index < 15000; index += 1) ping('f' + index);
      done(id, 'flooded');
      setInterval(() => {}, 1000);
    } else if (method === 'tools/call') {
      call = id;
      more();
    } else if (id !== undefined) {
      send({ id, ...(results[method] ? { result: results[method] } : { error: { code: -32601, message: 'no' } }) });
    }
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));`;

describe('a stdio server that does not read the replies to its requests', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
    host.log.traceEnabled = false;
  });
  afterEach(() => host.end());

  it('is ended after 12,000 requests, with the reason', async () => {
    const server = host.server({ ...nodeSpec('-e'), args: ['-e', script] });
    await assert.rejects(server.call(tool('flood'), byProgram), {
      name: 'ServerCrashed',
      summary: '"mine" was ended. It sent more than 12,000 requests and did not read the replies.',
    });
  });

  it('is distinguished from a server that reads the replies to many requests', async () => {
    const server = host.server({ ...nodeSpec('-e'), args: ['-e', script] });
    assert.equal(textOf(await server.call(tool('ping'), byProgram)), 'answered');
  });

  it('is ended if more than 48 Mi of input wait for it', async () => {
    const transport = new StdioTransport({ ...nodeSpec('-e'), args: ['-e', 'setInterval(() => {}, 1000)'] }, watchdog, {
      onStderrLine: () => undefined,
      onNonProtocolOutput: () => undefined,
      onUnguarded: () => undefined,
    });
    let closed = false;
    transport.onclose = () => {
      closed = true;
    };
    await transport.start();
    try {
      const params = { text: 'x'.repeat(8 * 1024 * 1024) };
      const sent = Array.from({ length: 10 }, (_none, id) =>
        transport.send({ jsonrpc: '2.0', id, method: 'x', params }),
      );
      const ended = Promise.allSettled(sent);
      assert.equal(transport.fault, 'It no longer reads its input.');
      assert.equal(closed, true);
      await transport.ended;
      assert.ok((await ended).every(({ status }) => status === 'rejected'));
    } finally {
      await transport.close();
    }
  });
});

describe('an HTTP server that does not respond to the POSTs of replies', () => {
  let host: TestHost;
  let http: HttpServer;
  let posts: number;
  let stream: ServerResponse | undefined;
  let call: { readonly id: unknown; readonly response: ServerResponse } | undefined;
  beforeEach(async () => {
    host = createTestHost();
    host.log.traceEnabled = false;
    posts = 0;
    const initialized = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    };
    http = createServer(async (request, response) => {
      if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.flushHeaders();
        return;
      }
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      const { id, method } = JSON.parse(body);
      if (method === undefined) {
        posts += 1;
      } else if (id === undefined) {
        response.writeHead(202).end();
      } else if (method === 'initialize' || method === 'tools/list') {
        const result = method === 'initialize' ? initialized : { tools: [{ name: 'wait', inputSchema: {} }] };
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      } else if (method !== 'tools/call') {
        response.writeHead(400).end();
      } else {
        call = { id, response };
      }
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    http.closeAllConnections();
    http.close();
    await host.end();
  });

  const ping = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      stream?.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: `p${index}`, method: 'ping' })}\n\n`);
    }
  };
  const startServer = async () => {
    const { port } = http.address() as AddressInfo;
    const server = host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
    await server.start();
    await until(() => stream !== undefined);
    return server;
  };

  it('is disconnected after 12,000 requests, with the reason, and at most 20 replies were posted', async () => {
    const server = await startServer();
    const pendingCall = server.call(tool('wait'), byProgram);
    await until(() => call !== undefined);
    ping(11_000);
    await until(() => posts >= 20);
    ping(14_000);
    call?.response.writeHead(200, { 'content-type': 'application/json' });
    const answer = setTimeout(
      () => call?.response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: { content: [] } })),
      40_000,
    );
    await assert.rejects(
      pendingCall.finally(() => clearTimeout(answer)),
      {
        name: 'ServerUnreachable',
        summary: 'The connection to "mine" was ended. It sent more than 12,000 requests and did not read the replies.',
      },
    );
    assert.ok(posts <= 20, `${posts} POSTs`);
  }).timeout(60_000);
});

describe('the requests of a server that wait for a reply', () => {
  class UnreadTransport implements Transport {
    onmessage?: (message: JSONRPCMessage) => void;
    onclose?: () => void;
    sent = 0;
    closed = 0;
    async start(): Promise<void> {}
    send(): Promise<void> {
      this.sent += 1;
      return new Promise(() => undefined);
    }
    async close(): Promise<void> {
      this.closed += 1;
      this.onclose?.();
    }
  }

  let inner: UnreadTransport;
  let transport: ObservedTransport;
  let received: number;
  let ended: number;
  beforeEach(async () => {
    inner = new UnreadTransport();
    const log = new InMemoryLog();
    log.traceEnabled = false;
    transport = new ObservedTransport(inner, new ConnectionLog(log, new SecretMask([]), new AnswerMask()));
    received = 0;
    ended = 0;
    transport.onclose = () => {
      ended += 1;
    };
    transport.onmessage = (message) => {
      received += 1;
      if ('id' in message && 'method' in message) {
        void transport.send({ jsonrpc: '2.0', id: message.id, result: {} });
      }
    };
    await transport.start();
  });

  const receive = (message: object) => inner.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage);
  const assertEnded = (maxSent: number) => {
    assert.ok(inner.sent <= maxSent, `${inner.sent} replies wait`);
    assert.deepEqual([inner.closed, ended], [1, 1]);
  };

  it('are limited to 12,000 also if the server cancels them', async () => {
    for (let index = 0; index < 14_000; index += 1) {
      receive({ id: index, method: 'ping' });
      receive({ method: 'notifications/cancelled', params: { requestId: index } });
      await Promise.resolve();
    }
    assertEnded(12_000);
    assert.ok(received <= 24_000);
  });

  it('are limited to 12,000 also if they are malformed', () => {
    for (let index = 0; index < 14_000; index += 1) {
      receive({ id: index, method: 'ping', params: 5 });
    }
    assertEnded(12_000);
  });

  it('are limited in their total length', () => {
    const params = { text: 'x'.repeat(1024 * 1024) };
    for (let index = 0; index < 100; index += 1) {
      receive({ id: index, method: 'ping', params });
    }
    assertEnded(64);
  });

  it('may be 10,000 elicitations that wait for the user', () => {
    transport.onmessage = () => undefined;
    for (let index = 0; index < 10_000; index += 1) {
      receive({ id: index, method: 'elicitation/create', params: {} });
    }
    assert.deepEqual([inner.closed, ended], [0, 0]);
  });
});
