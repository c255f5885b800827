import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostError } from '#core/common/errors.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

/** How a server answers one request with this id. */
type Answering = (response: ServerResponse, id: unknown) => void;

const serverInfo = { name: 's', version: '1' };
const json = { 'content-type': 'application/json' };
const withStatus =
  (status: number, body = '', headers: Record<string, string> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end(body);
const withError =
  (status: number, error: object): Answering =>
  (response, id) =>
    response.writeHead(status, json).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
const withResult =
  (result: object): Answering =>
  (response, id) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
const reset: Answering = (response) => response.destroy();
const emptyStream: Answering = withStatus(200, ': nothing\n\n', { 'content-type': 'text/event-stream' });
const initialized = withResult({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo });
const discovered = withResult({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: {},
  serverInfo,
});
const discover = 'server/discover';

describe('an HTTP server that does not answer server/discover as one of 2026-07-28 does', () => {
  let host: TestHost;
  let http: HttpServer;
  let seen: string[];
  let answers: { discover: Answering; initialize: Answering };

  beforeEach(async () => {
    host = createTestHost();
    seen = [];
    http = createServer(async (request, response) => {
      const { method, id } = JSON.parse((await request.toArray()).join('') || '{}');
      if (request.method !== 'POST') {
        response.writeHead(405).end();
      } else if (id === undefined) {
        response.writeHead(202).end();
      } else {
        seen.push(method);
        const known = { [discover]: answers.discover, initialize: answers.initialize }[String(method)];
        (known ?? withError(200, { code: -32601, message: 'Method not found' }))(response, id);
      }
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await host.end();
    http.closeAllConnections();
    http.close();
  });

  const mine = () => {
    const { port } = http.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };
  const outcome = () =>
    mine()
      .start()
      .then(
        () => 'started',
        (error: unknown) => (error instanceof HostError ? error.summary.replace(/ at \S+/, '') : String(error)),
      );

  const legacy: readonly [string, Answering][] = [
    ['with 403', withStatus(403)],
    ['with 403 and an error', withError(403, { code: -32000, message: 'Forbidden' })],
    ['with 500', withStatus(500)],
    ['with 500 and an error', withError(500, { code: -32603, message: 'Internal error' })],
    ['with 501', withStatus(501)],
    ['with 503', withStatus(503)],
    ['with a web page', withStatus(200, '<html>', { 'content-type': 'text/html' })],
    ['with 204', withStatus(204)],
    ['by cutting the connection', reset],
    ['with a stream that ends', emptyStream],
    ['with 400', withStatus(400)],
    ['with 404', withStatus(404)],
    ['with 202', withStatus(202)],
    [
      'with versions of which only an older one is known here',
      withError(400, {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { requested: '2026-07-28', supported: ['2027-01-01', '2025-11-25'] },
      }),
    ],
  ];
  for (const [what, probe] of legacy) {
    it(`but ${what} is taken for one that begins with initialize`, async () => {
      answers = { discover: probe, initialize: initialized };
      assert.equal(await outcome(), 'started');
      assert.deepEqual(seen, [discover, 'initialize']);
    }).timeout(4000);
  }

  const scopes = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' };
  const kept: readonly [string, Answering, RegExp][] = [
    ['wants a sign-in', withStatus(401), /HTTP status 401/],
    ['wants more permissions', withStatus(403, '', scopes), /HTTP status 403/],
    ['refuses with a modern error', withError(403, { code: -32021, message: 'Roots, please' }), /Roots, please/],
    ['refuses with a modern error and 500', withError(500, { code: -32022, message: 'Newest' }), /Newest/],
  ];
  for (const [what, probe, summary] of kept) {
    it(`but ${what} gets no initialize`, async () => {
      answers = { discover: probe, initialize: initialized };
      assert.match(await outcome(), summary);
      assert.deepEqual(seen, [discover]);
    });
  }

  const failures: readonly [string, Answering, Answering, string][] = [
    ['403, then 404', withStatus(403), withStatus(404), '"mine" answered with HTTP status 403.'],
    ['503, then a cut', withStatus(503), reset, '"mine" answered with HTTP status 503.'],
    [
      '500, then an unknown method',
      withStatus(500),
      withError(200, { code: -32601, message: 'No' }),
      '"mine" answered with HTTP status 500.',
    ],
    ['a cut, then 403', reset, withStatus(403), '"mine" answered with HTTP status 403.'],
    ['403, then 500', withStatus(403), withStatus(500), '"mine" answered with HTTP status 500.'],
    [
      '500, then its own words',
      withStatus(500),
      withError(200, { code: -32603, message: 'No database' }),
      '"mine" refused to begin with protocol version 2025-11-25. The server says: No database',
    ],
  ];
  for (const [what, probe, initialize, summary] of failures) {
    it(`nor initialize is reported by the more telling of both answers: ${what}`, async () => {
      answers = { discover: probe, initialize };
      assert.equal(await outcome(), summary);
      assert.deepEqual(seen.slice(0, 2), [discover, 'initialize']);
    });
  }

  it('and ends the stream of initialize too is reported at once', async () => {
    answers = { discover: withStatus(404), initialize: emptyStream };
    assert.equal(await outcome(), '"mine" answered, but not as an MCP server does.');
  }).timeout(4000);

  it('because it is down for a moment is asked again at its next start', async () => {
    answers = { discover: withStatus(503), initialize: initialized };
    const server = mine();
    await server.start();
    await server.stop();
    answers = { discover: discovered, initialize: initialized };
    await server.start();
    assert.deepEqual(seen, [discover, 'initialize', discover]);
  });

  it('because it is down for a moment gets no initialize where it is known to be of 2026-07-28', async () => {
    answers = { discover: discovered, initialize: initialized };
    const server = mine();
    await server.start();
    await server.stop();
    answers = { discover: withStatus(503), initialize: initialized };
    await assert.rejects(server.start());
    assert.deepEqual(seen, [discover, discover]);
  });
});
