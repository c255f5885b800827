import assert from 'node:assert/strict';
import type { LaunchSpec } from '#core/model/definition.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { everything, lateStandaloneStream, modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const ask = tool('trigger-elicitation-request');
const byUser = { origin: 'user' } as const;

describe('server-everything', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const http = (port: number, path: string, type: 'http' | 'sse'): LaunchSpec => ({
    type,
    url: `http://localhost:${port}${path}`,
    headers: {},
    secrets: [],
  });
  const transports: [string, () => Promise<LaunchSpec>][] = [
    ['stdio', async () => nodeSpec(everything, ['stdio'])],
    ['Streamable HTTP', async () => http((await host.http(everything, 'streamableHttp')).port, '/mcp', 'http')],
    ['HTTP+SSE', async () => http((await host.http(everything, 'sse')).port, '/sse', 'sse')],
    [
      'HTTP+SSE after a fallback from Streamable HTTP',
      async () => http((await host.http(everything, 'sse')).port, '/sse', 'http'),
    ],
  ];
  for (const [name, startServer] of transports) {
    it(`receives accept, decline and cancel for its elicitation, over ${name}`, async () => {
      const server = host.server(await startServer());
      for (const [decision, expected] of [
        [{ action: 'accept', content: { name: 'Ann Example' } }, /Ann Example/],
        [{ action: 'decline' }, /declined/],
        [{ action: 'cancel' }, /cancelled/],
      ] as const) {
        const call = server.call(ask, byUser);
        const request = await host.decide(decision);
        assert.deepEqual(request.call?.request, ask);
        assert.equal(request.mode === 'form' && request.form.fields.length, 13);
        assert.match(JSON.stringify(await call), expected);
      }
      assert.ok(server.offerings.tools.length > 5);
      assert.ok(server.offerings.prompts.length > 0);
      assert.ok(server.offerings.resources.length > 0);
    });
  }

  for (const [name, transport, path, type, errorName] of [
    ['Streamable HTTP', 'streamableHttp', '/mcp', 'http', 'ServerUnreachable'],
    // The host reconnects, so the call fails before the connection does.
    ['HTTP+SSE', 'sse', '/sse', 'sse', 'CallFailed'],
  ] as const) {
    it(`over ${name} that is killed while a request is open: the call fails and the request is withdrawn`, async () => {
      const { port, process } = await host.http(everything, transport);
      const pauses = { firstMs: 20, maxMs: 50, maxStandaloneMs: 50 };
      const server = host.server(http(port, path, type), definitionOf('mine'), type === 'sse' ? { pauses } : {});
      const settlement = new Promise<{ kind: string; withdrawal?: { by: string } }>((resolve) =>
        host.inbox.onDidSettle(({ settlement }) => resolve(settlement)),
      );
      const call = server.call(ask, byUser);
      await host.oldestRequest();
      process.kill('SIGKILL');
      await assert.rejects(call, { name: errorName });
      assert.equal((await settlement).withdrawal?.by, 'connection');
      await until(() => server.state.kind === 'failed');
    });
  }
});

describe('a Streamable HTTP server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('may send an elicitation on the standalone stream during the first call', async () => {
    const { port } = await host.http(lateStandaloneStream, '300');
    const server = host.server({ type: 'http', url: `http://localhost:${port}/mcp`, headers: {}, secrets: [] });
    const call = server.call(tool('ask'), byUser);
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await call), /"name":"Ann"/);
  });

  it('receives the headers of its entry', async () => {
    const { port } = await host.http(lateStandaloneStream, '0');
    const headers = { 'x-key': 'hunter2' };
    const server = host.server({ type: 'http', url: `http://localhost:${port}/mcp`, headers, secrets: ['hunter2'] });
    assert.equal(textOf(await server.call(tool('key'), byUser)), 'hunter2');
    assert.doesNotMatch(host.log.text, /hunter2/);
  });

  it('is connected again after it was restarted', async () => {
    const first = await host.http(everything, 'streamableHttp');
    const url = `http://localhost:${first.port}/mcp`;
    const server = host.server({ type: 'http', url, headers: {}, secrets: [] });
    await server.start();
    first.process.kill('SIGKILL');
    await host.http(everything, 'streamableHttp', first.port);
    const echo = tool('echo', { message: 'hello' });
    const result = await server.call(echo, byUser).catch((error: Error) => {
      // This call has noticed the loss of the connection.
      assert.equal(error.name, 'ServerUnreachable');
      return server.call(echo, byUser);
    });
    assert.match(textOf(result), /hello/);
  });
});

describe('a server of the modern era', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('sends input_required and receives the responses with its request state', async () => {
    const server = host.server(nodeSpec(modernOneRound));
    const call = server.call(tool('book', { city: 'Oslo' }), byUser);
    const request = await host.decide({ action: 'accept', content: { colour: 'teal' } });
    assert.deepEqual(request.call?.request, tool('book', { city: 'Oslo' }));
    assert.equal(request.message, 'Which colour?');
    const { city, answer, state } = JSON.parse(textOf(await call));
    assert.deepEqual([city, answer.content, state], ['Oslo', { colour: 'teal' }, 'state of Oslo']);
    assert.equal(server.state.kind === 'running' && server.state.serverInfo.protocolVersion, '2026-07-28');
  });

  it('that elicits in two calls at once: each request is attributed to its call', async () => {
    const server = host.server(nodeSpec(modernOneRound));
    await server.start();
    const calls = ['Oslo', 'Rome'].map((city) => server.call(tool('book', { city }), byUser));
    await until(() => host.inbox.pending.length === 2);
    const cities = host.inbox.pending.map(
      ({ call }) => call?.request.kind === 'tool' && call.request.arguments['city'],
    );
    assert.deepEqual(cities.toSorted(), ['Oslo', 'Rome']);
    for (const { id } of host.inbox.pending) {
      host.inbox.decide(id, { action: 'decline' });
    }
    await Promise.all(calls);
  });

  it('that elicits: the request is withdrawn when the call is cancelled', async () => {
    const server = host.server(nodeSpec(modernOneRound));
    const call = server.call(tool('book', { city: 'Oslo' }), byUser);
    const { call: requestingCall } = await host.oldestRequest();
    server.cancelCall(requestingCall?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    assert.equal(host.inbox.pending.length, 0);
  });

  it('that receives an answer: the log does not contain the answer', async () => {
    const server = host.server(nodeSpec(modernOneRound));
    const call = server.call(tool('book', { city: 'Oslo' }), byUser);
    await host.decide({ action: 'accept', content: { colour: 'ultramarine' } });
    assert.match(textOf(await call), /ultramarine/);
    assert.doesNotMatch(host.log.text, /ultramarine/);
    assert.match(host.log.text, /\[withheld\]/);
  });
});
