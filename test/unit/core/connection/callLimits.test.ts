import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#core/common/clock.ts';
import { EraMemory } from '#core/connection/eraMemory.ts';
import { definitionOf, nameElicitation, tool } from '#test/host/samples.ts';
import { drop, type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { modernOneRound, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;

describe('a call whose connection is lost while the server lives', () => {
  it('has its question withdrawn', async () => {
    const host = createTestHost();
    const scripted = new ScriptedServer(async ({ method }, ask) => {
      if (method === 'tools/call') {
        void ask('elicitation/create', nameElicitation);
        await until(() => host.inbox.pending.length > 0);
        return drop;
      }
      return undefined;
    });
    const settled = new Promise((resolve) => host.inbox.onDidSettle(({ settlement }) => resolve(settlement)));
    const server = host.server(await scripted.listen());
    const summary = 'The connection was lost before the server answered.';
    await assert.rejects(server.call(tool('only'), byPerson), { name: 'CallFailed', summary });
    assert.deepEqual(await settled, { kind: 'withdrawn', withdrawal: { by: 'connection', reason: summary } });
    assert.equal(server.state.kind, 'running');
    await host.end();
    scripted.close();
  });
});

describe('the limits of a start', () => {
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

  for (const during of ['initialize', 'tools/list']) {
    it(`stand still while a person is asked during ${during}`, async () => {
      const server = await start(async ({ method }, ask) => {
        if (method === during) {
          await ask('elicitation/create', nameElicitation);
        }
      });
      const starting = server.start();
      const { id } = await host.oldestRequest();
      // The time itself is what is tested.
      await delay(limitMs * 1.5);
      host.inbox.decide(id, { action: 'decline' });
      await starting;
      assert.deepEqual(
        server.offerings.tools.map(({ name }) => name),
        ['only'],
      );
    });

    it(`run again once a question asked during ${during} is answered`, async () => {
      const server = await start(async ({ method }, ask) => {
        if (method === during) {
          await ask('elicitation/create', nameElicitation);
          return silence;
        }
        return undefined;
      });
      const starting = server.start().catch((error: unknown) => error);
      await host.decide({ action: 'decline' });
      await starting;
      assert.equal(server.state.kind, during === 'initialize' ? 'failed' : 'running');
      assert.match(host.log.text, /in time/);
    });
  }

  it('pass once only for a server that is remembered as legacy and hangs', async () => {
    const server = await start(({ method }) => (method === 'initialize' ? silence : undefined));
    const era = new EraMemory(host.memory, systemClock, server.definition);
    era.remember('legacy', '1.0.0');
    await assert.rejects(server.start(), { name: 'ServerUnreachable', summary: /did not answer in time/ });
    assert.deepEqual(scripted?.methods, ['initialize']);
    assert.equal(era.isLegacy(), false);
  });

  it('let a modern process that was too slow to say its era be waited for', async () => {
    const limits = { probeMs: { stdio: 1, http: 1, sse: 1 } };
    const server = host.server(nodeSpec(modernOneRound), definitionOf('mine'), limits);
    const handshakes = () => host.log.text.match(/"method":"(server\/discover|initialize)"/g)?.length;
    await server.start();
    assert.equal(server.state.kind === 'running' && server.state.serverInfo.protocolVersion, '2026-07-28');
    assert.equal(handshakes(), 3);
    // The next time it is waited for at once, and started once.
    await server.restart();
    assert.equal(server.state.kind === 'running' && server.state.serverInfo.protocolVersion, '2026-07-28');
    assert.equal(handshakes(), 4);
  });
});
