import assert from 'node:assert/strict';
import type { Settlement } from '#core/inbox/inbox.ts';
import { FaultyServer } from '#test/host/faultyServer.ts';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const ask = tool('ask', { params: nameElicitation });
const askStandalone = tool('askStandalone', { params: nameElicitation });
const lost = { name: 'CallFailed', summary: 'The connection was lost before the server answered.' };

describe('a stream that is cut', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  const settlements = () => {
    const all: Settlement[] = [];
    host.inbox.onDidSettle(({ settlement }) => all.push(settlement));
    return all;
  };

  it('while a prompt is open is resumed from its last event, again and again', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    const call = faulty.server.call(ask, byPerson);
    await host.oldestRequest();
    for (const cuts of [1, 2, 3]) {
      await faulty.control('cutCalls');
      await until(async () => (await faulty.count('GET resumes')) >= cuts);
    }
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
  });

  it('is resumed by ids in any script', async () => {
    const faulty = await FaultyServer.start(host, 'oddIds');
    const call = faulty.server.call(ask, byPerson);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
  });

  for (const mode of ['oddIds', 'longIds'] as const) {
    it(`is the standalone one, and is there again whatever ids it has (${mode})`, async () => {
      const faulty = await FaultyServer.start(host, mode);
      await faulty.server.start();
      for (let times = 1; times <= 2; times += 1) {
        await faulty.control('cutStandalone');
        await until(async () => (await faulty.count('GET')) + (await faulty.count('GET resumes')) === times + 1);
      }
      const call = faulty.server.call(askStandalone, byPerson);
      await host.decide(accept);
      assert.match(textOf(await call), /Ann/);
    });
  }

  it('after the answer was given still brings the result', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byPerson);
    await until(async () => (await faulty.count('tools/call')) === 1);
    await faulty.control('refuse', 2);
    await faulty.control('cutCalls');
    await faulty.control('finish');
    assert.equal(textOf(await call), '"late"');
  });

  it('is asked for again only after the pause that the server wishes', async () => {
    const faulty = await FaultyServer.start(host, 'ids', {
      pauses: { firstMs: 5000, maxMs: 5000, maxStandaloneMs: 5000 },
    });
    const call = faulty.server.call(ask, byPerson);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    // The server says 50 ms; our own pause would be longer than a test may take.
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    await call;
  });

  it('and cannot be resumed ends the call in a clear error, and withdraws its prompt', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    const settled = settlements();
    const call = faulty.server.call(ask, byPerson);
    await host.oldestRequest();
    await faulty.control('cutCalls');
    await assert.rejects(call, { ...lost, remedy: /may have done it all the same/ });
    assert.deepEqual(settled, [{ kind: 'withdrawn', withdrawal: { by: 'connection', reason: lost.summary } }]);
    assert.equal(faulty.server.state.kind, 'running');
    assert.equal((await faulty.state()).touched, 0);
  });

  it('takes only the prompts of its own call along', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const first = faulty.server.call(ask, byPerson);
    const { id } = await host.oldestRequest();
    const second = faulty.server.call(ask, byPerson);
    await until(() => host.inbox.pending.length === 2);
    await faulty.control('cutLast');
    await assert.rejects(second, lost);
    assert.deepEqual(
      host.inbox.pending.map((question) => question.id),
      [id],
    );
    await host.decide(accept);
    assert.match(textOf(await first), /Ann/);
  });

  it('takes a prompt of no known call along once every call is lost that it may belong to', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const calls = [1, 2].map(() => faulty.server.call(tool('hang'), byPerson));
    await until(async () => (await faulty.count('tools/call')) === 2);
    const third = faulty.server.call(askStandalone, byPerson);
    assert.equal((await host.oldestRequest()).call, undefined);
    await faulty.control('cutCalls');
    await Promise.all([...calls, third].map((call) => assert.rejects(call, lost)));
    await until(() => host.inbox.pending.length === 0);
  });

  it('is not asked for again once its call was cancelled', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byPerson);
    await until(async () => (await faulty.count('tools/call')) === 1);
    faulty.server.cancelCall(faulty.server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(async () => (await faulty.count('notifications/cancelled')) === 1);
    await faulty.control('cutCalls');
    const asking = faulty.server.call(ask, byPerson);
    await host.oldestRequest();
    await faulty.control('cutLast');
    await until(async () => (await faulty.count('GET resumes')) === 1);
    await host.decide(accept);
    await asking;
    assert.equal(await faulty.count('GET resumes'), 1);
  });

  it('and is refused for good ends the call', async () => {
    const faulty = await FaultyServer.start(host, 'ids');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byPerson);
    await until(async () => (await faulty.count('tools/call')) === 1);
    await faulty.control('refuse', 1000);
    await faulty.control('cutCalls');
    await assert.rejects(call, lost);
  });

  it('is the standalone one: its prompts stay, it is opened again, and the lists are listed anew', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    const call = faulty.server.call(askStandalone, byPerson);
    const { id } = await host.oldestRequest();
    const lists = await faulty.count('tools/list');
    await faulty.control('refuse', 2);
    await faulty.control('cutStandalone');
    await until(async () => (await faulty.count('tools/list')) > lists);
    assert.equal(host.inbox.pending[0]?.id, id);
    await host.decide(accept);
    assert.match(textOf(await call), /Ann/);
    const again = faulty.server.call(askStandalone, byPerson);
    await host.decide(accept);
    await again;
  });

  it('does not have a silent server given up while a person is asked', async () => {
    const faulty = await FaultyServer.start(host, 'plain', { healthCheckMs: 50 });
    await faulty.server.start();
    const asking = faulty.server.call(askStandalone, byPerson);
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

describe('an answer', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
  });
  afterEach(() => host.end());

  it('that comes twice counts once', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    assert.equal(textOf(await faulty.server.call(tool('twice'), byPerson)), '"first"');
    assert.equal(textOf(await faulty.server.call(tool('touch'), byPerson)), '1');
  });

  it('that comes after its call was cancelled is ignored', async () => {
    const faulty = await FaultyServer.start(host, 'plain');
    await faulty.server.start();
    const call = faulty.server.call(tool('hang'), byPerson);
    await until(async () => (await faulty.count('tools/call')) === 1);
    faulty.server.cancelCall(faulty.server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(async () => (await faulty.count('notifications/cancelled')) === 1);
    await faulty.control('finish');
    await until(() => host.log.text.includes('no request waits for'));
    assert.equal(textOf(await faulty.server.call(tool('touch'), byPerson)), '1');
  });
});
