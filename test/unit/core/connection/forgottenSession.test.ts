import assert from 'node:assert/strict';
import type { LaunchSpec } from '#core/model/definition.ts';
import type { TimeLimits } from '#core/model/timeLimits.ts';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { definitionOf, nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { ScriptedServer } from '#test/host/scriptedServer.ts';
import { everything } from '#test/host/serverProcesses.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const touch = tool('touch');

describe('a session that the server has forgotten', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('is followed by another session, in which the refused call is sent once', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    assert.equal(textOf(await faulty.server.call(touch, byUser)), '1');
    const failures: unknown[] = [];
    faulty.server.onDidFail((failure) => failures.push(failure));
    await faulty.control('forget');
    assert.equal(textOf(await faulty.server.call(touch, byUser)), '2');
    assert.equal((await faulty.state()).touched, 2);
    assert.equal(faulty.server.state.kind, 'running');
    assert.deepEqual(failures, []);
    assert.equal(await faulty.count('initialize'), 2);
  });

  it('is replaced by one new session for all refused calls', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    await faulty.control('forget');
    await Promise.all([1, 2, 3].map(() => faulty.server.call(touch, byUser)));
    assert.equal((await faulty.state()).touched, 3);
    assert.equal(await faulty.count('initialize'), 2);
  });

  it('ends the calls in flight with a clear error and withdraws their requests', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const asking = faulty.server.call(tool('ask', { params: nameElicitation }), byUser);
    await host.oldestRequest();
    const settlement = new Promise<{ kind: string; withdrawal?: { by: string; reason: string } }>((resolve) =>
      host.inbox.onDidSettle(({ settlement }) => resolve(settlement)),
    );
    await faulty.control('forget');
    await Promise.all([
      faulty.server.call(touch, byUser),
      assert.rejects(asking, { name: 'CallFailed', summary: /^The connection was lost before the server answered/ }),
    ]);
    const { withdrawal } = await settlement;
    assert.equal(withdrawal?.by, 'connection');
    assert.match(withdrawal?.reason ?? '', /no longer knows the session/);
  });

  it('is noticed when a reply cannot be delivered', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    const call = faulty.server.call(tool('ask', { params: nameElicitation }), byUser);
    await host.oldestRequest();
    await faulty.control('forget');
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    await assert.rejects(call, { name: 'CallFailed' });
    assert.equal(textOf(await faulty.server.call(touch, byUser)), '1');
  });

  it('is noticed when the standalone stream is opened again, without a call', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    await faulty.control('forget');
    await faulty.control('cutStandalone');
    await until(async () => (await faulty.count('initialize')) === 2);
    await until(() => faulty.server.state.kind === 'running');
  });

  it('is noticed when a list is requested, without a call', async () => {
    const scripted = new ScriptedServer(() => undefined);
    scripted.session = 'one';
    const server = host.server(await scripted.listen());
    await server.start();
    scripted.session = 'two';
    await server.refresh('tools');
    await until(() => scripted.count('initialize') === 2 && scripted.count('tools/list') === 2);
    assert.equal(server.state.kind, 'running');
    scripted.close();
  });

  it('is replaced at most three times; after that the connection fails', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    for (let times = 0; times < 3; times += 1) {
      await faulty.control('forget');
      await faulty.server.call(touch, byUser);
    }
    await faulty.control('forget');
    await assert.rejects(faulty.server.call(touch, byUser), { name: 'ServerUnreachable' });
    assert.equal(faulty.server.state.kind, 'failed');
    // The next call starts the server.
    await faulty.server.call(touch, byUser);
  });
});

describe('an HTTP server that was restarted', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const echo = tool('echo', { message: 'hello' });

  async function start(limits?: Partial<TimeLimits>) {
    const { port, process } = await host.http(everything, 'streamableHttp');
    const spec: LaunchSpec = { type: 'http', url: `http://localhost:${port}/mcp`, headers: {}, secrets: [] };
    const server = host.server(spec, definitionOf('mine'), limits);
    await server.start();
    const restart = async () => {
      process.kill('SIGKILL');
      await host.http(everything, 'streamableHttp', port);
    };
    return { server, restart };
  }

  it('receives the next call in a new session, even if it responds with 400 instead of 404', async () => {
    const { server, restart } = await start();
    await restart();
    assert.match(textOf(await server.call(echo, byUser)), /hello/);
    assert.equal(server.state.kind, 'running');
  });

  it('gets a new session without a call, if it is back soon', async () => {
    const { server, restart } = await start({ pauses: { firstMs: 500, maxMs: 2000, maxStandaloneMs: 2000 } });
    await restart();
    await until(() => host.log.text.includes('no longer knows the session'));
    await until(() => server.state.kind === 'running' && server.offerings.tools.length > 5);
    assert.match(textOf(await server.call(echo, byUser)), /hello/);
  });

  it('while a request waited for the user: the call ends with a clear error, and the request is withdrawn', async () => {
    const { server, restart } = await start();
    const call = server.call(tool('trigger-elicitation-request'), byUser);
    await host.oldestRequest();
    await Promise.all([restart(), assert.rejects(call, { name: /CallFailed|ServerUnreachable/ })]);
    assert.deepEqual(host.inbox.pending, []);
    assert.match(textOf(await server.call(echo, byUser)), /hello/);
  });
});
