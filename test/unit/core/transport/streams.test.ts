import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { until } from '#test/host/until.ts';
import { envelope, initialized, jsonRpcRequest, StreamableHttpClient, serverUrl } from './streamableHttpClient.ts';

describe('the streams of a Streamable HTTP server', () => {
  let sentRequests: string[];

  /** A server whose streams end after one `event` with an id. Unless `resumes`, a GET that resumes a stream gets status 400. */
  const fetchFor =
    (purpose: string, resumes: boolean, event = 'id: 1\ndata: {}\n\n') =>
    async (_url: string | URL, init?: RequestInit) => {
      if (init?.body === JSON.stringify(initialized)) {
        return new Response(null, { status: 202 });
      }
      const lastEventId = new Headers(init?.headers).get('last-event-id');
      sentRequests.push(`${purpose} ${init?.method ?? 'GET'}${lastEventId === null ? '' : ` after ${lastEventId}`}`);
      return lastEventId === null || resumes
        ? new Response(event, { headers: { 'content-type': 'text/event-stream' } })
        : new Response('', { status: 400 });
    };
  const connect = (resumes: boolean) =>
    new StreamableHttpClient(fetchFor('for a call', resumes), serverUrl, fetchFor('standalone', resumes)).transport;

  /** Runs the mocked timers, also those that earlier ones lead to: far more than six attempts need. */
  const runTimers = async () => {
    for (let round = 0; round < 100; round += 1) {
      mock.timers.tick(1);
      await turn();
    }
  };

  beforeEach(() => {
    sentRequests = [];
  });
  afterEach(restoreTimers);

  it('are resumed for a call by the fetch of the call, and for the standalone stream by the standalone fetch', async () => {
    const transport = connect(true);
    await transport.send(jsonRpcRequest('tools/call'));
    await until(() => sentRequests.includes('for a call GET after 1'));
    await transport.send(initialized);
    await until(() => sentRequests.includes('standalone GET after 1'));
    await transport.close();
    assert.deepEqual(
      new Set(sentRequests),
      new Set(['for a call POST', 'for a call GET after 1', 'standalone GET', 'standalone GET after 1']),
    );
  });

  for (const event of ['id: 1\n\n', 'id: 1\ndata:\n\n', 'id: 1\nretry: 1\n\n']) {
    it(`are resumed for a call whose stream had only ${JSON.stringify(event)}`, async () => {
      const { transport } = new StreamableHttpClient(fetchFor('for a call', true, event));
      await transport.send(jsonRpcRequest('tools/call'));
      await until(() => sentRequests.includes('for a call GET after 1'));
      await transport.close();
    });
  }

  for (const [failure, times] of [
    [503, 2],
    [429, 2],
    ['unreachable', 2],
    [404, 0],
    [405, 0],
    [501, 0],
  ] as const) {
    it(`${times > 0 ? 'include' : 'do not include'} a standalone stream after a first attempt with the result ${failure}`, async () => {
      fakeTimers();
      let attempts = 0;
      const rig = new StreamableHttpClient(fetchFor('for a call', true), serverUrl, async (_url, init) => {
        attempts += init?.method === 'GET' ? 1 : 0;
        if (attempts > times && times > 0) {
          return new Response('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n', {
            headers: { 'content-type': 'text/event-stream' },
          });
        }
        if (failure === 'unreachable') {
          throw new TypeError('fetch failed');
        }
        return new Response('', { status: failure });
      });
      await rig.send(initialized);
      await rig.transport.waitForStandaloneStream();
      await runTimers();
      const hasNotification = rig.received.some((message) => JSON.stringify(message).includes('notifications/x'));
      assert.equal(hasNotification, times > 0);
      if (times === 0) {
        assert.equal(attempts, 1);
      }
      await rig.transport.close();
    });
  }

  it('include no standalone stream after six attempts with status 503', async () => {
    fakeTimers();
    let attempts = 0;
    const rig = new StreamableHttpClient(fetchFor('for a call', true), serverUrl, async () => {
      attempts += 1;
      return new Response('', { status: 503 });
    });
    await rig.send(initialized);
    await runTimers();
    assert.equal(attempts, 6);
    await rig.transport.close();
  });

  it('include a new standalone stream if the server cannot resume the previous one', async () => {
    const transport = connect(false);
    await transport.send(initialized);
    await until(() => sentRequests.length >= 3);
    await transport.close();
    assert.deepEqual(sentRequests.slice(0, 3), ['standalone GET', 'standalone GET after 1', 'standalone GET']);
  });

  it('are not resumed for a request of the modern era', async () => {
    const rig = new StreamableHttpClient(fetchFor('for a call', true));
    await rig.send(jsonRpcRequest('tools/call', { name: 'a', ...envelope }));
    await until(() => rig.received.includes('ended 1'));
    assert.deepEqual(sentRequests, ['for a call POST']);
  });

  it('are not requested again, and no end is reported, if the request is aborted', async () => {
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
    const rig = new StreamableHttpClient(fetchWithoutTimeout, `http://127.0.0.1:${port}/mcp`);
    const cancelled = new AbortController();
    await rig.send(jsonRpcRequest('subscriptions/listen'), { requestSignal: cancelled.signal });
    await until(() => rig.received.length === 1);
    cancelled.abort();
    await until(() => open[0]?.destroyed === true);
    for (let round = 0; round < 10; round += 1) {
      await (await fetchWithoutTimeout(`http://127.0.0.1:${port}/other`)).text();
    }
    assert.deepEqual(
      requests.filter((one) => one.endsWith('/mcp')),
      ['POST /mcp'],
    );
    assert.equal(rig.received.length, 1);
    server.closeAllConnections();
    server.close();
  });
});
