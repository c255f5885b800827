import assert from 'node:assert/strict';
import { AwaitedResponses, lostResponse } from '#core/connection/sdk/lostResponses.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, stateOf, TestTransport } from './bareSdk.ts';

describe('a request whose response stream has ended without the response', () => {
  it('must be ended by the host: the SDK leaves it pending', async () => {
    const transport = Object.assign(new TestTransport((_request, options) => options?.onRequestStreamEnd?.()), {
      hasPerRequestStream: true,
    });
    const client = await connectBareClient('legacy', transport);
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    assert.equal(await stateOf(call), 'pending');
    await client.close();
    await assert.rejects(call);
  });

  it('ends once, with an error that no server can send', () => {
    const awaited = new AwaitedResponses();
    const lostIds: unknown[] = [];
    awaited.add(1);
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' } as const;
    awaited.watchStream(request, undefined, (id) => lostIds.push(id))?.onRequestStreamEnd?.();
    assert.deepEqual(lostIds, [1]);
    assert.equal(awaited.giveUp(1, 'Lost.')?.error.data, lostResponse);
    assert.equal(awaited.giveUp(1, 'Lost.'), undefined, 'it is ended once');
  });

  it('is not ended if its response was received, nor if it is a subscription', () => {
    const awaited = new AwaitedResponses();
    const lostIds: unknown[] = [];
    const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' } as const;
    awaited.add(1);
    const options = awaited.watchStream(request, undefined, (id) => lostIds.push(id));
    assert.equal(awaited.remove(1), true);
    options?.onRequestStreamEnd?.();
    const listen = { jsonrpc: '2.0', id: 2, method: 'subscriptions/listen' } as const;
    assert.equal(
      awaited.watchStream(listen, undefined, (id) => lostIds.push(id)),
      undefined,
    );
    assert.deepEqual(lostIds, []);
  });
});
