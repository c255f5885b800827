import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineSocket } from '#core/agents/endpoint/lineSocket.ts';
import { until } from '#test/host/until.ts';

describe('a socket that carries lines', () => {
  let server: Server;
  let client: Socket;
  let lines: LineSocket;
  let received: string[];
  let closes: number;

  beforeEach(async () => {
    received = [];
    closes = 0;
    const path = join(tmpdir(), `${randomUUID()}.sock`);
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
});
