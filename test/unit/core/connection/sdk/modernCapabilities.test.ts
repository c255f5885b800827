import assert from 'node:assert/strict';
import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import { withModernCapabilities } from '#core/connection/sdk/modernCapabilities.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, TestTransport } from './bareSdk.ts';

describe('the capabilities of the modern era', () => {
  it('must be corrected: the SDK declares those of the legacy era', async () => {
    const transport: TestTransport = new TestTransport(({ id }) =>
      transport.reply(id, { resultType: 'complete', content: [] }),
    );
    const client = await connectBareClient('modern', transport, { roots: { listChanged: true } });
    await client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    const [request] = transport.sent;
    const meta = request && 'params' in request ? request.params?._meta : undefined;
    assert.deepEqual(meta?.[CLIENT_CAPABILITIES_META_KEY], { roots: { listChanged: true } });
  });

  it('have roots without listChanged, and the extension for tasks in addition to other extensions', () => {
    const declared = { roots: { listChanged: true }, extensions: { other: {} }, elicitation: { form: {} } };
    assert.deepEqual(withModernCapabilities({ a: 1, [CLIENT_CAPABILITIES_META_KEY]: declared }), {
      a: 1,
      [CLIENT_CAPABILITIES_META_KEY]: {
        roots: {},
        extensions: { other: {}, 'io.modelcontextprotocol/tasks': {} },
        elicitation: { form: {} },
      },
    });
    assert.equal(withModernCapabilities(undefined), undefined);
  });
});
