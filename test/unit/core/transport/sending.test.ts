import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { Emitter } from '#core/common/events.ts';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { readRetryAfter } from '#core/transport/httpResponses.ts';
import { HttpSseTransport } from '#core/transport/httpSse.ts';
import { SendFailure } from '#core/transport/sendFailure.ts';
import { StreamableHttpTransport } from '#core/transport/streamableHttp.ts';
import { until } from '#test/host/until.ts';

const reply: JSONRPCMessage = { jsonrpc: '2.0', id: 'q', result: { action: 'accept', content: { name: 'Ann' } } };

describe('a message that is sent by POST', () => {
  let server: Server | undefined;
  let posts: number;
  let transport: Transport;
  afterEach(async () => {
    await transport.close();
    server?.closeAllConnections();
    server?.close();
    server = undefined;
  });

  async function listen(answer: RequestListener): Promise<string> {
    posts = 0;
    const listening = createServer((request, response) => {
      posts += request.method === 'POST' ? 1 : 0;
      answer(request, response);
    });
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}/mcp`;
  }

  function streamable(url: string): Transport {
    return new StreamableHttpTransport({
      url: new URL(url),
      headers: {},
      fetch: fetchWithoutTimeout,
      fetchStandalone: fetchWithoutTimeout,
      pauses: { firstMs: 1, maxMs: 1, maxStandaloneMs: 1 },
      interactions: { anyOpen: false, onDidChange: new Emitter<void>().event },
      onInvalid: () => undefined,
      onReopened: () => undefined,
      checkHealth: () => undefined,
    });
  }

  async function send(url: string): Promise<SendFailure | undefined> {
    transport = streamable(url);
    return transport.send(reply).then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof SendFailure, String(error));
        return error;
      },
    );
  }

  for (const status of [200, 202, 204]) {
    it(`is delivered with status ${status}`, async () => {
      const url = await listen((request, response) => {
        request.resume();
        response.writeHead(status).end();
      });
      assert.equal(await send(url), undefined);
      assert.equal(posts, 1);
    });
  }

  it('is delivered as soon as the status arrives, before the body', async () => {
    const url = await listen((_request, response) => response.writeHead(200).flushHeaders());
    assert.equal(await send(url), undefined);
  });

  for (const status of [307, 400, 401, 403, 404, 429, 500, 502, 503]) {
    it(`is refused with status ${status}, after one attempt`, async () => {
      const url = await listen((request, response) => {
        request.resume();
        response.writeHead(status, { 'retry-after': '7' }).end('because');
      });
      const failure = await send(url);
      const { outcome, body } = failure ?? {};
      assert.deepEqual(
        [outcome, failure?.status, body, failure?.retryAfterMs, posts],
        ['refused', status, 'because', 7000, 1],
      );
      assert.match(failure?.message ?? '', new RegExp(`^${status} \\w`));
    });
  }

  it('is refused even if the body of the refusal never ends', async () => {
    const url = await listen((_request, response) => response.writeHead(403).write('because of'));
    const failure = await send(url);
    assert.deepEqual([failure?.status, failure?.body], [403, undefined]);
  });

  it('is not sent if nothing listens at the URL or the host name does not exist', async () => {
    for (const url of ['http://127.0.0.1:9/mcp', 'http://no-such-host.invalid/mcp']) {
      assert.equal((await send(url))?.outcome, 'notSent');
    }
  });

  for (const [when, handler] of [
    ['before it was read', (request) => request.socket.destroy()],
    [
      'after it was read',
      (request) => {
        request.resume();
        request.once('end', () => request.socket.resetAndDestroy());
      },
    ],
  ] satisfies [string, RequestListener][]) {
    it(`may have been received if the connection is reset ${when}, and is not sent again`, async () => {
      const url = await listen(handler);
      assert.equal((await send(url))?.outcome, 'unknown');
      assert.equal(posts, 1);
    });
  }

  it('may have been received if a reused connection ends', async () => {
    const url = await listen((request, response) => {
      request.resume();
      if (posts === 1) {
        request.once('end', () => response.writeHead(202).end());
      } else {
        request.socket.destroy();
      }
    });
    transport = streamable(url);
    await transport.send(reply);
    await assert.rejects(transport.send(reply), { name: 'SendFailure', outcome: 'unknown' });
  });

  it('over HTTP+SSE has the same outcomes', async () => {
    const statuses = [202, 403, 503];
    const url = await listen((request, response) => {
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /post\n\n');
        return;
      }
      request.resume();
      const status = statuses.shift();
      if (status === undefined) {
        request.socket.destroy();
      } else {
        response.writeHead(status, { 'retry-after': '1' }).end('because');
      }
    });
    transport = new HttpSseTransport({
      url: new URL(url),
      headers: {},
      fetch: fetchWithoutTimeout,
      onInvalid: () => undefined,
    });
    await transport.start();
    await transport.send(reply);
    await assert.rejects(transport.send(reply), { outcome: 'refused', status: 403, body: 'because' });
    await assert.rejects(transport.send(reply), { outcome: 'refused', status: 503, retryAfterMs: 1000 });
    await assert.rejects(transport.send(reply), { outcome: 'unknown' });
    assert.equal(posts, 4);
    await transport.close();
    await assert.rejects(transport.send(reply), { outcome: 'notSent' });
  });

  it('waits if it is a reply and twenty replies are being sent; a notification does not wait', async () => {
    const pendingResponses: (() => void)[] = [];
    const url = await listen((_request, response) => pendingResponses.push(() => response.writeHead(202).end()));
    transport = streamable(url);
    const aborted = new AbortController();
    const sent = Array.from({ length: 30 }, (_none, index) => transport.send({ ...reply, id: index }));
    const abortedReply = transport.send({ ...reply, id: 30 }, { requestSignal: aborted.signal });
    const notification = transport.send({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    await until(() => pendingResponses.length >= 21);
    aborted.abort(new Error('not wanted'));
    await assert.rejects(abortedReply, { message: 'not wanted' });
    assert.equal(posts, 21);
    for (const answer of pendingResponses.splice(0)) {
      answer();
    }
    await until(() => pendingResponses.length >= 10);
    for (const answer of pendingResponses.splice(0)) {
      answer();
    }
    await Promise.all([...sent, notification]);
    assert.equal(posts, 31);
  });
});

describe('the pause of a Retry-After header', () => {
  const now = Date.parse('Sun, 22 Nov 2026 12:00:00 GMT');
  for (const [header, ms] of [
    [null, undefined],
    ['', undefined],
    ['soon', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['0', 0],
    [' 120 ', 120_000],
    ['99999999999999999999', 3_600_000],
    ['Sun, 22 Nov 2026 12:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 11:00:00 GMT', 0],
    ['Sun, 22 Nov 2027 12:00:00 GMT', 3_600_000],
  ] as const) {
    it(`is ${ms} ms for ${JSON.stringify(header)}`, () => assert.equal(readRetryAfter(header, now), ms));
  }
});
