import assert from 'node:assert/strict';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byPerson = { origin: 'person' } as const;
const fiveMegabytes = 5 * 1024 * 1024;

describe('a process', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
    host.log.traceEnabled = false;
  });
  afterEach(() => host.end());

  it('may answer with a line of five megabytes', async () => {
    const result = await host.handmade().call(tool('answerLong', { length: fiveMegabytes }), byPerson);
    assert.equal(textOf(result).length, fiveMegabytes);
  });

  it('may ask with a line of five megabytes', async () => {
    const params = { ...nameElicitation, _meta: { more: 'x'.repeat(fiveMegabytes) } };
    const call = host.handmade().call(tool('ask', { params }), byPerson);
    await host.decide({ action: 'decline' });
    assert.match(textOf(await call), /decline/);
  });

  it('that writes five megabytes of something else goes on, and the log stays small', async () => {
    const server = host.handmade();
    const write = tool('writeNoise', { length: fiveMegabytes, lines: 30 });
    assert.equal(textOf(await server.call(write, byPerson)), 'written');
    assert.match(host.log.text, /Standard output is for protocol messages only/);
    assert.ok(host.log.text.length < 50_000, `${host.log.text.length} characters`);
    assert.equal(textOf(await server.call(tool('say', { words: 'still here' }), byPerson)), 'still here');
  });

  it('that writes one line without end costs no more memory than the longest message', async () => {
    const server = host.handmade();
    await server.start();
    const before = process.memoryUsage().rss;
    await assert.rejects(server.call(tool('writeNoise', { length: 300_000_000, lines: 1 }), byPerson), {
      name: 'ServerCrashed',
      summary: /more than 16,777,216 characters/,
    });
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 300_000_000, `${grown} bytes more`);
  });

  it('that answers a call after it was cancelled is not listened to', async () => {
    const server = host.handmade();
    await server.start();
    const call = server.call(tool('answerLate', { ms: 150 }), byPerson);
    await until(() => host.receivedMessages.some(({ method }) => method === 'tools/call'));
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => host.log.text.includes('no request waits for'));
    assert.equal(textOf(await server.call(tool('say', { words: 'on' }), byPerson)), 'on');
  });

  it('that answers twice, and asks twice with one id, is heard once each', async () => {
    const server = host.handmade();
    assert.equal(textOf(await server.call(tool('answerTwice'), byPerson)), 'first');
    const call = server.call(tool('askTwiceWithOneId', { params: nameElicitation }), byPerson);
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await call), /Ann/);
    assert.equal(host.replies.length, 1);
    assert.equal(host.inbox.pending.length, 0);
  });
});
