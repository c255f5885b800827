import assert from 'node:assert/strict';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { restoreResultType, withResultType } from '#core/connection/sdk/resultType.ts';
import { connectBareClient, TestTransport } from './bareSdk.ts';

describe('the type of a modern result', () => {
  const call = async (result: unknown) => {
    const transport: TestTransport = new TestTransport(({ id }) => transport.reply(id, result));
    const client = await connectBareClient('modern', transport);
    return client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
  };

  it('must be added if the server omits it: the SDK rejects such a result', async () => {
    await assert.rejects(call({ content: [] }), { code: 'INVALID_RESULT' });
    const message = withResultType({ jsonrpc: '2.0', id: 1, result: { content: [] } });
    assert.deepEqual('result' in message && message.result, { content: [], resultType: 'complete' });
  });

  it('must be restored: the SDK removes it from a complete result', async () => {
    const result = await call({ resultType: 'complete', content: [] });
    assert.deepEqual(result, { content: [] });
    assert.deepEqual(restoreResultType(result), { resultType: 'complete', content: [] });
  });
});
