import assert from 'node:assert/strict';
import type { Server } from '#core/servers/server.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { type Script, ScriptedServer, silence } from '#test/host/scriptedServer.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const onlyTool = tool('only');
const done = { content: [{ type: 'text', text: 'done' }] };
const needsPage = {
  code: -32042,
  message: 'Needed',
  data: {
    elicitations: [{ mode: 'url', message: 'Open it.', url: 'https://example.com/', elicitationId: 'e1' }],
  },
};

describe('a call during the renewal of a session', () => {
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

  it('is not sent if it is cancelled meanwhile', async () => {
    let finishInitialize: () => void = () => undefined;
    const server = await start(async ({ method }) => {
      if (method === 'initialize' && scripted.session === 'second') {
        await new Promise<void>((resolve) => {
          finishInitialize = resolve;
        });
      }
      return method === 'tools/call' ? done : undefined;
    });
    scripted.session = 'second';
    const first = server.call(onlyTool, byUser);
    await until(() => scripted.count('initialize') === 2);
    const second = server.call(onlyTool, byUser);
    const [, waiting] = server.calls;
    server.cancelCall(waiting?.id ?? '');
    await assert.rejects(second, { name: 'CallCancelled' });
    finishInitialize();
    await first;
    await server.call(onlyTool, byUser);
    assert.equal(scripted.count('tools/call'), 2);
  });

  for (const isNoticedByOther of [true, false]) {
    it(`that waits for a page is sent in the new session (loss noticed by ${isNoticedByOther ? 'another call' : 'this call'})`, async () => {
      let isPageDone = false;
      const server = await start(({ method }) => {
        if (method === 'tools/call' && !isPageDone) {
          throw needsPage;
        }
        return method === 'tools/call' ? done : undefined;
      });
      const call = server.call(onlyTool, byUser);
      await host.decide({ action: 'accept' });
      await until(() => host.suspendedCalls.all.length === 1);
      scripted.session = 'second';
      if (isNoticedByOther) {
        isPageDone = true;
        await server.call(onlyTool, byUser);
        isPageDone = false;
      }
      const continueCall = () => host.suspendedCalls.continue(host.suspendedCalls.all[0]?.id ?? '');
      continueCall();
      await until(() => host.suspendedCalls.all[0]?.attempts === 1);
      assert.deepEqual(host.inbox.pending, [], 'the same page is not requested again');
      assert.equal(scripted.count('initialize'), 2);
      isPageDone = true;
      continueCall();
      assert.equal(textOf(await call), 'done');
    });
  }

  it('ends, like the renewal, when the server is stopped meanwhile', async () => {
    let silent = false;
    const server = await start(({ method }) => {
      if (method === 'tools/call') {
        return done;
      }
      return silent && method === 'initialize' ? silence : undefined;
    });
    scripted.session = 'second';
    silent = true;
    const call = server.call(onlyTool, byUser);
    await until(() => scripted.count('initialize') === 2);
    await Promise.all([assert.rejects(call, { name: 'ServerStopped' }), server.stop()]);
    assert.equal(server.state.kind, 'stopped');
    silent = false;
    assert.equal(textOf(await server.call(onlyTool, byUser)), 'done');
  });

  it('does not get the requests that the server sends while the lists of the new session are requested', async () => {
    const server = await start(async ({ method }, ask) => {
      if (method === 'tools/list' && scripted.session === 'second') {
        await ask('elicitation/create', nameElicitation);
      }
      return method === 'tools/call' ? done : undefined;
    });
    scripted.session = 'second';
    const call = server.call(onlyTool, byUser);
    assert.equal((await host.oldestRequest()).call, undefined);
    await host.decide({ action: 'decline' });
    assert.equal(textOf(await call), 'done');
  });
});
