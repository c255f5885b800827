import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type Duplex, duplexPair } from 'node:stream';
import { Upstream } from '#proxy/serve/upstream.ts';
import { until } from '#test/host/until.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
}

/** The window's end of a connection. */
class Window {
  readonly received: Message[] = [];
  readonly #socket: Duplex;
  readonly #reader: { receive(line: Buffer): void };

  constructor(open: (socket: Socket) => { receive(line: Buffer): void }) {
    const [socket, end] = duplexPair();
    this.#socket = socket;
    end.setEncoding('utf8');
    end.on('data', (text: string) => {
      this.received.push(...text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Message])));
    });
    this.#reader = open(socket as unknown as Socket);
  }

  get methods(): readonly (string | undefined)[] {
    return this.received.map(({ method }) => method);
  }

  async reply(method: string, part: object): Promise<void> {
    const find = () => this.received.find((message) => message.method === method);
    await until(() => find() !== undefined);
    this.#reader.receive(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: find()?.id, ...part })}\n`));
  }

  get isClosed(): boolean {
    return this.#socket.destroyed;
  }

  close(): void {
    this.#socket.destroy();
  }
}

describe('the connection to the window that lends a server', () => {
  let windows: Window[];
  let lost: string[];
  let upstream: Upstream;
  const result = (protocolVersion: string) => ({ result: { protocolVersion } });

  beforeEach(() => {
    windows = [];
    lost = [];
    upstream = new Upstream(
      async (open) => {
        windows.push(new Window(open));
      },
      (message) => lost.push(message),
      () => 'lost',
    );
    upstream.resume();
  });
  afterEach(() => {
    for (const window of windows) window.close();
    upstream.destroy();
  });

  const send = (message: object) => void upstream.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  async function windowAt(index: number): Promise<Window> {
    await until(() => windows.length > index);
    return windows[index] as Window;
  }
  /** Closes a window, and waits until that is known. */
  async function close(index: number): Promise<void> {
    const before = lost.length;
    windows[index]?.close();
    await until(() => lost.length > before);
  }

  it('remembers the version that the server has named when its session was begun again, if the first attempt failed', async () => {
    send({ id: 0, method: 'initialize', params: {} });
    await (await windowAt(0)).reply('initialize', { error: { code: -31004, message: 'The user is asked first.' } });
    await close(0);
    send({ id: 1, method: 'tools/call' });
    await (await windowAt(1)).reply('initialize', result('2025-11-25'));
    await until(() => windows[1]?.methods.includes('tools/call') === true);
    await close(1);
    send({ id: 2, method: 'tools/call' });
    await (await windowAt(2)).reply('initialize', result('2025-06-18'));
    await until(() => lost.length === 3);
    assert.match(lost[2] ?? '', /speaks another version of the protocol than before/);
  });

  describe('while the session is begun again', () => {
    beforeEach(async () => {
      send({ id: 0, method: 'initialize', params: {} });
      await (await windowAt(0)).reply('initialize', result('2025-11-25'));
      send({ method: 'notifications/initialized' });
      await close(0);
      send({ id: 1, method: 'tools/call', params: { name: 'one' } });
      await until(() => windows[1]?.methods.includes('initialize') === true);
    });
    const cancel = (requestId: number) => send({ method: 'notifications/cancelled', params: { requestId } });

    it('sends no request that is cancelled meanwhile, and the others in their order', async () => {
      send({ id: 2, method: 'tools/call', params: { name: 'two' } });
      send({ id: 3, method: 'tools/call', params: { name: 'three' } });
      cancel(1);
      cancel(3);
      send({ id: 4, method: 'tools/call', params: { name: 'four' } });
      await windows[1]?.reply('initialize', result('2025-11-25'));
      await until(() => windows[1]?.received.some(({ id }) => id === 4) === true);
      assert.deepEqual(
        windows[1]?.received.map(({ id, method }) => id ?? method),
        ['mcp-elicitation-begin', 'notifications/initialized', 2, 4],
      );
      assert.equal(lost.length, 1);
    });

    it('gives up a server that does not answer when every request is cancelled, and tries again with the next', async () => {
      send({ id: 2, method: 'tools/call', params: { name: 'two' } });
      cancel(2);
      cancel(1);
      await until(() => windows[1]?.isClosed === true);
      assert.equal(lost.length, 1);
      send({ id: 3, method: 'tools/call', params: { name: 'three' } });
      await (await windowAt(2)).reply('initialize', result('2025-11-25'));
      await until(() => windows[2]?.received.some(({ id }) => id === 3) === true);
    });

    it('reads a bounded amount of what waits', async () => {
      for (let id = 2; id < 10; id += 1) send({ id, method: 'tools/call', params: { text: 'x'.repeat(500_000) } });
      await until(() => upstream.writableLength < 3_500_000);
      assert.ok(upstream.writableLength > 2_000_000);
      await windows[1]?.reply('initialize', result('2025-11-25'));
      await until(() => windows[1]?.received.some(({ id }) => id === 9) === true);
    });

    it('ends the requests that wait if the window closes, and sends none of them later', async () => {
      send({ id: 2, method: 'tools/call', params: { name: 'two' } });
      await close(1);
      send({ id: 3, method: 'tools/call', params: { name: 'three' } });
      await (await windowAt(2)).reply('initialize', result('2025-11-25'));
      await until(() => windows[2]?.received.some(({ id }) => id === 3) === true);
      assert.deepEqual(
        windows[2]?.received.map(({ id, method }) => id ?? method),
        ['mcp-elicitation-begin', 'notifications/initialized', 3],
      );
    });
  });
});
