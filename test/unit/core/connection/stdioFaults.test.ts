import assert from 'node:assert/strict';
import { nameQuestion, Rig, textOf, tool, until } from '#test/host/harness.ts';

const byPerson = { origin: 'person' } as const;
const fiveMegabytes = 5 * 1024 * 1024;

describe('a process', () => {
  let rig: Rig;
  beforeEach(() => {
    rig = new Rig();
    rig.log.traceEnabled = false;
  });
  afterEach(() => rig.end());

  it('may answer with a line of five megabytes', async () => {
    const result = await rig.handmade().call(tool('answerLong', { length: fiveMegabytes }), byPerson);
    assert.equal(textOf(result).length, fiveMegabytes);
  });

  it('may ask with a line of five megabytes', async () => {
    const params = { ...nameQuestion, _meta: { more: 'x'.repeat(fiveMegabytes) } };
    const call = rig.handmade().call(tool('ask', { params }), byPerson);
    await rig.decide({ action: 'decline' });
    assert.match(textOf(await call), /decline/);
  });

  it('that writes five megabytes of something else goes on, and the log stays small', async () => {
    const server = rig.handmade();
    const write = tool('writeNoise', { length: fiveMegabytes, lines: 30 });
    assert.equal(textOf(await server.call(write, byPerson)), 'written');
    assert.match(rig.log.text, /Standard output is for protocol messages only/);
    assert.ok(rig.log.text.length < 50_000, `${rig.log.text.length} characters`);
    assert.equal(textOf(await server.call(tool('say', { words: 'still here' }), byPerson)), 'still here');
  });

  it('that writes one line without end costs no more memory than the longest message', async () => {
    const server = rig.handmade();
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
    const server = rig.handmade();
    await server.start();
    const call = server.call(tool('answerLate', { ms: 150 }), byPerson);
    await until(() => rig.wire.some(({ method }) => method === 'tools/call'));
    server.cancelCall(server.calls[0]?.id ?? '');
    await assert.rejects(call, { name: 'CallCancelled' });
    await until(() => rig.log.text.includes('nobody waits for any more'));
    assert.equal(textOf(await server.call(tool('say', { words: 'on' }), byPerson)), 'on');
  });

  it('that answers twice, and asks twice with one id, is heard once each', async () => {
    const server = rig.handmade();
    assert.equal(textOf(await server.call(tool('answerTwice'), byPerson)), 'first');
    const call = server.call(tool('askTwiceWithOneId', { params: nameQuestion }), byPerson);
    await rig.decide({ action: 'accept', content: { name: 'Ann' } });
    assert.match(textOf(await call), /Ann/);
    assert.equal(rig.replies.length, 1);
    assert.equal(rig.inbox.pending.length, 0);
  });
});
