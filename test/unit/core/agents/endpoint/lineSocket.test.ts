import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LineSocket } from '#core/agents/endpoint/lineSocket.ts';
import { until } from '#test/host/until.ts';
import { onWindows } from '#test/posix.ts';

const newPath = () => (onWindows ? `\\\\.\\pipe\\${randomUUID()}` : join(tmpdir(), `${randomUUID()}.sock`));

describe('a socket that carries lines', () => {
  let server: Server;
  let client: Socket;
  let lines: LineSocket;
  let received: string[];
  let closes: number;

  beforeEach(async () => {
    received = [];
    closes = 0;
    const path = newPath();
    server = createServer({ allowHalfOpen: true }, (socket) => {
      lines = new LineSocket(socket, {
        maxLineBytes: 10,
        onLine: (line) => {
          received.push(line);
          if (line === 'ask') lines.send({ text: 'x'.repeat(100_000) });
        },
        onClose: () => {
          closes += 1;
        },
      });
    });
    server.listen(path);
    await once(server, 'listening');
    client = connect(path);
    client.on('error', () => undefined);
    await once(client, 'connect');
    await until(() => lines !== undefined);
  });
  afterEach(() => {
    client.destroy();
    lines.destroy();
    server.close();
  });

  it('gives up a client that never reads', async () => {
    client.pause();
    const message = { text: 'x'.repeat(1024 * 1024) };
    for (let sent = 0; sent < 32; sent += 1) {
      lines.send(message);
    }
    assert.equal(closes, 1);
    lines.send(message);
    assert.equal(closes, 1);
  });

  it('says when a client is behind, and when it has caught up', async () => {
    let drained = 0;
    lines.release({ onDrain: () => (drained += 1), maxUnsentBytes: 64 * 1024 * 1024 });
    client.pause();
    let isBehind = false;
    for (let sent = 0; !isBehind && sent < 100; sent += 1) {
      isBehind = !lines.sendText('x'.repeat(1024 * 1024));
    }
    assert.deepEqual([isBehind, drained], [true, 0]);
    client.resume();
    await until(() => drained > 0);
    assert.equal(closes, 0);
  });

  it('closes if unfinished lines are longer together than what sockets share', async () => {
    const shared = { left: 100 };
    lines.release({ shared, maxLineBytes: 1000 });
    client.write('x'.repeat(90));
    await until(() => shared.left === 10);
    client.write('\n');
    await until(() => received.length === 1);
    assert.equal(shared.left, 100);
    client.write('x'.repeat(101));
    await until(() => closes === 1);
    assert.equal(shared.left, 100);
  });

  it('does not handle the lines of a client that does not read', async () => {
    client.pause();
    client.write('ask\n'.repeat(1000));
    await until(() => received.length > 10);
    for (let turn = 0; turn < 100; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(received.length < 100, `${received.length}`);
    client.resume();
    await until(() => received.length === 1000);
    assert.equal(closes, 0);
  });

  it('handles lines for a short time in each turn of the event loop, also those of several clients', async () => {
    const turns = new Map<number, number>();
    let turn = 0;
    const isDone = () => [...turns.values()].reduce((sum, count) => sum + count, 0) === 400;
    const path = newPath();
    let accepted = 0;
    const slow = createServer({ allowHalfOpen: true }, (socket) => {
      accepted += 1;
      const onLine = () => {
        turns.set(turn, (turns.get(turn) ?? 0) + 1);
        for (const end = performance.now() + 1; performance.now() < end; );
      };
      new LineSocket(socket, { maxLineBytes: 10, onLine, onClose: () => undefined });
    });
    slow.listen(path);
    await once(slow, 'listening');
    const clients = Array.from({ length: 20 }, () => connect(path));
    await until(() => accepted === clients.length);
    for (const each of clients) each.write('slow\n'.repeat(20));
    for (; !isDone(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // The lines of a turn come before or after this test's part of it.
    assert.ok(Math.max(...turns.values()) <= 30, `${[...turns.values()]}`);
    for (const each of clients) each.destroy();
    slow.close();
  });

  it('takes lines up to the limit, and closes at a longer one', async () => {
    client.write(`${'a'.repeat(10)}\n\n`);
    await until(() => received.length === 2);
    client.write('b'.repeat(11));
    await until(() => closes === 1);
    assert.deepEqual(received, ['a'.repeat(10), '']);
  });

  it('closes at a long line that comes whole', async () => {
    client.write(`ok\n${'b'.repeat(11)}\nno\n`);
    await until(() => closes === 1);
    assert.deepEqual(received, ['ok']);
  });

  it('handles nothing while it is held', async () => {
    lines.hold();
    client.write('one\ntwo\n');
    client.end();
    await until(() => client.writableFinished);
    assert.deepEqual(received, []);
    lines.release({});
    await until(() => closes === 1);
    assert.deepEqual(received, ['one', 'two']);
  });

  it('sends what it was told before it closes, also to a client that does not close', async () => {
    let text = '';
    client.on('data', (chunk) => {
      text += chunk;
    });
    lines.send({ last: true });
    lines.close();
    await once(client, 'end');
    assert.equal(text, '{"last":true}\n');
    assert.equal(closes, 1);
  });

  it('sends what it was told also to a client that is busy, and writes before it reads', async () => {
    let text = '';
    client.on('data', (chunk) => {
      text += chunk;
    });
    const closed = new Promise((resolve) => client.once('close', resolve));
    client.pause();
    lines.send({ last: true });
    lines.close();
    for (let turn = 0; turn < 20; turn += 1) {
      client.write('late\n');
      await nextTurn();
    }
    client.resume();
    await closed;
    assert.deepEqual([text, received], ['{"last":true}\n', []]);
  });

  it('is closed after half a second also if the client goes on writing, and handles nothing of that', async () => {
    client.pause();
    lines.close();
    while (!client.destroyed) {
      client.write('late\n');
      await nextTurn();
    }
    assert.deepEqual([received, closes], [[], 1]);
  });
});
