import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Emitter } from '../../../../src/core/events.ts';
import { longFetch } from '../../../../src/core/servers/longFetch.ts';
import { StreamableHttpTransport } from '../../../../src/core/transport/streamableHttp.ts';
import { until } from '../servers/harness.ts';

const url = 'http://server.example/mcp';
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' } as const;
const request = (method: string, params?: Record<string, unknown>) =>
  ({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) }) as const;
const envelope = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

/** What a transport has received and reported, and how it was asked to. */
class Rig {
  readonly told: unknown[] = [];
  readonly transport: StreamableHttpTransport;

  constructor(fetch: FetchLike, at = url, fetchStandalone = fetch, headers: Record<string, string> = {}) {
    this.transport = new StreamableHttpTransport({
      url: new URL(at),
      headers,
      fetch,
      fetchStandalone,
      pauses: { firstMs: 1, longestMs: 1, idleMs: 1 },
      questions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      ignored: (text) => this.told.push(`ignored ${text}`),
      reopened: () => undefined,
      suspect: () => undefined,
    });
    this.transport.onmessage = (message) => this.told.push(message);
    this.transport.onerror = ({ message }) => this.told.push(`failed ${message}`);
  }

  send(message: JSONRPCMessage, more = {}): Promise<void> {
    const onRequestStreamEnd = () => this.told.push(`ended ${'id' in message ? message.id : ''}`);
    return this.transport.send(message, { onRequestStreamEnd, ...more });
  }
}

