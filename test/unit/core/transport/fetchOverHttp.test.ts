import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzip } from 'node:zlib';
import { fetchWithoutTimeout } from '#core/transport/fetchWithoutTimeout.ts';
import { invalidHeaderReason, toolParameterHeaders } from '#core/transport/toolParameterHeaders.ts';
import { until } from '#test/host/until.ts';

describe('a long fetch', () => {
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

  const seen = (request: IncomingMessage) => [request.method, request.url, request.headers['x-key']].join(' ');

  it('sends what it is given, and gives back what comes', async () => {
    const url = await serve(async (request, response) => {
      let body = '';
      for await (const chunk of request) {
        body += chunk;
      }
      response.writeHead(418, { 'x-mine': ['a', 'b'], 'content-type': 'text/plain' }).end(`${seen(request)} ${body}`);
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

  it('takes a status without a body for one', async () => {
    const url = await serve((_request, response) => response.writeHead(204).end());
    assert.equal((await fetchWithoutTimeout(url)).body, null);
  });

  it('says that it failed, and why', async () => {
    await assert.rejects(fetchWithoutTimeout('http://127.0.0.1:9'), (error: Error) => {
      assert.equal(error.message, 'fetch failed');
      assert.match(String(error.cause), /ECONNREFUSED/);
      return true;
    });
  });

  it('ends with the reason of its signal, before the response and within it', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/stream') {
        response.writeHead(200).write('begun');
      }
    });
    for (const path of ['/never', '/stream']) {
      const ending = new AbortController();
      const reading = fetchWithoutTimeout(url + path, { signal: ending.signal }).then((response) => response.text());
      setTimeout(() => ending.abort(new Error('enough')), 50);
      await assert.rejects(reading);
    }
  });

  it('closes the connection when nobody reads on', async () => {
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

  it('ends in an error when the connection is cut', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun');
      setTimeout(() => response.destroy(), 20);
    });
    const response = await fetchWithoutTimeout(url);
    await assert.rejects(response.text());
  });

  for (const [status, method, expected] of [
    [307, 'POST', 'POST /there k body'],
    [308, 'POST', 'POST /there k body'],
    [301, 'POST', 'GET /there k '],
    [303, 'POST', 'GET /there k '],
    [302, 'GET', 'GET /there k '],
  ] as const) {
    it(`follows ${status} after ${method} within the host`, async () => {
      const url = await serve(async (request, response) => {
        if (request.url === '/here') {
          response.writeHead(status, { location: '/there' }).end();
          return;
        }
        let body = '';
        for await (const chunk of request) {
          body += chunk;
        }
        response.end(`${seen(request)} ${body}`);
      });
      const body = method === 'POST' ? { body: 'body' } : {};
      const response = await fetchWithoutTimeout(`${url}/here`, { method, headers: { 'x-key': 'k' }, ...body });
      assert.equal(await response.text(), expected);
    });
  }

  it('takes headers to no other host, and goes round in circles a few times only', async () => {
    let asked = 0;
    const other = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const away = await serve((_request, response) => response.writeHead(307, { location: other }).end());
    assert.equal((await fetchWithoutTimeout(away, { headers: { 'x-key': 'k' } })).status, 307);
    assert.equal(asked, 0);
    let hops = 0;
    const round = await serve((_request, response) => {
      hops += 1;
      response.writeHead(307, { location: '/' }).end();
    });
    assert.equal((await fetchWithoutTimeout(round)).status, 307);
    assert.equal(hops, 6);
  });

  it('asks for no compression', async () => {
    const url = await serve((request, response) => {
      if (request.headers['accept-encoding'] === 'identity') {
        response.end('plain');
      } else {
        createGzip().pipe(response);
      }
    });
    assert.equal(await (await fetchWithoutTimeout(url)).text(), 'plain');
  });
});

describe('header annotations of a tool', () => {
  const property = (extra: object) => ({ type: 'object', properties: { a: { type: 'string', ...extra } } });
  const named = property({ 'x-mcp-header': 'Region' });

  for (const [value, header] of [
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['two words', 'two words'],
    ['', '=?base64??='],
    [42, '42'],
    [-7, '-7'],
    [true, 'true'],
    [2 ** 53, undefined],
    [null, undefined],
    [undefined, undefined],
    [{ b: 1 }, undefined],
  ] as const) {
    it(`repeat ${JSON.stringify(value)} as ${header}`, () => {
      assert.deepEqual(
        toolParameterHeaders(named, { a: value }),
        header === undefined ? {} : { 'Mcp-Param-Region': header },
      );
    });
  }

  it('are found along properties, however deep', () => {
    const schema = { type: 'object', properties: { outer: named, 'x-mcp-header': { type: 'string' } } };
    assert.deepEqual(toolParameterHeaders(schema, { outer: { a: 'x' } }), { 'Mcp-Param-Region': 'x' });
    assert.deepEqual(toolParameterHeaders(schema, { outer: 'x' }), {});
    assert.deepEqual(toolParameterHeaders(schema, undefined), {});
    assert.equal(invalidHeaderReason(schema), undefined);
  });

  for (const [what, schema] of Object.entries({
    'an empty name': property({ 'x-mcp-header': '' }),
    'a name that is no token': property({ 'x-mcp-header': 'My Region' }),
    'a line break': property({ 'x-mcp-header': 'a\r\nb' }),
    'a name that is no text': property({ 'x-mcp-header': 7 }),
    'a property that is no primitive': property({ type: 'array', 'x-mcp-header': 'A' }),
    'the same name twice': {
      properties: { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } },
    },
    'the schema itself': { type: 'object', 'x-mcp-header': 'A' },
    'what is in a list': { properties: { list: { type: 'array', items: named } } },
    'a branch': { anyOf: [named] },
    'a definition': { $defs: { a: named } },
  })) {
    it(`are a problem on ${what}`, () => {
      assert.notEqual(invalidHeaderReason(schema), undefined);
      assert.deepEqual(toolParameterHeaders(schema, { a: 'x' }), {});
    });
  }
});
