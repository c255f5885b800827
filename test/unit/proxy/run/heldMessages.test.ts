import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import type { Ask, ClientMessage } from '#agentProtocol/agentMessages.ts';
import { Relay } from '#proxy/run/relay.ts';
import type { SeekerHandler, WindowSeeker } from '#proxy/window/windowSeeker.ts';
import { settled, until } from '#test/host/until.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const mebibyte = 1024 * 1024;
/** The start of a line that is too long to be read. */
const longStart = Buffer.alloc(65 * mebibyte, 'x');
const lastLine = '{"jsonrpc":"2.0","method":"notifications/last"}\n';
/** More requests than have room for their answers. */
const ids = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
const ownLimitMs = 60_000;
const params = { message: 'Which city?', requestedSchema: { type: 'object', properties: {} } };

interface Side {
  readonly input: PassThrough;
  /** What the other side has received. */
  readonly received: Buffer[];
}

/** A proxy without processes, and a window that is open if the test opens it. */
class RelayBed {
  readonly agent: Side = { input: new PassThrough(), received: [] };
  readonly server: Side = { input: new PassThrough(), received: [] };
  readonly toWindow: ClientMessage[] = [];
  handler: SeekerHandler | undefined;
  readonly toServer = collect(this.server.received);
  readonly #hasWindow: boolean;

  constructor(hasWindow: boolean) {
    this.#hasWindow = hasWindow;
    const { agent, server, toServer } = this;
    const streams = { fromAgent: agent.input, toAgent: collect(agent.received), fromServer: server.input, toServer };
    const options = { ownLimitMs, progressExtends: false, formatTime: () => '10:03' };
    new Relay(
      streams,
      options,
      async (handler) => this.#seeker(handler),
      () => undefined,
    );
  }

  #seeker(handler: SeekerHandler): WindowSeeker {
    this.handler = handler;
    let isOpen = false;
    const look = () => {
      if (!this.#hasWindow) handler.notFound(false);
      else if (!isOpen) handler.opened(1, 1000, true);
      isOpen = this.#hasWindow;
    };
    const seeker: Pick<WindowSeeker, 'seek' | 'send' | 'setAsking'> = {
      seek: () => setImmediate(look),
      send: (_, message) => this.toWindow.push(message),
      setAsking: () => undefined,
    };
    return seeker as WindowSeeker;
  }

  /** The user answers everything, with 4 MB each. */
  answerAll(): void {
    const content = { city: 'R'.repeat(4_000_000) };
    for (const { id, number } of this.asks) {
      const answer = { kind: 'result', result: { action: 'accept', content } } as const;
      this.handler?.message(1, { type: 'answer', id, number, answer });
    }
  }

  get asks(): readonly Ask[] {
    return this.toWindow.filter((message) => message.type === 'ask');
  }

  /** What the server has received after the long line of the agent's. */
  get afterLine(): readonly string[] {
    const text = Buffer.concat(this.server.received).subarray(longStart.length).toString();
    return text.split('\n').slice(1, -1);
  }
}

function collect(received: Buffer[]): PassThrough {
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => received.push(chunk));
  return stream;
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

function request(id: string): string {
  return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'elicitation/create', params })}\n`;
}

describe('messages of the proxy that wait for the end of a line which is too long to be read', () => {
  it('are bounded: what causes them is not read until the line ends, and none is lost', async () => {
    const bed = new RelayBed(false);
    bed.agent.input.write(longStart);
    await until(() => lengthOf(bed.server.received) === longStart.length);
    const longIds = Array.from({ length: 400 }, (_, index) => `${index} ${'i'.repeat(100_000)}`);
    for (const id of longIds) bed.server.input.write(request(id));
    await until(() => bed.server.input.isPaused() || bytesIn(bed.server.input) === 0);
    assert.ok(bytesIn(bed.server.input) > 10 * mebibyte, `${bytesIn(bed.server.input)} bytes were not read`);
    // The rest of the line, and a line after it.
    bed.agent.input.write(`x\n${lastLine}`);
    await until(() => bed.afterLine.length === longIds.length + 1);
    const messages = bed.afterLine.map((line) => JSON.parse(line));
    const refused = messages.flatMap(({ id, error }) => (error ? [Number.parseInt(id, 10)] : []));
    assert.deepEqual(
      refused.sort((one, other) => one - other),
      longIds.map((_, index) => index),
    );
    assert.equal(messages.filter(({ method }) => method === 'notifications/last').length, 1);
  });

  it('do not keep a side from ending its own line, also if both are in one', async () => {
    const bed = new RelayBed(true);
    for (const id of ids) bed.server.input.write(request(id));
    await until(() => bed.asks.length === ids.length);
    bed.agent.input.write(longStart);
    bed.server.input.write(longStart);
    await until(() => lengthOf(bed.server.received) + lengthOf(bed.agent.received) === 2 * longStart.length);
    bed.answerAll();
    bed.server.input.write('y\n');
    await until(() => lengthOf(bed.agent.received) === longStart.length + 2);
    bed.agent.input.write('y\n');
    await until(() => bed.afterLine.length === ids.length);
    assert.deepEqual(
      bed.afterLine.map((line) => JSON.parse(line).id),
      ids,
    );
    await until(() => bed.toWindow.filter(({ type }) => type === 'receipt').length === ids.length);
    // Both sides are read again.
    for (const { input } of [bed.agent, bed.server]) input.write(lastLine);
    await until(() => bed.afterLine.length === ids.length + 1 && /last"\}\n$/.test(String(bed.agent.received.at(-1))));
  });

  it('are not joined by what the passing time causes: that follows when there is room', async () => {
    enableMockTimers('setTimeout', 'Date');
    try {
      const bed = new RelayBed(true);
      bed.agent.input.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy"}}\n');
      for (const id of ids) bed.server.input.write(request(id));
      await settled(() => bed.asks.length === ids.length);
      bed.agent.input.write(longStart);
      await settled(() => lengthOf(bed.server.received) > longStart.length);
      bed.answerAll();
      mock.timers.tick(10 * ownLimitMs);
      bed.server.input.write(lastLine);
      await settled(() => bed.server.input.isPaused());
      assert.deepEqual(bed.agent.received, []);
      bed.agent.input.write('x\n');
      mock.timers.tick(1);
      await settled(() => bed.agent.received.length > 0);
      mock.timers.tick(1);
      await settled(() => String(Buffer.concat(bed.agent.received)).includes('Request timed out'));
      assert.ok(bed.server.received.some((bytes) => bytes.includes('notifications/cancelled')));
    } finally {
      mock.timers.reset();
    }
  });

  it('are given up with a server that has ended, so that its end is seen', async () => {
    const bed = new RelayBed(false);
    bed.agent.input.write(longStart);
    await until(() => lengthOf(bed.server.received) === longStart.length);
    for (let index = 0; index < 400; index += 1) bed.server.input.write(request(`${index} ${'i'.repeat(100_000)}`));
    await until(() => bed.server.input.isPaused() || bytesIn(bed.server.input) === 0);
    let hasEnded = false;
    bed.server.input.end().once('end', () => {
      hasEnded = true;
    });
    bed.toServer.destroy();
    await until(() => hasEnded);
  });
});

/** What was written and is not read. */
function bytesIn({ readableLength, writableLength }: PassThrough): number {
  return readableLength + writableLength;
}
