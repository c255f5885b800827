import assert from 'node:assert/strict';
import type { Settlement } from '#core/inbox/inbox.ts';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const ask = tool('ask', { params: nameElicitation });
const askStandalone = tool('askStandalone', { params: nameElicitation });
const connectionLost = { name: 'CallFailed', summary: 'The connection was lost before the server answered.' };

describe('a response stream that is cut', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const settlements = () => {
    const recorded: Settlement[] = [];
    host.inbox.onDidSettle(({ settlement }) => recorded.push(settlement));
    return recorded;
  };

  it('while a request waits for the user is resumed from its last event, each time', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    const call = faulty.server.call(ask, byUser);
    await host.oldestRequest();
    for (const cuts of [1, 2, 3]) {
      await faulty.control('cutCalls');
      await until(async () => (await faulty.count('GET resumes')) >= cuts);
    }
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
  });

  it('is resumed if its event ids are not ASCII', async () => {
    const faulty = await FaultyServer.start(host, 'oddIds');
    const call = faulty.server.call(ask, byUser);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
  });

  for (const mode of ['oddIds', 'longIds'] as const) {
    it(`is opened again if it is the standalone stream, also if its event ids cannot be sent (${mode})`, async () => {
      const faulty = await FaultyServer.start(host, mode);
      await faulty.server.start();
      for (let times = 1; times <= 2; times += 1) {
        await faulty.control('cutStandalone');
        await until(async () => (await faulty.count('GET')) + (await faulty.count('GET resumes')) === times + 1);
      }
      const call = faulty.server.call(askStandalone, byUser);
      await host.decide(accept);
      assert.match(textOf(await call), /Ann/);
    });
  }

  it('is resumed for a result that the server sent meanwhile', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byUser);
    await until(async () => (await faulty.count('tools/call')) === 1);
    await faulty.control('refuse', 2);
    await faulty.control('cutCalls');
    await faulty.control('finish');
    assert.equal(textOf(await call), '"late"');
  });

  it('is resumed after the pause that the server sent', async () => {
    const faulty = await FaultyServer.start(host, 'ids', {
      pauses: { firstMs: 5000, maxMs: 5000, maxStandaloneMs: 5000 },
    });
    const call = faulty.server.call(ask, byUser);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    // The server sends 50 ms. The configured pause would be longer than the time limit of a test.
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    await call;
  });

  it('and cannot be resumed ends the call with a clear error and withdraws its request', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    const recordedSettlements = settlements();
    const call = faulty.server.call(ask, byUser);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    await assert.rejects(call, { ...connectionLost, remedy: /may have done it anyway/ });
    assert.deepEqual(recordedSettlements, [
      { kind: 'withdrawn', withdrawal: { by: 'connection', reason: connectionLost.summary } },
    ]);
    assert.equal(faulty.server.state.kind, 'running');
    assert.equal((await faulty.state()).touched, 0);
  });

  it('withdraws only the requests of its own call', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const first = faulty.server.call(ask, byUser);
    const { id } = await host.oldestRequest();
    const second = faulty.server.call(ask, byUser);
    await until(() => host.inbox.pending.length === 2);
    await faulty.control('cutLast');
    await assert.rejects(second, connectionLost);
    assert.deepEqual(
      host.inbox.pending.map((request) => request.id),
      [id],
    );
    await host.decide(accept);
    assert.match(textOf(await first), /Ann/);
  });

  it('withdraws an unattributed request only when all calls that it may belong to are lost', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const calls = [1, 2].map(() => faulty.server.call(tool('hang'), byUser));
    await until(async () => (await faulty.count('tools/call')) === 2);
    const third = faulty.server.call(askStandalone, byUser);
    assert.equal((await host.oldestRequest()).call, undefined);
    await faulty.control('cutCalls');
    await Promise.all([...calls, third].map((call) => assert.rejects(call, connectionLost)));
    await until(() => host.inbox.pending.length === 0);
  });

  it('is not resumed after its call was cancelled', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byUser);
    await until(async () => (await faulty.count('tools/call')) === 1);
    faulty.server.cancelCall(faulty.server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(async () => (await faulty.count('notifications/cancelled')) === 1);
    await faulty.control('cutCalls');
    const asking = faulty.server.call(ask, byUser);
    await host.oldestRequest();
    await faulty.control('cutLast');
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    await asking;
    assert.equal(await faulty.count('GET resumes'), 1);
  });

  it('ends the call if the server refuses every attempt to resume it', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byUser);
    await until(async () => (await faulty.count('tools/call')) === 1);
    await faulty.control('refuse', 1000);
    await faulty.control('cutCalls');
    await assert.rejects(call, connectionLost);
  });

  it('is opened again if it is the standalone stream; its requests stay, and the lists are requested again', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    const call = faulty.server.call(askStandalone, byUser);
    const { id } = await host.oldestRequest();
    const lists = await faulty.count('tools/list');
    await faulty.control('refuse', 2);
    await faulty.control('cutStandalone');
    await until(async () => (await faulty.count('tools/list')) > lists);
    assert.equal(host.inbox.pending[0]?.id, id);
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
    const secondCall = faulty.server.call(askStandalone, byUser);
    await host.decide(accept);
    await secondCall;
  });

  it('does not end the connection to a silent server while a request waits for the user', async () => {
    const faulty = await FaultyServer.start(host, 'plain', { healthCheckMs: 50 });
    await faulty.server.start();
    const asking = faulty.server.call(askStandalone, byUser);
    await host.oldestRequest();
    await faulty.control('silence');
    await faulty.control('refuse', 1000);
    await faulty.control('cutStandalone');
    await until(async () => (await faulty.count('ping')) > 0);
    // Each attempt to open the stream waits longer than a server may be silent while the user is not asked.
    const attempts = await faulty.count('GET');
    await until(async () => (await faulty.count('GET')) >= attempts + 5);
    assert.equal(host.inbox.pending.length, 1);
    assert.equal(faulty.server.state.kind, 'running');
    await host.decide(accept);
    assert.match(textOf(await asking), /Ann/);
    await until(() => faulty.server.state.kind === 'failed');
  });
});

describe('a response over Streamable HTTP', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('that is sent twice is used once', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    assert.equal(textOf(await faulty.server.call(tool('twice'), byUser)), '"first"');
    assert.equal(textOf(await faulty.server.call(tool('touch'), byUser)), '1');
  });

  it('to a call that was cancelled before is ignored', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byUser);
    await until(async () => (await faulty.count('tools/call')) === 1);
    faulty.server.cancelCall(faulty.server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(async () => (await faulty.count('notifications/cancelled')) === 1);
    await faulty.control('finish');
    await until(() => host.log.text.includes('no request waits for'));
    assert.equal(textOf(await faulty.server.call(tool('touch'), byUser)), '1');
  });
});
