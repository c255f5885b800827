import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Server } from '#core/servers/server.ts';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { nameElicitation, tool } from '#test/host/samples.ts';
import { everything, handmade, modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const hourMs = 3_600_000;
const stepMs = 10_000;
const byUser = { origin: 'user' } as const;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a request that waits an hour for the user', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    mock.timers.reset();
    await host.end();
  });

  const ask = tool('ask', { params: nameElicitation });
  const transports: [string, () => Promise<[Server, ReturnType<typeof tool>]>][] = [
    ['stdio', async () => [host.server(nodeSpec(handmade)), ask]],
    ['stdio, modern', async () => [host.server(nodeSpec(modernOneRound)), tool('book', { city: 'Oslo' })]],
    ['Streamable HTTP', async () => [(await FaultyServer.start(host, 'plain')).server, ask]],
    ['Streamable HTTP with event ids', async () => [(await FaultyServer.start(host, 'ids')).server, ask]],
    ['Streamable HTTP, modern', async () => [(await FaultyServer.start(host, 'modern')).server, tool('book')]],
    [
      'HTTP+SSE',
      async () => {
        const { port } = await host.http(everything, 'sse');
        const url = `http://localhost:${port}/sse`;
        return [host.server({ type: 'sse', url, headers: {}, secrets: [] }), tool('trigger-elicitation-request')];
      },
    ],
  ];
  for (const [name, startServer] of transports) {
    it(`exceeds no time limit over ${name}`, async () => {
      const [server, call] = await startServer();
      await server.start();
      // From here on the test controls the timers.
      enableMockTimers('setTimeout', 'setInterval');
      const result = server.call(call, byUser);
      while (host.inbox.pending.length === 0) {
        await turn();
      }
      for (let passed = 0; passed < hourMs; passed += stepMs) {
        mock.timers.tick(stepMs);
        await turn();
      }
      assert.equal(host.inbox.pending.length, 1);
      assert.equal(server.calls.length, 1);
      mock.timers.reset();
      await host.decide({ action: 'accept', content: { name: 'Ann', colour: 'teal' } });
      assert.match(JSON.stringify(await result), /Ann|teal/);
    });
  }
});
