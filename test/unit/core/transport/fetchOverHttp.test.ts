import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { sendHttpRequest } from '#core/transport/httpRequests.ts';
import { until } from '#test/host/until.ts';

describe('fetchWithoutTimeout over HTTP', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const describeRequest = (request: IncomingMessage) =>
    [request.method, request.url, request.headers['x-key']].join(' ');

  it('sends method, headers and body, and returns status, headers and body', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      response
        .writeHead(418, { 'x-mine': ['a', 'b'], 'content-type': 'text/plain' })
        .end(`${describeRequest(request)} ${body}`);
    });
    const response = await fetchWithoutTimeout(`${url}/a?b`, {
      method: 'POST',
      headers: { 'x-key': 'k' },
      body: 'höhö',
    });
    assert.equal(response.status, 418);
    assert.equal(response.headers.get('x-mine'), 'a, b');
    assert.equal(await response.text(), 'POST /a?b k höhö');
  });

  it('returns no body for a status without a body', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    assert.equal((await fetchWithoutTimeout(url)).body, null);
  });

  it('rejects with the system error as cause if nothing listens', async () => {
    await assert.rejects(fetchWithoutTimeout('http://127.0.0.1:9'), (error: Error) => {
      assert.equal(error.message, 'fetch failed');
      assert.match(String(error.cause), /ECONNREFUSED/);
      return true;
    });
  });

  it('rejects when its signal is aborted, before the response and during it', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/stream') {
        response.writeHead(200).write('begun');
      }
    });
    for (const path of ['/never', '/stream']) {
      const aborting = new AbortController();
      const reading = fetchWithoutTimeout(url + path, { signal: aborting.signal }).then((response) => response.text());
      setTimeout(() => aborting.abort(new Error('enough')), 50);
      await assert.rejects(reading);
    }
  });

  it('closes the connection when the body is cancelled', async () => {
    let closed = false;
    const url = await serve((request, response) => {
      request.once('close', () => {
        closed = true;
      });
      response.write('begun');
    });
    const response = await fetchWithoutTimeout(url);
    await response.body?.cancel();
    await until(() => closed);
  });

  it('rejects the body when the connection breaks', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun');
      setTimeout(() => response.destroy(), 20);
    });
    const response = await fetchWithoutTimeout(url);
    await assert.rejects(response.text());
  });

  it('requests no compression', async () => {
    const url = await serve((request, response) => {
      if (request.headers['accept-encoding'] === 'identity') {
        response.end('plain');
      } else {
        createGzip().pipe(response);
      }
    });
    assert.equal(await (await fetchWithoutTimeout(url)).text(), 'plain');
  });

  const send = (url: string, method: 'GET' | 'POST') => {
    const init = { headers: new Headers({ 'x-key': 'k' }), signal: new AbortController().signal };
    return sendHttpRequest(fetchWithoutTimeout, new URL(url), {
      method,
      ...init,
      ...(method === 'POST' && { body: 'body' }),
    });
  };

  for (const [status, method, expected] of [
    [307, 'POST', 'POST /there k body'],
    [308, 'POST', 'POST /there k body'],
    [302, 'GET', 'GET /there k '],
    [301, 'POST', ''],
    [303, 'POST', ''],
  ] as const) {
    it(`${expected ? 'follows' : 'returns'} redirect ${status} of a ${method} within the origin (sendHttpRequest)`, async () => {
      const url = await serve(async (request, response) => {
        if (request.url === '/here') {
          response.writeHead(status, { location: '/there' }).end();
          return;
        }
        let body = '';
        for await (const chunk of request) {
          body += chunk;
        }
        response.end(`${describeRequest(request)} ${body}`);
      });
      const response = await send(`${url}/here`, method);
      assert.equal(response.status, expected ? 200 : status);
      assert.equal(await response.text(), expected);
    });
  }

  it('follows no redirect to another host, and at most five redirects', async () => {
    let received = 0;
    const other = await serve((_request, response) => {
      received += 1;
      response.end();
    });
    const redirectingAway = await serve((_request, response) => response.writeHead(307, { location: other }).end());
    assert.equal((await send(redirectingAway, 'GET')).status, 307);
    assert.equal(received, 0);
    let hops = 0;
    const redirectingInCircle = await serve((_request, response) => {
      hops += 1;
      response.writeHead(307, { location: '/' }).end();
    });
    assert.equal((await send(redirectingInCircle, 'GET')).status, 307);
    assert.equal(hops, 6);
  });
});
