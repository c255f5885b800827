import assert from 'node:assert/strict';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { enableMockTimers } from '#test/mockTimers.ts';
import { initialized, jsonRpcRequest, StreamableHttpClient, serverUrl } from './streamableHttpClient.ts';

const pauses = { firstMs: 1000, maxMs: 15_000, maxStandaloneMs: 300_000 };
const priming = 'id: 1\nretry: 300\ndata:\n\n';
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

type StreamScript = string | { readonly cutAfter: string } | { readonly status: number };

/** The response to a POST or a GET: a stream with this text that ends, a stream that is cut, or an error. */
function respond(connection: StreamScript): Response {
  if (typeof connection !== 'string' && 'status' in connection) {
    return new Response('', connection);
  }
  const text = typeof connection === 'string' ? connection : connection.cutAfter;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (text !== '') {
        controller.enqueue(Buffer.from(text));
      }
    },
    pull: (controller) =>
      typeof connection === 'string' ? controller.close() : controller.error(new TypeError('terminated')),
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

describe('the pause before a stream that ended is requested again', () => {
  // The host imports `setTimeout` by name: without `syncBuiltinESMExports` it would use the real function.
  beforeEach(() => {
    enableMockTimers('setTimeout');
    syncBuiltinESMExports();
  });
  afterEach(() => {
    mock.timers.reset();
    syncBuiltinESMExports();
  });

  /** Returns the pauses between the connections of a stream, measured in steps of `stepMs`. The last connection is repeated. In milliseconds. */
  async function measurePauses(
    what: 'a call' | 'the standalone stream',
    connections: readonly StreamScript[],
    count: number,
    stepMs = 100,
  ): Promise<number[]> {
    const times: number[] = [];
    let now = 0;
    const { transport } = new StreamableHttpClient(
      async (_url, init) => {
        if (init?.body === JSON.stringify(initialized)) {
          return new Response(null, { status: 202 });
        }
        times.push(now);
        return respond(connections[times.length - 1] ?? connections.at(-1) ?? '');
      },
      serverUrl,
      undefined,
      {},
      pauses,
    );
    await transport.send(what === 'the standalone stream' ? initialized : jsonRpcRequest('tools/call'));
    const runPending = async () => {
      for (let turns = 0; turns < 10; turns += 1) {
        await turn();
      }
    };
    await runPending();
    for (let steps = 0; times.length <= count && steps < 1000; steps += 1) {
      now += stepMs;
      mock.timers.tick(stepMs);
      await runPending();
    }
    await transport.close();
    return times.slice(1, count + 1).map((time, index) => time - (times[index] ?? 0));
  }

  for (const what of ['a call', 'the standalone stream'] as const) {
    it(`is, for ${what}, always the retry value that the server sends`, async () => {
      assert.deepEqual(await measurePauses(what, [priming], 6), [300, 300, 300, 300, 300, 300]);
    });

    it(`is, for ${what}, the latest retry value that the server sent`, async () => {
      const connections = [priming, 'id: 2\n\n', 'id: 3\nretry: 2000\n\n', 'id: 4\n\n'];
      assert.deepEqual(await measurePauses(what, connections, 5), [300, 300, 2000, 2000, 2000]);
    });

    it(`is, for ${what}, the default pause if the server sends event ids and no retry value`, async () => {
      assert.deepEqual(await measurePauses(what, ['id: 1\ndata:\n\n'], 4), [1000, 1000, 1000, 1000]);
    });

    it(`is, for ${what}, at least 100 ms`, async () => {
      assert.deepEqual(await measurePauses(what, ['id: 1\nretry: 0\n\n'], 4, 10), [100, 100, 100, 100]);
    });

    it(`is, for ${what}, at most one hour`, async () => {
      assert.deepEqual(
        await measurePauses(what, ['id: 1\nretry: 99999999999999999999\n\n'], 2, 600_000),
        [3_600_000, 3_600_000],
      );
    });

    it(`grows, for ${what}, while the streams are cut, and is at least the retry value`, async () => {
      assert.deepEqual(await measurePauses(what, [{ cutAfter: priming }], 4), [300, 2000, 4000, 8000]);
      const longRetry = 'id: 1\nretry: 3000\n\n';
      assert.deepEqual(await measurePauses(what, [{ cutAfter: longRetry }], 4), [3000, 3000, 4000, 8000]);
    });

    it(`grows, for ${what}, while the streams end empty`, async () => {
      assert.deepEqual(await measurePauses(what, [priming, ''], 4), [300, 2000, 4000, 8000]);
    });

    it(`is, for ${what}, the retry value again after a stream has ended normally`, async () => {
      const connections = [priming, { status: 503 }, { status: 503 }, { cutAfter: priming }, priming];
      assert.deepEqual(await measurePauses(what, connections, 6), [300, 2000, 4000, 2000, 300, 300]);
    });
  }

  it('is, for the standalone stream, the retry value even if the server sends no event ids', async () => {
    assert.deepEqual(await measurePauses('the standalone stream', ['retry: 300\n\n'], 4), [300, 300, 300, 300]);
  });
});
