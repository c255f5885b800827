import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#core/common/clock.ts';
import { EraMemory } from '#core/connection/eraMemory.ts';
import { definitionOf, nameElicitation, tool } from '#test/host/samples.ts';
import { drop, type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;

describe('a call whose connection is lost while the server runs', () => {
  it('fails, and its request is withdrawn', async () => {
    const host = createTestHost();
    const scripted = new ScriptedServer(async ({ method }, ask) => {
      if (method === 'tools/call') {
        void ask('elicitation/create', nameElicitation);
        await until(() => host.inbox.pending.length > 0);
        return drop;
      }
      return undefined;
    });
    const settlement = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    const server = host.server(await scripted.listen());
    const summary = 'The connection was lost before the server answered.';
    await assert.rejects(server.call(tool('only'), byUser), { name: 'CallFailed', summary });
    assert.deepEqual(await settlement, { kind: 'withdrawn', withdrawal: { by: 'connection', reason: summary } });
    assert.equal(server.state.kind, 'running');
    await host.end();
    scripted.close();
  });
});

describe('the time limits of a start', () => {
  const limitMs = 300;
  let host: TestHost;
  let scripted: ScriptedServer | undefined;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    await host.end();
    scripted?.close();
    scripted = undefined;
  });

  const start = async (script: Script) => {
    scripted = new ScriptedServer(script);
    return host.server(await scripted.listen(), definitionOf('mine'), { startMs: limitMs, listMs: limitMs });
  };

  for (const method of ['initialize', 'tools/list']) {
    it(`are paused while a request during ${method} waits for the user`, async () => {
      const server = await start(async (message, ask) => {
        if (message.method === method) {
          await ask('elicitation/create', nameElicitation);
        }
      });
      const starting = server.start();
      const { id } = await host.oldestRequest();
      // Real time, because the test checks that the limit has no effect.
      await delay(limitMs * 1.5);
      host.inbox.decide(id, { action: 'decline' });
      await starting;
      assert.deepEqual(
        server.offerings.tools.map(({ name }) => name),
        ['only'],
      );
    });

    it(`continue after a request during ${method} was answered`, async () => {
      const server = await start(async (message, ask) => {
        if (message.method === method) {
          await ask('elicitation/create', nameElicitation);
          return silence;
        }
        return undefined;
      });
      const starting = server.start().catch((error: unknown) => error);
      await host.decide({ action: 'decline' });
      await starting;
      assert.equal(server.state.kind, method === 'initialize' ? 'failed' : 'running');
      assert.match(host.log.text, /in time/);
    });
  }

  it('apply once to a server that is remembered as legacy and does not respond', async () => {
    const server = await start(({ method }) => (method === 'initialize' ? silence : undefined));
    const era = new EraMemory(host.memory, systemClock, server.definition);
    era.remember('legacy', '1.0.0');
    await assert.rejects(server.start(), { name: 'ServerUnreachable', summary: /did not answer in time/ });
    assert.deepEqual(scripted?.methods, ['initialize']);
    assert.equal(era.isLegacy(), false);
  });

  it('do not prevent the start of a modern process that responds too late to server/discover', async () => {
    const limits = { probeMs: { stdio: 1, http: 1, sse: 1 } };
    const server = host.server(nodeSpec(modernOneRound), definitionOf('mine'), limits);
    const handshakes = () => host.log.text.match(/"method":"(server\/discover|initialize)"/g)?.length;
    await server.start();
    assert.equal(server.state.kind === 'running' && server.state.serverInfo.protocolVersion, '2026-07-28');
    assert.equal(handshakes(), 3);
    // The next start waits for the response, with only one handshake.
    await server.restart();
    assert.equal(server.state.kind === 'running' && server.state.serverInfo.protocolVersion, '2026-07-28');
    assert.equal(handshakes(), 4);
  });
});