describe('the streams of a Streamable HTTP server', () => {
  let asked: string[];

  /** A server whose streams end after one event with an id, and which says 400 to a GET that resumes one. */
  const fetching = (by: string, resumes: boolean) => async (_url: string | URL, init?: RequestInit) => {
    if (init?.body === JSON.stringify(initialized)) {
      return new Response(null, { status: 202 });
    }
    const lastEventId = new Headers(init?.headers).get('last-event-id');
    asked.push(`${by} ${init?.method ?? 'GET'}${lastEventId === null ? '' : ` after ${lastEventId}`}`);
    return lastEventId === null || resumes
      ? new Response('id: 1\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })
      : new Response('', { status: 400 });
  };
  const connect = (resumes: boolean) =>
    new Rig(fetching('for a call', resumes), url, fetching('for news', resumes)).transport;

  beforeEach(() => {
    asked = [];
  });

  it('are resumed for a call as the call was sent, and for news as what nobody waits for', async () => {
    const transport = connect(true);
    await transport.send(request('tools/call'));
    await until(() => asked.includes('for a call GET after 1'));
    await transport.send(initialized);
    await until(() => asked.includes('for news GET after 1'));
    await transport.close();
    assert.deepEqual(
      new Set(asked),
      new Set(['for a call POST', 'for a call GET after 1', 'for news GET', 'for news GET after 1']),
    );
  });

  it('bring news again from now on where the server does not know the last event', async () => {
    const transport = connect(false);
    await transport.send(initialized);
    await until(() => asked.length >= 3);
    await transport.close();
    assert.deepEqual(asked.slice(0, 3), ['for news GET', 'for news GET after 1', 'for news GET']);
  });

  it('are not resumed for a request of the modern era', async () => {
    const rig = new Rig(fetching('for a call', true));
    await rig.send(request('tools/call', { name: 'a', ...envelope }));
    await until(() => rig.told.includes('ended 1'));
    assert.deepEqual(asked, ['for a call POST']);
  });

  it('are not asked for again, and no end is told of, when the request is cancelled by its signal', async () => {
    const requests: string[] = [];
    const open: ServerResponse[] = [];
    const server = createServer((incoming, response) => {
      requests.push(`${incoming.method} ${incoming.url}`);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (incoming.url === '/mcp') {
        response.write('id: 1\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n');
        open.push(response);
      } else {
        response.end();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const rig = new Rig(longFetch, `http://127.0.0.1:${port}/mcp`);
    const cancelled = new AbortController();
    await rig.send(request('subscriptions/listen'), { requestSignal: cancelled.signal });
    await until(() => rig.told.length === 1);
    cancelled.abort();
    await until(() => open[0]?.destroyed === true);
    for (let round = 0; round < 10; round += 1) {
      await (await longFetch(`http://127.0.0.1:${port}/other`)).text();
    }
    assert.deepEqual(
      requests.filter((one) => one.endsWith('/mcp')),
      ['POST /mcp'],
    );
    assert.equal(rig.told.length, 1);
    server.closeAllConnections();
    server.close();
  });
});

describe('the responses of a Streamable HTTP server', () => {
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: {} };

  async function answering(response: Response, message: JSONRPCMessage = request('tools/call')) {
    const rig = new Rig(async () => response);
    await rig.send(message);
    return rig;
  }

  const events = (...messages: unknown[]) =>
    new Response(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const json = (value: unknown) => Response.json(value);

  it('are received message by message', async () => {
    const { told } = await answering(events(question, 42, result));
    await until(() => told.includes('ended 1'));
    assert.deepEqual(told, [question, 'ignored 42', result, 'ended 1']);
    assert.deepEqual((await answering(json(result))).told, [result]);
  });

  it('are received in batches too', async () => {
    const note = { jsonrpc: '2.0', method: 'notifications/x' };
    const { told } = await answering(events([note, 42, result], []));
    await until(() => told.includes('ended 1'));
    assert.deepEqual(told, [note, result, `ignored ${JSON.stringify([note, 42, result])}`, 'ignored []', 'ended 1']);
  });

  it('are complete with a batch that has the response in it', async () => {
    const asked: string[] = [];
    const rig = new Rig(async (_url, init) => {
      asked.push(init?.method ?? 'GET');
      return new Response(`id: 1\ndata: ${JSON.stringify([result])}\n\n`, {
        headers: { 'content-type': 'text/event-stream' },
      });
    });
    await rig.send(request('tools/call'));
    await until(() => rig.told.includes('ended 1'));
    assert.deepEqual(asked, ['POST']);
  });

  it('are received to their end when one of their messages cannot be handled', async () => {
    const rig = new Rig(async () => events(question, result));
    rig.transport.onmessage = (message) => {
      rig.told.push(message);
      throw new Error('odd');
    };
    await rig.send(request('tools/call'));
    await until(() => rig.told.includes('ended 1'));
    assert.deepEqual(rig.told, [question, 'failed odd', result, 'failed odd', 'ended 1']);
  });

  it('are received however deeply they are nested', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const { told } = await answering(new Response(text, { headers }), request('initialize'));
    assert.equal(told.length, 1);
  });

  it('are received with what is a request, but malformed: somebody has to refuse it', async () => {
    const malformed = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: [] };
    const ofEvents = await answering(events(malformed, result));
    await until(() => ofEvents.told.includes('ended 1'));
    assert.deepEqual(ofEvents.told, [malformed, result, 'ended 1']);
    assert.deepEqual((await answering(json([malformed, result]))).told, [malformed, result]);
  });

  it('are JSON only where they say so', async () => {
    const headers = { 'content-type': 'application/json-seq' };
    await assert.rejects(answering(new Response(JSON.stringify(result), { headers })), /Unexpected content type/);
    const loud = new Response(JSON.stringify(result), { headers: { 'content-type': 'Application/JSON ; q=1' } });
    assert.deepEqual((await answering(loud)).told, [result]);
  });

  it('refuse a request of the modern era in its own terms with status 400, and one of the legacy era by the status', async () => {
    const error = { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No such tool' } };
    const refusal = () => Response.json(error, { status: 400 });
    assert.deepEqual((await answering(refusal(), request('tools/call', envelope))).told, [error]);
    await assert.rejects(answering(refusal()), { outcome: 'refused', status: 400, body: JSON.stringify(error) });
  });
});

describe('the requests of a Streamable HTTP connection', () => {
  let seen: { method: string; headers: Record<string, string> }[];
  const serving: FetchLike = async (_url, init = {}) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    seen.push({ method: init.method ?? 'GET', headers });
    const handshake = typeof init.body === 'string' && init.body.includes('"initialize"');
    return handshake
      ? Response.json({ jsonrpc: '2.0', id: 1, result: {} }, { headers: { 'mcp-session-id': 's1' } })
      : new Response(null, { status: init.method === 'GET' ? 405 : 202, headers: { 'mcp-session-id': 's2' } });
  };
  const sent = (index: number) => seen[index]?.headers ?? {};
  beforeEach(() => {
    seen = [];
  });

  it('name the session that the handshake gave, and the version, once there are any', async () => {
    const { transport } = new Rig(serving, url, serving, { 'X-Mine': 'yes', Accept: 'text/mine' });
    await transport.send(request('initialize'));
    transport.setProtocolVersion('2025-11-25');
    await transport.send(initialized);
    await transport.ready();
    await transport.send({ jsonrpc: '2.0', id: 'q', result: {} });
    await transport.send(request('initialize'));
    await transport.terminateSession();
    await transport.terminateSession();
    assert.deepEqual(
      seen.map(({ method, headers }) => [method, headers['mcp-session-id'], headers['mcp-protocol-version']]),
      [
        ['POST', undefined, undefined],
        ['POST', 's1', '2025-11-25'],
        ['GET', 's1', '2025-11-25'],
        ['POST', 's1', '2025-11-25'],
        ['POST', undefined, '2025-11-25'],
        ['DELETE', 's1', '2025-11-25'],
      ],
    );
    assert.ok(seen.every(({ headers }) => headers['x-mine'] === 'yes'));
    assert.equal(sent(0)['accept'], 'text/mine, application/json, text/event-stream');
    assert.equal(sent(2)['accept'], 'text/mine, text/event-stream');
    assert.equal(sent(0)['content-type'], 'application/json');
  });

  it('repeat the method and the name in the modern era, and what else the caller wants', async () => {
    const { transport } = new Rig(serving);
    const headers = { 'Mcp-Param-Region': 'north', 'Mcp-Name': 'forged', Authorization: 'forged' };
    await transport.send(request('tools/call', { name: 'größe', ...envelope }), { headers });
    await transport.send(request('resources/read', { uri: 'file:///a', ...envelope }));
    await transport.send(request('tools/list', envelope));
    await transport.send(request('tools/call', { name: 'legacy' }));
    const those = ['mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-param-region', 'authorization'];
    assert.deepEqual(
      seen.map((_one, index) => those.map((name) => sent(index)[name])),
      [
        ['2026-07-28', 'tools/call', '=?base64?Z3LDtsOfZQ==?=', 'north', undefined],
        ['2026-07-28', 'resources/read', 'file:///a', undefined, undefined],
        ['2026-07-28', 'tools/list', undefined, undefined, undefined],
        [undefined, undefined, undefined, undefined, undefined],
      ],
    );
  });

  it('follow redirects that keep the method and stay within the origin, with all that they carry', async () => {
    const urls: string[] = [];
    const redirecting =
      (status: number, location: string): FetchLike =>
      async (to, init = {}) => {
        urls.push(`${init.method} ${to}`);
        const moved = { status, headers: { location } };
        return String(to) === url ? new Response(null, moved) : new Response(null, { status: 202 });
      };
    await new Rig(redirecting(307, '/there')).transport.send({ jsonrpc: '2.0', id: 'q', result: {} });
    for (const [status, location] of [
      [307, 'http://elsewhere.example/'],
      [307, 'http://user@server.example/'],
      [302, '/there'],
    ] as const) {
      const { transport } = new Rig(redirecting(status, location));
      await assert.rejects(transport.send(request('ping')), { outcome: 'refused', status });
    }
    assert.deepEqual(
      urls.filter((one) => one !== `POST ${url}`),
      ['POST http://server.example/there'],
    );
  });
});
