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
const byUser = { origin: 'person' } as const;

describe('a process that crashes', () => {
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

  function serverThat(crashes: object): Server {
    const restart = { minRunMs: 60_000, pauseMs: 5000, maxCrashes: 3, withinMs: 300_000, ...crashes };
    server = host.server(nodeSpec(handmade), definitionOf('mine'), { restart });
    server.onDidFail((failure) => failures.push(failure));
    return server;
  }

  /** Ends the process from within, and waits until that is noticed. */
  async function crash(how: { origin: 'person' | 'program' } = byProgram): Promise<void> {
    const before = failures.length;
    await assert.rejects(server.call(tool('crash', { code: 3 }), how), { name: 'ServerCrashed' });
    assert.equal(failures.length, before + 1);
  }

  it('after a long run is restarted automatically, and shows that meanwhile', async () => {
    await serverThat({ minRunMs: 0, pauseMs: 200 }).start();
    await crash();
    assert.equal(server.state.kind === 'failed' && server.state.restarts, true);
    assert.match(failures[0]?.remedy ?? '', /started again by itself/);
    await until(() => server.state.kind === 'running');
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });

  it('after a short run is started again only at its next use', async () => {
    await serverThat({ pauseMs: 0 }).start();
    await crash();
    assert.equal(server.state.kind === 'failed' && server.state.restarts, undefined);
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });

  it('and is stopped in the pause stays stopped', async () => {
    await serverThat({ minRunMs: 0, pauseMs: 50 }).start();
    fakeTimers();
    await crash();
    await server.stop();
    mock.timers.tick(60_000);
    await nextTurn();
    assert.equal(server.state.kind, 'stopped');
  });

  it('three times in five minutes stays down, for programs too, until the user starts it', async () => {
    await serverThat({ minRunMs: 0, pauseMs: 10 }).start();
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

  it('three times in a longer time is started again', async () => {
    await serverThat({ withinMs: 0 }).start();
    for (let crashes = 0; crashes < 4; crashes += 1) {
      await crash();
    }
    assert.equal(textOf(await server.call(tool('say', { words: 'back' }), byProgram)), 'back');
  });
});
