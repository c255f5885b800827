import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HostError } from '#core/common/errors.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';

/** Writes the response to a request with this id. */
type Responder = (response: ServerResponse, id: unknown) => void;

const serverInfo = { name: 's', version: '1' };
const json = { 'content-type': 'application/json' };
const withStatus =
  (status: number, body = '', headers: Record<string, string> = {}): Responder =>
  (response) =>
    response.writeHead(status, headers).end(body);
const withError =
  (status: number, error: object): Responder =>
  (response, id) =>
    response.writeHead(status, json).end(JSON.stringify({ jsonrpc: '2.0', id, error }));
const withResult =
  (result: object): Responder =>
  (response, id) =>
    response.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
const reset: Responder = (response) => response.destroy();
const emptyStream: Responder = withStatus(200, ': nothing\n\n', { 'content-type': 'text/event-stream' });
const initialized = withResult({ protocolVersion: '2025-11-25', capabilities: {}, serverInfo });
const discovered = withResult({
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: {},
  serverInfo,
});
const discover = 'server/discover';

describe('an HTTP server that responds to server/discover', () => {
  let host: TestHost;
  let http: HttpServer;
  let receivedMethods: string[];
  let responders: { discover: Responder; initialize: Responder };

  beforeEach(async () => {
    host = createTestHost();
    receivedMethods = [];
    http = createServer(async (request, response) => {
      const { method, id } = JSON.parse((await request.toArray()).join('') || '{}');
      if (request.method !== 'POST') {
        response.writeHead(405).end();
      } else if (id === undefined) {
        response.writeHead(202).end();
      } else {
        receivedMethods.push(method);
        const responder = { [discover]: responders.discover, initialize: responders.initialize }[String(method)];
        (responder ?? withError(200, { code: -32601, message: 'Method not found' }))(response, id);
      }
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await host.end();
    http.closeAllConnections();
    http.close();
  });

  const createServerOfHost = () => {
    const { port } = http.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };
  const startOrSummary = () =>
    createServerOfHost()
      .start()
      .then(
        () => 'started',
        (error: unknown) => (error instanceof HostError ? error.summary.replace(/ at \S+/, '') : String(error)),
      );

  const legacy: readonly [string, Responder][] = [
    ['with 403', withStatus(403)],
    ['with 403 and an error', withError(403, { code: -32000, message: 'Forbidden' })],
    ['with 500', withStatus(500)],
    ['with 500 and an error', withError(500, { code: -32603, message: 'Internal error' })],
    ['with 501', withStatus(501)],
    ['with 503', withStatus(503)],
    ['with a web page', withStatus(200, '<html>', { 'content-type': 'text/html' })],
    ['with 204', withStatus(204)],
    ['with a cut connection', reset],
    ['with a stream that ends', emptyStream],
    ['with 400', withStatus(400)],
    ['with 404', withStatus(404)],
    ['with 202', withStatus(202)],
    [
      'with versions of which the host knows only a legacy one',
      withError(400, {
        code: -32022,
        message: 'Unsupported protocol version',
        data: { requested: '2026-07-28', supported: ['2027-01-01', '2025-11-25'] },
      }),
    ],
  ];
  for (const [what, probe] of legacy) {
    it(`${what} then receives initialize`, async () => {
      responders = { discover: probe, initialize: initialized };
      assert.equal(await startOrSummary(), 'started');
      assert.deepEqual(receivedMethods, [discover, 'initialize']);
    }).timeout(4000);
  }

  const scopes = { 'www-authenticate': 'Bearer error="insufficient_scope", scope="all"' };
  const withoutFallback: readonly [string, Responder, RegExp][] = [
    ['with 401', withStatus(401), /HTTP status 401/],
    ['with 403 and a demand for more scopes', withStatus(403, '', scopes), /HTTP status 403/],
    [
      'with 403 and an error of the modern era',
      withError(403, { code: -32021, message: 'Roots, please' }),
      /Roots, please/,
    ],
    ['with 500 and an error of the modern era', withError(500, { code: -32022, message: 'Newest' }), /Newest/],
  ];
  for (const [what, probe, summary] of withoutFallback) {
    it(`${what} receives no initialize`, async () => {
      responders = { discover: probe, initialize: initialized };
      assert.match(await startOrSummary(), summary);
      assert.deepEqual(receivedMethods, [discover]);
    });
  }

  const failures: readonly [string, Responder, Responder, string][] = [
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
      '500, then an internal error with a message',
      withStatus(500),
      withError(200, { code: -32603, message: 'No database' }),
      '"mine" refused protocol version 2025-11-25. The server says: “No database”',
    ],
  ];
  for (const [what, probe, initialize, summary] of failures) {
    it(`and initialize with errors is reported by the more specific of both (${what})`, async () => {
      responders = { discover: probe, initialize };
      assert.equal(await startOrSummary(), summary);
      assert.deepEqual(receivedMethods.slice(0, 2), [discover, 'initialize']);
    });
  }

  it('with 404, and ends the stream of initialize, is reported at once', async () => {
    responders = { discover: withStatus(404), initialize: emptyStream };
    assert.equal(await startOrSummary(), '"mine" answered, but not as an MCP server.');
  }).timeout(4000);

  it('with 503 receives server/discover again at its next start', async () => {
    responders = { discover: withStatus(503), initialize: initialized };
    const server = createServerOfHost();
    await server.start();
    await server.stop();
    responders = { discover: discovered, initialize: initialized };
    await server.start();
    assert.deepEqual(receivedMethods, [discover, 'initialize', discover]);
  });

  it('with 503 receives no initialize if it is remembered as modern', async () => {
    responders = { discover: discovered, initialize: initialized };
    const server = createServerOfHost();
    await server.start();
    await server.stop();
    responders = { discover: withStatus(503), initialize: initialized };
    await assert.rejects(server.start());
    assert.deepEqual(receivedMethods, [discover, discover]);
  });
});
