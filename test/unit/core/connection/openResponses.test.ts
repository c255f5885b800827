import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { definitionOf, tool } from '#test/host/samples.ts';
import { ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const tools = { tools: [{ name: 'only', inputSchema: { type: 'object' } }] };

describe('the response of a request to an HTTP server up to 2025-11-25 that is not ended by the server', () => {
  let host: TestHost;
  let open: Set<ServerResponse>;
  let scripted: ScriptedServer;
  beforeEach(() => {
    host = createTestHost();
    open = new Set();
  });
  afterEach(async () => {
    await host.end();
    scripted.close();
  });

  /** Keeps the responses to `method` open. `isAnswered`: true if they contain the result. */
  const start = async (method: string, isAnswered: boolean, script: (count: number) => void = () => undefined) => {
    let count = 0;
    scripted = new ScriptedServer((message, _ask, send, response) => {
      if (message.method === 'initialize') {
        const capabilities = { tools: { listChanged: true } };
        return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'scripted', version: '1.0.0' } };
      }
      if (message.method !== method) {
        return message.method === 'tools/list' ? tools : undefined;
      }
      open.add(response);
      response.once('close', () => open.delete(response));
      count += 1;
      if (isAnswered) {
        send({ id: message.id, result: method === 'tools/list' ? tools : { content: [] } });
      }
      script(count);
      return silence;
    });
    const server = host.server(await scripted.listen(), definitionOf('mine'), { listMs: 50 });
    await server.start();
    return server;
  };

  it('is closed after the request has timed out', async () => {
    await start('tools/list', false, (count) => {
      if (count <= 3) {
        setTimeout(() => sendListChanged(open), 20);
      }
    });
    await until(() => scripted.count('tools/list') >= 3);
    await until(() => open.size === 0);
  });

  it('is closed after the request was cancelled', async () => {
    const server = await start('tools/call', false);
    const call = server.call(tool('only'), { origin: 'user' });
    await until(() => open.size === 1);
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => open.size === 0);
  });

  it('is closed after it has contained the result', async () => {
    const server = await start('tools/call', true);
    assert.deepEqual(await server.call(tool('only'), { origin: 'user' }), { content: [] });
    await until(() => open.size === 0);
  });
});

/** Sends `list_changed` on the newest of these responses. */
function sendListChanged(open: ReadonlySet<ServerResponse>): void {
  const message = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  [...open].at(-1)?.write(`data: ${JSON.stringify(message)}\n\n`);
}
