import assert from 'node:assert/strict';
import { isMalformedRequest, isMalformedResponse } from '#core/connection/sdk/malformedMessages.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, nextTurns, stateOf, TestTransport } from './bareSdk.ts';

describe('a malformed message', () => {
  it('that is a request must be refused by the host: the SDK sends no reply', async () => {
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport);
    const errors: string[] = [];
    client.onerror = ({ message }) => errors.push(message);
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'ping', params: [] });
    await nextTurns();
    assert.deepEqual(transport.replies, []);
    assert.match(errors.join(), /Unknown message type/);
  });

  it('that is a response must end the request: the SDK leaves the request pending', async () => {
    const transport: TestTransport = new TestTransport(({ id }) => transport.reply(id, 'not an object'));
    const client = await connectBareClient('legacy', transport);
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    assert.equal(await stateOf(call), 'pending');
    await client.close();
    await assert.rejects(call);
  });

  it('is recognized by its parameters, its result or its error', () => {
    const request = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;
    assert.equal(isMalformedRequest(request), false);
    assert.equal(isMalformedRequest({ ...request, params: [] } as never), true);
    assert.equal(isMalformedResponse({ jsonrpc: '2.0', id: 1, result: {} }), false);
    assert.equal(isMalformedResponse({ jsonrpc: '2.0', id: 1, result: 1 } as never), true);
    assert.equal(isMalformedResponse({ jsonrpc: '2.0', id: 1, error: {} } as never), true);
  });
});
