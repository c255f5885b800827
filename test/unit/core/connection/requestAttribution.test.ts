import assert from 'node:assert/strict';
import { definitionOf, nameElicitation, nameSchema, textOf, tool } from '#test/host/samples.ts';
import { drop, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const withPages = { elicitation: { form: true, url: true } };

describe('a server of 2025-11-25 over Streamable HTTP', () => {
  it('that sends requests for two calls at once: each belongs to its call', async () => {
    const host = createTestHost();
    let begun = 0;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method !== 'tools/call') {
        return undefined;
      }
      begun += 1;
      const number = begun;
      // Asks only when both are in flight.
      await until(() => begun >= 2);
      const { result } = await ask('elicitation/create', { message: `Number ${number}?`, requestedSchema: nameSchema });
      return { content: [{ type: 'text', text: JSON.stringify({ number, result }) }] };
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const first = server.call(tool('only', { call: 1 }), byPerson);
      await until(() => begun === 1);
      const second = server.call(tool('only', { call: 2 }), { origin: 'program' });
      await until(() => host.inbox.pending.length === 2);
      for (const [number, askedFor] of [
        [1, true],
        [2, false],
      ] as const) {
        const question = host.inbox.pending.find(({ message }) => message === `Number ${number}?`);
        assert.deepEqual(question?.call?.request, tool('only', { call: number }));
        assert.equal(question?.isStartedByUser, askedFor);
        host.inbox.decide(question?.id ?? '', { action: 'accept', content: { name: `${number}` } });
      }
      assert.match(textOf(await first), /"number":1,.*"name":"1"/);
      assert.match(textOf(await second), /"number":2,.*"name":"2"/);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('that sends a request while it lists its tools: the request belongs to no call', async () => {
    const host = createTestHost();
    let asking = false;
    const scripted = new ScriptedServer(async (message, ask) => {
      if (message.method === 'tools/list' && asking) {
        await ask('elicitation/create', nameElicitation);
      }
      return message.method === 'tools/call' ? silence : undefined;
    });
    try {
      const server = host.server(await scripted.listen(), definitionOf('mine', withPages));
      await server.start();
      const call = server.call(tool('only'), byPerson);
      await until(() => scripted.methods.includes('tools/call'));
      asking = true;
      const listing = server.refresh('tools');
      assert.equal((await host.decide({ action: 'decline' })).call, undefined);
      await listing;
      await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    } finally {
      await host.end();
      scripted.close();
    }
  });

  it('that loses the stream of a request: the request is withdrawn with the call', async () => {
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
      const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
      await assert.rejects(server.call(tool('only'), byPerson), { name: 'CallFailed' });
      assert.deepEqual(await settled, {
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
