import assert from 'node:assert/strict';
import { ProgressTokens, withProgressToken } from '#core/connection/sdk/progressTokens.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, nextTurns, TestTransport } from './bareSdk.ts';

describe('a progress token', () => {
  it('must be kept by the host: the SDK forgets it with the response, while the task goes on', async () => {
    const errors: string[] = [];
    const reports: unknown[] = [];
    let progressToken: unknown;
    const transport: TestTransport = new TestTransport(({ id, params }) => {
      progressToken = params?._meta?.progressToken;
      transport.reply(id, {});
    });
    const client = await connectBareClient('legacy', transport);
    client.onerror = ({ message }) => errors.push(message);
    const onprogress = (progress: unknown) => reports.push(progress);
    await client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema, { onprogress });
    transport.receive({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
    await nextTurns();
    assert.deepEqual(reports, []);
    assert.match(errors.join(), /unknown token/);
  });

  it('is valid until it is disposed of, and only for progress that is a number', () => {
    const tokens = new ProgressTokens();
    const reports: unknown[] = [];
    const { token, dispose } = tokens.begin((progress) => reports.push(progress));
    tokens.receive({ progressToken: token, progress: 1, total: 'many', message: 'half' });
    tokens.receive({ progressToken: token, progress: 'a lot' });
    tokens.receive({ progressToken: token + 1, progress: 1 });
    tokens.receive(null);
    dispose();
    tokens.receive({ progressToken: token, progress: 2 });
    assert.deepEqual(reports, [{ progress: 1, message: 'half' }]);
  });

  it('is added to other metadata of the request', () => {
    const params = withProgressToken({ name: 'a', _meta: { trace: 'x' } }, 7);
    assert.deepEqual(params, { name: 'a', _meta: { trace: 'x', progressToken: 7 } });
  });
});
