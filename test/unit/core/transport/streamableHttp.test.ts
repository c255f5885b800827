import assert from 'node:assert/strict';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { until } from '#test/host/until.ts';
import { envelope, initialized, jsonRpcRequest, StreamableHttpClient, serverUrl } from './streamableHttpClient.ts';

describe('the responses of a Streamable HTTP server', () => {
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  const elicitation = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: {} };

  async function sendAndReceive(response: Response, message: JSONRPCMessage = jsonRpcRequest('tools/call')) {
    const rig = new StreamableHttpClient(async () => response);
    await rig.send(message);
    return rig;
  }

  const events = (...messages: unknown[]) =>
    new Response(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const json = (value: unknown) => Response.json(value);

  it('are received one message after the other', async () => {
    const { received } = await sendAndReceive(events(elicitation, 42, result));
    await until(() => received.includes('ended 1'));
    assert.deepEqual(received, [elicitation, 'ignored 42', result, 'ended 1']);
    assert.deepEqual((await sendAndReceive(json(result))).received, [result]);
  });

  it('are received in several turns of the event loop if many arrive at once', async () => {
    const rig = new StreamableHttpClient(async () => events(...Array<unknown>(2000).fill(elicitation), result));
    let inFirstTurn = 0;
    rig.transport.onmessage = (message) => {
      if (rig.received.push(message) === 1) {
        setImmediate(() => {
          inFirstTurn = rig.received.length;
        });
      }
    };
    await rig.send(jsonRpcRequest('tools/call'));
    await until(() => rig.received.includes('ended 1'));
    assert.equal(rig.received.length, 2002);
    assert.ok(inFirstTurn > 0 && inFirstTurn < 200, `${inFirstTurn} in one turn`);
  });

  it('can be batches', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/x' };
    const { received } = await sendAndReceive(events([note, 42, result], []));
    await until(() => received.includes('ended 1'));
    assert.deepEqual(received, [
      note,
      result,
      `ignored ${JSON.stringify([note, 42, result])}`,
      'ignored []',
      'ended 1',
    ]);
  });

  it('are complete with a batch that contains the response', async () => {
    const methods: string[] = [];
    const rig = new StreamableHttpClient(async (_url, init) => {
      methods.push(init?.method ?? 'GET');
      return new Response(`id: 1\ndata: ${JSON.stringify([result])}\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
    await rig.send(jsonRpcRequest('tools/call'));
    await until(() => rig.received.includes('ended 1'));
    assert.deepEqual(methods, ['POST']);
  });

  it('are received completely even if a message cannot be handled', async () => {
    const rig = new StreamableHttpClient(async () => events(elicitation, result));
    rig.transport.onmessage = (message) => {
      rig.received.push(message);
      throw new Error('odd');
    };
    await rig.send(jsonRpcRequest('tools/call'));
    await until(() => rig.received.includes('ended 1'));
    assert.deepEqual(rig.received, [elicitation, 'failed odd', result, 'failed odd', 'ended 1']);
  });

  it('are received at any depth of nesting', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const { received } = await sendAndReceive(new Response(text, { headers }), jsonRpcRequest('initialize'));
    assert.equal(received.length, 1);
  });

  it('are received with malformed requests, so that these can be refused', async () => {
    const malformed = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: [] };
    const ofEvents = await sendAndReceive(events(malformed, result));
    await until(() => ofEvents.received.includes('ended 1'));
    assert.deepEqual(ofEvents.received, [malformed, result, 'ended 1']);
    assert.deepEqual((await sendAndReceive(json([malformed, result]))).received, [malformed, result]);
  });

  it('fail a request if their status is 202', async () => {
    const [error] = (await sendAndReceive(new Response(null, { status: 202 }))).received as {
      id: number;
      error: { message: string };
    }[];
    assert.equal(error?.id, 1);
    assert.match(error.error.message, /HTTP status 202/);
    const rig = new StreamableHttpClient(async () => new Response(null, { status: 202 }));
    await rig.send({ jsonrpc: '2.0', id: 'q', result: {} });
    assert.deepEqual(rig.received, []);
  });

  it('are read as JSON only if their content type is JSON', async () => {
    const headers = { 'content-type': 'application/json-seq' };
    await assert.rejects(sendAndReceive(new Response(JSON.stringify(result), { headers })), /Unexpected content type/);
    const withUnusualCase = new Response(JSON.stringify(result), {
      headers: { 'content-type': 'Application/JSON ; q=1' },
    });
    assert.deepEqual((await sendAndReceive(withUnusualCase)).received, [result]);
  });

  it('with status 400 fail a modern request with their JSON-RPC error, and a legacy request with the status', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No such tool' } };
    const refusal = () => Response.json(error, { status: 400 });
    assert.deepEqual((await sendAndReceive(refusal(), jsonRpcRequest('tools/call', envelope))).received, [error]);
    await assert.rejects(sendAndReceive(refusal()), { outcome: 'refused', status: 400, body: JSON.stringify(error) });
  });
});

describe('the requests of a Streamable HTTP connection', () => {
  let requests: { method: string; headers: Record<string, string> }[];
  const fetch: FetchLike = async (_url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    requests.push({ method: init.method ?? 'GET', headers });
    const handshake = typeof init.body === 'string' && init.body.includes('"initialize"');
    return handshake
      ? Response.json({ jsonrpc: '2.0', id: 1, result: {} }, { headers: { 'mcp-session-id': 's1' } })
      : new Response(null, { status: init.method === 'GET' ? 405 : 202, headers: { 'mcp-session-id': 's2' } });
  };
  const sent = (index: number) => requests[index]?.headers ?? {};
  beforeEach(() => {
    requests = [];
  });

  it('have the session and the version that initialize returned', async () => {
    const { transport } = new StreamableHttpClient(fetch, serverUrl, fetch, {
      'X-Mine': 'yes',
      Accept: 'text/mine',
    });
    await transport.send(jsonRpcRequest('initialize'));
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await transport.waitForStandaloneStream();
    await transport.send({ jsonrpc: '2.0', id: 'q', result: {} });
    await transport.send(jsonRpcRequest('initialize'));
    await transport.terminateSession();
    await transport.terminateSession();
    assert.deepEqual(
      requests.map(({ method, headers }) => [method, headers['mcp-session-id'], headers['mcp-protocol-version']]),
      [
        ['POST', undefined, undefined],
        ['POST', 's1', '2025-11-25'],
        ['GET', 's1', '2025-11-25'],
        ['POST', 's1', '2025-11-25'],
        ['POST', undefined, '2025-11-25'],
        ['DELETE', 's1', '2025-11-25'],
      ],
    );
    assert.ok(requests.every(({ headers }) => headers['x-mine'] === 'yes'));
    assert.equal(sent(0)['accept'], 'text/mine, application/json, text/event-stream');
    assert.equal(sent(2)['accept'], 'text/mine, text/event-stream');
    assert.equal(sent(0)['content-type'], 'application/json');
  });

  it('have the method and the name as headers in the modern era, and the headers of the caller', async () => {
    const { transport } = new StreamableHttpClient(fetch);
    const headers = { 'Mcp-Param-Region': 'north', 'Mcp-Name': 'forged', Authorization: 'forged' };
    await transport.send(jsonRpcRequest('tools/call', { name: 'größe', ...envelope }), { headers });
    await transport.send(jsonRpcRequest('resources/read', { uri: 'file:///a', ...envelope }));
    await transport.send(jsonRpcRequest('tools/list', envelope));
    await transport.send(jsonRpcRequest('tools/call', { name: 'legacy' }));
    const headerNames = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-region', 'authorization'];
    assert.deepEqual(
      requests.map((_one, index) => headerNames.map((name) => sent(index)[name])),
      [
        ['2026-07-28', 'tools/call', '=?base64?Z3LDtsOfZQ==?=', 'north', undefined],
        ['2026-07-28', 'resources/read', 'file:///a', undefined, undefined],
        ['2026-07-28', 'tools/list', undefined, undefined, undefined],
        [undefined, undefined, undefined, undefined, undefined],
      ],
    );
  });

  it('follow redirects that keep the method and stay within the origin', async () => {
    const urls: string[] = [];
    const redirecting =
      (status: number, location: string): FetchLike =>
      async (to, init = {}) => {
        urls.push(`${init.method} ${to}`);
        const moved = { status, headers: { location } };
        return String(to) === serverUrl ? new Response(null, moved) : new Response(null, { status: 202 });
      };
    await new StreamableHttpClient(redirecting(307, '/there')).transport.send({ jsonrpc: '2.0', id: 'q', result: {} });
    for (const [status, location] of [
      [307, 'http://elsewhere.example/'],
      [307, 'http://user@server.example/'],
      [302, '/there'],
    ] as const) {
      const { transport } = new StreamableHttpClient(redirecting(status, location));
      await assert.rejects(transport.send(jsonRpcRequest('ping')), { outcome: 'refused', status });
    }
    assert.deepEqual(
      urls.filter((one) => one !== `POST ${serverUrl}`),
      ['POST http://server.example/there'],
    );
  });
});
