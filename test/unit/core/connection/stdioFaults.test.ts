import assert from 'node:assert/strict';
import { nameElicitation, textOf, tool } from '#test/host/samples.ts';
import { createTestHost, type TestHost } from '#test/host/testHost.ts';
import { until } from '#test/host/until.ts';

const byUser = { origin: 'user' } as const;
const fiveMegabytes = 5 * 1024 * 1024;

describe('a stdio server', () => {
  let host: TestHost;
  beforeEach(() => {
    host = createTestHost();
    host.log.traceEnabled = false;
  });
  afterEach(() => host.end());

  it('may send a response of five megabytes', async () => {
    const result = await host.handmade().call(tool('answerLong', { length: fiveMegabytes }), byUser);
    assert.equal(textOf(result).length, fiveMegabytes);
  });

  it('may send a request of five megabytes', async () => {
    const params = { ...nameElicitation, _meta: { more: 'x'.repeat(fiveMegabytes) } };
    const call = host.handmade().call(tool('ask', { params }), byUser);
    await host.decide({ action: 'decline' });
    assert.match(textOf(await call), /decline/);
  });

  it('that writes lines of five megabytes that are no messages continues, and the log stays small', async () => {
    const server = host.handmade();
    const write = tool('writeNoise', { length: fiveMegabytes, lines: 30 });
    assert.equal(textOf(await server.call(write, byUser)), 'written');
    assert.match(host.log.text, /Standard output is for protocol messages only/);
    assert.ok(host.log.text.length < 50_000, `${host.log.text.length} characters`);
    assert.equal(textOf(await server.call(tool('say', { words: 'still here' }), byUser)), 'still here');
  });

  it('that writes an endless line is stopped at the limit of a message, with little memory', async () => {
    const server = host.handmade();
    await server.start();
    const before = process.memoryUsage().rss;
    await assert.rejects(server.call(tool('writeNoise', { length: 300_000_000, lines: 1 }), byUser), {
      name: 'ServerCrashed',
      summary: /more than 16,777,216 characters/,
    });
    const growth = process.memoryUsage().rss - before;
    assert.ok(growth < 300_000_000, `${growth} bytes more`);
  });

  it('that responds to a cancelled call continues, and the response is ignored', async () => {
    const server = host.handmade();
    await server.start();
    const call = server.call(tool('answerLate', { ms: 150 }), byUser);
    await until(() => host.receivedMessages.some(({ method }) => method === 'tools/call'));
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => host.log.text.includes('no request waits for'));
    assert.equal(textOf(await server.call(tool('say', { words: 'on' }), byUser)), 'on');
  });

  it('that sends a response twice, or two requests with one id: the second is ignored', async () => {
    const server = host.handmade();
    assert.equal(textOf(await server.call(tool('answerTwice'), byUser)), 'first');
    const call = server.call(tool('askTwiceWithOneId', { params: nameElicitation }), byUser);
    await host.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await call), /Ann/);
    assert.equal(host.replies.length, 1);
    assert.equal(host.inbox.pending.length, 0);
  });
});
