import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Failure } from '#core/common/errors.ts';
import type { Server } from '#core/servers/server.ts';
import { fakeTimers, restoreTimers } from '#test/host/fakeTimers.ts';
import { definitionOf, textOf, tool } from '#test/host/samples.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byProgram = { origin: 'program' } as const;
const byUser = { origin: 'user' } as const;

describe('a server that crashes', () => {
  let host: TestHost;
  let server: Server;
  let failures: Failure[];
  beforeEach(() => {
    host = createTestHost();
    failures = [];
  });
  afterEach(async () => {
    restoreTimers();
    await host.end();
  });

  function createServer(restartLimits: object): Server {
    const restart = { minRunMs: 60_000, pauseMs: 5000, maxCrashes: 3, withinMs: 300_000, ...restartLimits };
    server = host.server(nodeSpec(handmade), definitionOf('mine'), { restart });
    server.onDidFail((failure) => failures.push(failure));
    return server;
  }

  /** Makes the process exit, and waits for the failure. */
  async function crash(options: { origin: 'user' | 'program' } = byProgram): Promise<void> {
    const before = failures.length;
    await assert.rejects(server.call(tool('crash', { code: 3 }), options), { name: 'ServerCrashed' });
    assert.equal(failures.length, before + 1);
  }

  it('after a long run is restarted automatically; until then its state announces the restart', async () => {
    await createServer({ minRunMs: 0, pauseMs: 200 }).start();
    await crash();
    assert.equal(server.state.kind === 'failed' && server.state.restarts, true);
    assert.match(failures[0]?.remedy ?? '', /restarts automatically/);
    await until(() => server.state.kind === 'running');
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });

  it('after a short run is restarted only at its next use', async () => {
    await createServer({ pauseMs: 0 }).start();
    await crash();
    assert.equal(server.state.kind === 'failed' && server.state.restarts, undefined);
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });

  it('and is stopped before its restart stays stopped', async () => {
    await createServer({ minRunMs: 0, pauseMs: 50 }).start();
    fakeTimers();
    await crash();
    await server.stop();
    mock.timers.tick(60_000);
    await nextTurn();
    assert.equal(server.state.kind, 'stopped');
  });

  it('three times in five minutes stays down until the user starts it, even if a program calls it', async () => {
    await createServer({ minRunMs: 0, pauseMs: 10 }).start();
    for (let crashes = 0; crashes < 2; crashes += 1) {
      await until(() => server.state.kind === 'running');
      await crash();
    }
    await until(() => server.state.kind === 'running');
    await crash();
    assert.equal(server.state.kind === 'failed' && server.state.restarts, undefined);
    assert.match(failures.at(-1)?.remedy ?? '', /3 times in 5 minutes/);
    await assert.rejects(server.call(tool('say', { words: 'x' }), byProgram), { name: 'ServerCrashed' });
    assert.equal(server.state.kind, 'failed');
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byUser)), 'back');
  });

  it('three times in a longer time is restarted at its next use', async () => {
    await createServer({ withinMs: 0 }).start();
    for (let crashes = 0; crashes < 4; crashes += 1) {
      await crash();
    }
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });
});
