import assert from 'node:assert/strict';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

describe('a session of an HTTP server with which no connection comes about', () => {
  let host: TestHost;
  let http: HttpServer;
  /** Sessions that were begun, and those that were said to be over. */
  let begun: string[];
  let ended: unknown[];
  let version: string;
  /** Whether `notifications/initialized` is answered. */
  let silent: boolean;

  beforeEach(async () => {
    host = createTestHost();
    [begun, ended, version, silent] = [[], [], '2025-11-25', false];
    http = createServer(async (request, response) => {
      const { method, id } = JSON.parse((await request.toArray()).join('') || '{}');
      if (request.method === 'DELETE') {
        ended.push(request.headers['mcp-session-id']);
        response.writeHead(204).end();
      } else if (method === 'initialize') {
        begun.push(`s${begun.length + 1}`);
        response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': begun.at(-1) });
        const serverInfo = { name: 's', version: '1' };
        const result = { protocolVersion: version, capabilities: {}, serverInfo };
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      } else if (!silent || method !== 'notifications/initialized') {
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

  const server = () => {
    const { port } = http.address() as AddressInfo;
    return host.server({ type: 'http', url: `http://127.0.0.1:${port}/mcp`, headers: {}, secrets: [] });
  };

  it('is ended where the server refuses what follows the handshake', async () => {
    await assert.rejects(server().start(), { name: 'ServerUnreachable' });
    assert.ok(begun.length > 0);
    assert.deepEqual(ended, begun);
  });

  it('is ended where the server answers with a version that nobody speaks', async () => {
    version = '1999-01-01';
    await assert.rejects(server().start(), { name: 'ServerUnreachable' });
    assert.deepEqual(ended, begun);
  });

  it('is ended where the user stops the server meanwhile', async () => {
    silent = true;
    const mine = server();
    const starting = mine.start();
    starting.catch(() => undefined);
    await until(() => begun.length === 1);
    await mine.stop();
    await assert.rejects(starting);
    assert.deepEqual(ended, ['s1']);
  });
});
