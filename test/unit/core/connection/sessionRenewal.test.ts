import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const only = tool('only');
const done = { content: [{ type: 'text', text: 'done' }] };
const needsPage = {
  code: -32042,
  message: 'Needed',
  data: {
    elicitations: [{ mode: 'url', message: 'Open it.', url: 'https://example.com/', elicitationId: 'e1' }],
  },
};

describe('a call around the moment at which a session is begun anew', () => {
  let host: TestHost;
  let scripted: ScriptedServer;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(async () => {
    await host.end();
    scripted.close();
  });

  async function start(script: Script): Promise<Server> {
    scripted = new ScriptedServer(script);
    scripted.session = 'first';
    const server = host.server(
      await scripted.listen(),
      definitionOf('mine', { elicitation: { form: true, url: true } }),
    );
    await server.start();
    return server;
  }

  it('is not sent when it was cancelled meanwhile', async () => {
    let letIn: () => void = () => undefined;
    const server = await start(async ({ method }) => {
      if (method === 'initialize' && scripted.session === 'second') {
        await new Promise<void>((resolve) => {
          letIn = resolve;
        });
      }
      return method === 'tools/call' ? done : undefined;
    });
    scripted.session = 'second';
    const first = server.call(only, byPerson);
    await until(() => scripted.count('initialize') === 2);
    const second = server.call(only, byPerson);
    const [, waiting] = server.calls;
    server.cancelCall(waiting?.id ?? '');
    await assert.rejects(second, { name: 'CallCancelled' });
    letIn();
    await first;
    await server.call(only, byPerson);
    assert.equal(scripted.count('tools/call'), 2);
  });

  for (const noticed of [true, false]) {
    it(`and waits for a page is sent in the new session (${noticed ? 'noticed by another' : 'by itself'})`, async () => {
      let pagesOpen = false;
      const server = await start(({ method }) => {
        if (method === 'tools/call' && !pagesOpen) {
          throw needsPage;
        }
        return method === 'tools/call' ? done : undefined;
      });
      const call = server.call(only, byPerson);
      await host.decide({ action: 'accept' });
      await until(() => host.suspendedCalls.all.length === 1);
      scripted.session = 'second';
      if (noticed) {
        pagesOpen = true;
        await server.call(only, byPerson);
        pagesOpen = false;
      }
      const goOn = () => host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
      goOn();
      await until(() => host.suspendedCalls.all[0]?.attempts === 1);
      assert.deepEqual(host.inbox.pending, [], 'nobody is asked for the same page again');
      assert.equal(scripted.count('initialize'), 2);
      pagesOpen = true;
      goOn();
      assert.equal(textOf(await call), 'done');
    });
  }

  it('ends when the server is stopped meanwhile, and so does the beginning', async () => {
    let silent = false;
    const server = await start(({ method }) => {
      if (method === 'tools/call') {
        return done;
      }
      return silent && method === 'initialize' ? silence : undefined;
    });
    scripted.session = 'second';
    silent = true;
    const call = server.call(only, byPerson);
    await until(() => scripted.count('initialize') === 2);
    await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    assert.equal(server.state.kind, 'stopped');
    silent = false;
    assert.equal(textOf(await server.call(only, byPerson)), 'done');
  });

  it('has nothing to do with what is asked in the new session by itself', async () => {
    const server = await start(async ({ method }, ask) => {
      if (method === 'tools/list' && scripted.session === 'second') {
        await ask('elicitation/create', nameElicitation);
      }
      return method === 'tools/call' ? done : undefined;
    });
    scripted.session = 'second';
    const call = server.call(only, byPerson);
    assert.equal((await host.oldestRequest()).call, undefined);
    await host.decide({ action: 'decline' });
    assert.equal(textOf(await call), 'done');
  });
});
