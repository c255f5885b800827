import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FetchLike } from '@modelcontextprotocol/client';
import { Emitter } from '../../../../src/core/events.ts';
import { HttpStreams } from '../../../../src/core/servers/httpStreams.ts';
import { longFetch } from '../../../../src/core/servers/longFetch.ts';
import { until } from './harness.ts';

const url = 'http://server.example/mcp';
const accept = { accept: 'text/event-stream' };

describe('the streams of a Streamable HTTP server', () => {
  let asked: string[];
  let received: unknown[];
  let ended: unknown[];
  let streams: HttpStreams;

  /** A server whose streams end after one event with an id, and which says 400 to a GET that resumes one. */
  const fetching = (by: string, resumes: boolean) => async (_url: string | URL, init?: RequestInit) => {
    const lastEventId = new Headers(init?.headers).get('last-event-id');
    asked.push(`${by} ${init?.method ?? 'GET'}${lastEventId === null ? '' : ` after ${lastEventId}`}`);
    return lastEventId === null || resumes
      ? new Response('id: 1\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } })
      : new Response('', { status: 400 });
  };

  const connect = (resumes: boolean, fetch?: FetchLike) => {
    asked = [];
    received = [];
    ended = [];
    streams = new HttpStreams({
      ignored: () => undefined,
      receive: (message) => received.push(message),
      ended: (id) => ended.push(id),
      failed: (error) => assert.fail(error),
      fetch: fetch ?? fetching('for a call', resumes),
      fetchStandalone: fetch ?? fetching('for news', resumes),
      pauses: { firstMs: 1, longestMs: 1, idleMs: 1 },
      questions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      reopened: () => undefined,
      suspect: () => undefined,
    });
  };

  it('are resumed for a call as the call was sent, and for news as what nobody waits for', async () => {
    connect(true);
    const end = new AbortController();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    const { signal } = end;
    const call = await streams.fetch(url, { method: 'POST', headers: accept, body, signal });
    assert.equal(await call.text(), '');
    await until(() => asked.includes('for a call GET after 1'));
    const news = await streams.fetch(url, { method: 'GET', headers: accept, signal });
    const hearing = news.text().catch(() => undefined);
    await until(() => asked.includes('for news GET after 1'));
    end.abort();
    await hearing;
    assert.deepEqual(
      new Set(asked),
      new Set(['for a call POST', 'for a call GET after 1', 'for news GET', 'for news GET after 1']),
    );
  });

  it('bring news again from now on where the server does not know the last event', async () => {
    connect(false);
    const end = new AbortController();
    const news = await streams.fetch(url, { method: 'GET', headers: accept, signal: end.signal });
    const hearing = news.text().catch(() => undefined);
    await until(() => asked.length >= 3);
    end.abort();
    await hearing;
    assert.deepEqual(asked.slice(0, 3), ['for news GET', 'for news GET after 1', 'for news GET']);
  });

  for (const method of ['GET', 'POST']) {
    it(`are not asked for again when nobody reads what ${method} has brought`, async () => {
      const requests: string[] = [];
      const open: ServerResponse[] = [];
      const server = createServer((request, response) => {
        requests.push(`${request.method} ${request.url}`);
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        if (request.url === '/mcp') {
          response.write('id: 1\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n');
          open.push(response);
        } else {
          response.end();
        }
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      connect(true, longFetch);
      const at = `http://127.0.0.1:${port}/mcp`;
      const body = method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen' }) : null;
      const reader = (await streams.fetch(at, { method, headers: accept, body })).body?.getReader();
      assert.match(new TextDecoder().decode((await reader?.read())?.value), /notifications/);
      const rest = reader?.read();
      const roundTrip = async () => (await longFetch(`http://127.0.0.1:${port}/other`)).text();
      // By then the stream is being read.
      await roundTrip();
      await reader?.cancel();
      assert.equal((await rest)?.done, true);
      await until(() => open[0]?.destroyed === true);
      for (let round = 0; round < 10; round += 1) {
        await roundTrip();
      }
      assert.deepEqual(
        requests.filter((request) => request.endsWith('/mcp')),
        [`${method} /mcp`],
      );
      server.closeAllConnections();
      server.close();
    });
  }
});

describe('the responses of a Streamable HTTP server', () => {
  const result = { jsonrpc: '2.0', id: 1, result: {} };
  const question = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: {} };

  /** What is received, and told of, when `response` answers a request. */
  async function answering(response: Response, method: string, receive = (_message: unknown) => {}) {
    const told: unknown[] = [];
    const streams = new HttpStreams({
      fetch: async () => response,
      fetchStandalone: async () => response,
      pauses: { firstMs: 1, longestMs: 1, idleMs: 1 },
      questions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      ignored: (text) => told.push(`ignored ${text}`),
      receive: (message) => {
        told.push(message);
        receive(message);
      },
      ended: (id) => told.push(`ended ${id}`),
      failed: ({ message }) => told.push(`failed ${message}`),
      reopened: () => undefined,
      suspect: () => undefined,
    });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
    return { told, response: await streams.fetch(url, { method: 'POST', headers: accept, body }) };
  }

  const events = (...messages: unknown[]) =>
    new Response(messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    });
  const json = (value: unknown) => Response.json(value);

  it('are received at once, message by message, and the transport gets none', async () => {
    const { told, response } = await answering(events(question, 42, result), 'tools/call');
    assert.equal(response.status, 202);
    await until(() => told.includes('ended 1'));
    assert.deepEqual(told, [question, 'ignored 42', result, 'ended 1']);
    const whole = await answering(json(result), 'tools/call');
    assert.equal(whole.response.status, 202);
    assert.deepEqual(whole.told, [result]);
  });

  it('are received to their end when one of their messages cannot be handled', async () => {
    const { told } = await answering(events(question, result), 'tools/call', (message) => {
      if (message !== result) throw new Error('odd');
    });
    await until(() => told.includes('ended 1'));
    assert.deepEqual(told, [question, 'failed odd', result, 'failed odd', 'ended 1']);
  });

  it('are left to the transport where it needs them: at the handshake, which brings the id of the session', async () => {
    for (const response of [events(result), json(result)]) {
      const { told, response: passed } = await answering(response, 'initialize');
      assert.equal(passed.status, 200);
      assert.match(await passed.text(), /"result":\{\}/);
      assert.deepEqual(told, []);
    }
  });

  it('are left to the transport as they are, however deeply they are nested', async () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`;
    const response = new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } });
    const { told, response: passed } = await answering(response, 'initialize');
    assert.equal(await passed.text(), text);
    assert.deepEqual(told, []);
  });

  it('are received with what is a request, but malformed: somebody has to refuse it', async () => {
    const malformed = { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params: [] };
    const ofEvents = await answering(events(malformed, result), 'tools/call');
    await until(() => ofEvents.told.includes('ended 1'));
    assert.deepEqual(ofEvents.told, [malformed, result, 'ended 1']);
    const ofJson = await answering(json([malformed, result]), 'tools/call');
    assert.deepEqual(ofJson.told, [malformed, result]);
    for (const response of [events(malformed, result), json([malformed, result])]) {
      const { told, response: passed } = await answering(response, 'initialize');
      assert.doesNotMatch(await passed.text(), /elicitation/);
      assert.deepEqual(told, [malformed]);
    }
  });

  it('are JSON only where they say so', async () => {
    const headers = { 'content-type': 'application/json-seq' };
    const { told, response } = await answering(new Response(JSON.stringify(result), { headers }), 'tools/call');
    assert.deepEqual([told, response.status], [[], 200]);
    const loud = new Response(JSON.stringify(result), { headers: { 'content-type': 'Application/JSON ; q=1' } });
    assert.deepEqual((await answering(loud, 'tools/call')).told, [result]);
  });
});
