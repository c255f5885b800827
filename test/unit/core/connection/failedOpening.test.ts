import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('a session of an HTTP server', () => {
  let host: TestHost;
  let http: HttpServer;
  /** The ids of the sessions that `initialize` began, and of those that a DELETE request ended. */
  let startedSessions: string[];
  let endedSessions: unknown[];
  let version: string;
  /** True if `notifications/initialized` gets no response. */
  let ignoresInitialized: boolean;
  let hasReceivedInitialized: boolean;

  beforeEach(async () => {
    host = createTestHost();
    [startedSessions, endedSessions, version] = [[], [], '2025-11-25'];
    [ignoresInitialized, hasReceivedInitialized] = [false, false];
    http = createServer(async (request, response) => {
      const { method, id } = JSON.parse((await request.toArray()).join('') || '{}');
      if (request.method === 'DELETE') {
        endedSessions.push(request.headers['mcp-session-id']);
        response.writeHead(204).end();
      } else if (method === 'initialize') {
        startedSessions.push(`s${startedSessions.length + 1}`);
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': startedSessions.at(-1) });
        const serverInfo = { name: 's', version: '1' };
        const result = { protocolVersion: version, capabilities: {}, serverInfo };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      } else if (ignoresInitialized && method === 'notifications/initialized') {
        hasReceivedInitialized = true;
      } else {
        response.writeHead(id === undefined ? 500 : 404).end();
      }
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await host.end();
    http.close();
    http.closeAllConnections();
  });

  const createServerOfHost = () => {
    const { port } = http.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };

  it('is ended if the server refuses the messages after the handshake', async () => {
    await assert.rejects(createServerOfHost().start(), { name: 'ServerUnreachable' });
    assert.ok(startedSessions.length > 0);
    assert.deepEqual(endedSessions, startedSessions);
  });

  it('is ended if the server responds with an unknown protocol version', async () => {
    version = '1999-01-01';
    await assert.rejects(createServerOfHost().start(), { name: 'ServerUnreachable' });
    assert.deepEqual(endedSessions, startedSessions);
  });

  it('is ended if the user stops the server during its start', async () => {
    ignoresInitialized = true;
    const server = createServerOfHost();
    const starting = server.start();
    starting.catch(() => undefined);
    // Only now the host knows the id of the session.
    await until(() => hasReceivedInitialized);
    await server.stop();
    await assert.rejects(starting);
    assert.deepEqual(endedSessions, ['s1']);
  });
});
