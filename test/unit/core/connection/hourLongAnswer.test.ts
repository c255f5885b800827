import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Server } from '#core/servers/server.ts';
import { Faulty } from '#test/host/faulty.ts';
import { everything, handmade, modern, nameQuestion, nodeSpec, Rig, tool } from '#test/host/harness.ts';

const hourMs = 3_600_000;
const stepMs = 10_000;
const byPerson = { origin: 'person' } as const;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('an hour of thinking', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
  });
  afterEach(async () => {
    mock.timers.reset();
    await rig.end();
  });

  const ask = tool('ask', { params: nameQuestion });
  const ways: [string, () => Promise<[Server, ReturnType<typeof tool>]>][] = [
    ['stdio', async () => [rig.server(nodeSpec(handmade)), ask]],
    ['stdio, modern', async () => [rig.server(nodeSpec(modern)), tool('book', { city: 'Oslo' })]],
    ['Streamable HTTP', async () => [(await Faulty.start(rig, 'plain')).server, ask]],
    ['Streamable HTTP with event ids', async () => [(await Faulty.start(rig, 'ids')).server, ask]],
    ['Streamable HTTP, modern', async () => [(await Faulty.start(rig, 'modern')).server, tool('book')]],
    [
      'HTTP+SSE',
      async () => {
        const { port } = await rig.http(everything, 'sse');
        const url = `http://localhost:${port}/sse`;
        return [rig.server({ type: 'sse', url, headers: {}, secrets: [] }), tool('trigger-elicitation-request')];
      },
    ],
  ];
  for (const [name, way] of ways) {
    it(`runs out no timer of ours over ${name}`, async () => {
      const [server, call] = await way();
      await server.start();
      // From here on time is ours to give.
      mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
      const result = server.call(call, byPerson);
      while (rig.inbox.pending.length === 0) {
        await turn();
      }
      for (let passed = 0; passed < hourMs; passed += stepMs) {
        mock.timers.tick(stepMs);
        await turn();
      }
      assert.equal(rig.inbox.pending.length, 1);
      assert.equal(server.calls.length, 1);
      mock.timers.reset();
      await rig.decide({ action: 'accept', content: { name: 'Ann', colour: 'teal' } });
      assert.match(JSON.stringify(await result), /Ann|teal/);
    });
  }
});
