import assert from 'node:assert/strict';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { unwrapTask, wrapTask } from '#core/connection/sdk/taskResults.ts';
import { connectBareClient, TestTransport } from './bareSdk.ts';

const task = { resultType: 'task', taskId: 't1', status: 'working' };

describe('a task in place of a result', () => {
  it('must be wrapped: the SDK rejects a result of that type', async () => {
    const transport: TestTransport = new TestTransport(({ id }) => transport.reply(id, task));
    const client = await connectBareClient('modern', transport);
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    await assert.rejects(call, { code: 'UNSUPPORTED_RESULT_TYPE' });
  });

  it('is equal after it was wrapped and unwrapped; other results are not changed', () => {
    const wrapped = wrapTask({ jsonrpc: '2.0', id: 1, result: task });
    assert.deepEqual('result' in wrapped && unwrapTask(wrapped.result), task);
    const complete = { jsonrpc: '2.0' as const, id: 1, result: { resultType: 'complete', content: [] } };
    assert.equal(wrapTask(complete), complete);
    assert.equal(unwrapTask(complete.result), complete.result);
  });
});
