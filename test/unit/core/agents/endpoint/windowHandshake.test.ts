import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { helloTimeoutMs, maxHelloBytes } from '#agentProtocol/agentMessages.ts';
import { PresenceCheck } from '#core/agents/endpoint/presenceCheck.ts';
import { eventually } from '#test/eventually.ts';
import type { AgentClient } from '#test/host/agentClient.ts';
import { onWindows } from '#test/posix.ts';
import { AgentsTestBed } from '#test/unit/core/agents/agentsTestBed.ts';

describe('the handshake with a client', () => {
  let bed: AgentsTestBed;

  beforeEach(() => {
    bed = new AgentsTestBed();
  });
  afterEach(() => bed.end());

  it('welcomes a client that has its key', async () => {
    await bed.start();
    const { welcome } = await bed.client();
    assert.deepEqual(
      [welcome?.protocol, welcome?.window, welcome?.present, welcome?.keepMs],
      [1, bed.endpoint.id, true, 600_000],
    );
    assert.equal(bed.sessions.all.length, 1);
  });

  describe('closes the connection without a word', () => {
    const failures: [string, (bed: AgentsTestBed) => Promise<AgentClient>][] = [
      ['to a client with a wrong key', async (bed) => say(bed.silentClient(), Buffer.alloc(32))],
      ['to a client that does not exist', async (bed) => say(bed.silentClient({ client: 'gemini' }), Buffer.alloc(32))],
      [
        'to a client whose hello was changed',
        async (bed) => say(bed.silentClient(), await bed.keyOf('codex'), { server: 'other' }),
      ],
      [
        'to a client of a protocol that does not exist',
        async (bed) => say(bed.silentClient({ protocol: 0 }), await bed.keyOf('codex')),
      ],
      ['after garbage', async (bed) => write(bed.silentClient(), '\u0000{]\n')],
      ['after a message before the hello', async (bed) => write(bed.silentClient(), '{"type":"probe","id":1}\n')],
      ['after a hello that is too long', async (bed) => write(bed.silentClient(), 'x'.repeat(maxHelloBytes + 1))],
    ];
    if (!onWindows) {
      failures.push([
        'after a key that others can read',
        async (bed) => {
          const key = await bed.keyOf('codex');
          chmodSync(join(bed.home.keys, 'codex.key'), 0o644);
          return say(bed.silentClient(), key);
        },
      ]);
    }
    for (const [what, attempt] of failures) {
      it(what, async () => {
        await bed.start();
        const client = await attempt(bed);
        await client.closed();
        // The challenge is all that was sent, and it is the same for all.
        assert.equal(client.received, JSON.stringify(client.challenge).length + 1);
        assert.deepEqual(Object.keys(client.challenge ?? {}), ['type', 'protocol', 'oldestProtocol', 'nonce']);
        assert.equal(bed.sessions.all.length, 0);
      });
    }

    it('to a proof that was recorded on another connection', async () => {
      await bed.start();
      const key = await bed.keyOf('codex');
      const other = bed.silentClient();
      await eventually('a challenge', () => other.challenge);
      const client = bed.silentClient();
      await eventually('a challenge', () => client.challenge);
      client.challenge = other.challenge;
      await client.sayHello(key);
      await client.closed();
    });
  });

  it('closes a connection that says nothing for two seconds', async () => {
    await bed.start();
    const startedAt = performance.now();
    await bed.silentClient().closed();
    assert.ok(performance.now() - startedAt > helloTimeoutMs - 100);
  });

  it('keeps sixteen connections that say nothing, and closes the seventeenth', async () => {
    await bed.start();
    const silent = Array.from({ length: 16 }, () => bed.silentClient());
    await eventually('the challenges', () => silent.every(({ challenge }) => challenge));
    const excess = bed.silentClient();
    await excess.closed();
    assert.equal(excess.received, 0);
    assert.ok(silent.every(({ isClosed }) => !isClosed));
    // A connection that has ended makes room.
    silent[0]?.end();
    await eventually('room', async () => {
      const next = bed.silentClient();
      await eventually('the window', () => next.challenge ?? next.isClosed);
      return next.challenge;
    });
  });

  it('accepts 256 connections of one client, also if it keeps closed ones open, and those of others besides', async () => {
    await bed.start();
    await bed.keys.create('gemini');
    const clients: AgentClient[] = [];
    for (let at = 0; at < 256; at += 8) {
      clients.push(...(await Promise.all(Array.from({ length: 8 }, () => bed.client()))));
    }
    await assert.rejects(bed.client(), /has closed the connection/);
    await bed.client({ client: 'gemini' });
    assert.equal(bed.sessions.all.length, 257);
    for (const { socket } of clients) socket.pause();
    bed.endpoint.disconnect('codex');
    await assert.rejects(bed.client(), /has closed the connection/);
    for (const { socket } of clients) socket.resume();
    await Promise.all(clients.map((client) => client.closed()));
    await bed.client();
  });

  it('tells a client that nobody is there if the workbench does not answer within two seconds', async () => {
    await bed.start();
    bed.isPresent = () => new Promise(() => undefined);
    const client = await bed.client();
    assert.equal(client.welcome?.present, false);
    bed.isPresent = async () => true;
    client.send({ type: 'probe', id: 3 });
    await eventually('a reply', () => client.messages.length);
    assert.deepEqual(client.messages, [{ type: 'presence', id: 3, present: true }]);
    const broken = new PresenceCheck(() => {
      throw new Error('gone');
    });
    assert.equal(await broken.check(), false);
  });

  async function say(client: AgentClient, key: Buffer, changed?: object): Promise<AgentClient> {
    await client.sayHello(key, changed);
    return client;
  }

  async function write(client: AgentClient, text: string): Promise<AgentClient> {
    await eventually('a challenge', () => client.challenge);
    client.sendText(text);
    return client;
  }
});
