import assert from 'node:assert/strict';
import { definitionOf, nameElicitation, nameSchema, textOf, tool } from '#test/host/samples.ts';
import { drop, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const withPages = { elicitation: { form: true, url: true } };

describe('a server of 2025-11-25 over Streamable HTTP', () => {
  it('that sends requests for two calls at once: each belongs to its call', async () => {
    const host = createTestHost();
    let callCount = 0;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method !== 'tools/call') {
        return undefined;
      }
      callCount += 1;
      const number = callCount;
      // Sends its request only after both calls have arrived.
      await until(() => callCount >= 2);
      const { result } = await ask('elicitation/create', { message: `Number ${number}?`, requestedSchema: nameSchema });
      return { content: [{ type: 'text', text: JSON.stringify({ number, result }) }] };
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const first = server.call(tool('only', { call: 1 }), byUser);
      await until(() => callCount === 1);
      const second = server.call(tool('only', { call: 2 }), { origin: 'program' });
      await until(() => host.inbox.pending.length === 2);
      for (const [number, askedFor] of [
        [1, true],
        [2, false],
      ] as const) {
        const request = host.inbox.pending.find(({ message }) => message === `Number ${number}?`);
        assert.deepEqual(request?.call?.request, tool('only', { call: number }));
        assert.equal(request?.isStartedByUser, askedFor);
        host.inbox.decide(request?.id ?? '', { action: 'accept', content: { name: `${number}` } });
      }
      assert.match(textOf(await first), /"number":1,.*"name":"1"/);
      assert.match(textOf(await second), /"number":2,.*"name":"2"/);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('that sends a request while it lists its tools: the request is not attributed to a call', async () => {
    const host = createTestHost();
    let sendsRequest = false;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method === 'tools/list' && sendsRequest) {
        await ask('elicitation/create', nameElicitation);
      }
      return message.method === 'tools/call' ? silence : undefined;
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const call = server.call(tool('only'), byUser);
      await until(() => scripted.methods.includes('tools/call'));
      sendsRequest = true;
      const listing = server.refresh('tools');
      assert.equal((await host.decide({ action: 'decline' })).call, undefined);
      await listing;
      await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('that cuts the stream of a call: its request is withdrawn', async () => {
    const host = createTestHost();
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method !== 'tools/call') {
        return undefined;
      }
      void ask('elicitation/create', nameElicitation);
      await until(() => host.inbox.pending.length > 0);
      return drop;
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      const settlement = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
      await assert.rejects(server.call(tool('only'), byUser), { name: 'CallFailed' });
      assert.deepEqual(await settlement, {
        kind: 'withdrawn',
        withdrawal: { by: 'connection', reason: 'The connection was lost before the server answered.' },
      });
      assert.equal(server.state.kind, 'running');
    } finally {
      await host.end();
      scripted.close();
    }
  });
});
