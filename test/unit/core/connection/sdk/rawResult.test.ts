import assert from 'node:assert/strict';
import { rawSchema, wrapRawResult } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, nextTurns, TestTransport } from './bareSdk.ts';

const unknownBlock = { resultType: 'complete', content: [{ type: 'hologram', depth: 3 }] };

describe('the raw result of a request', () => {
  it('is needed: the SDK rejects a modern result by its own schema, although the caller passes another', async () => {
    const transport: TestTransport = new TestTransport(({ id }) => transport.reply(id, unknownBlock));
    const client = await connectBareClient('modern', transport);
    const call = client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema);
    await assert.rejects(call, { code: 'INVALID_RESULT' });
  });

  it('is returned unchanged from a wrapped response', async () => {
    const transport: TestTransport = new TestTransport(({ id }) =>
      transport.receive(wrapRawResult({ jsonrpc: '2.0', id, result: unknownBlock })),
    );
    const client = await connectBareClient('modern', transport);
    assert.deepEqual(await client.request({ method: 'tools/call', params: { name: 'a' } }, rawSchema), unknownBlock);
  });
});

describe('the raw parameters of a request', () => {
  it('are needed: the SDK drops the keywords of a requested schema that are unknown to it', async () => {
    const schemas: unknown[] = [];
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport, { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      schemas.push(Reflect.get(params, 'requestedSchema'));
      return { action: 'cancel' };
    });
    const requestedSchema = { type: 'object', properties: { code: { type: 'string', pattern: '^[A-Z]+$' } } };
    const request = {
      jsonrpc: '2.0',
      id: 'r',
      method: 'elicitation/create',
      params: { message: 'Code?', requestedSchema },
    };
    transport.receive(request);
    await nextTurns();
    assert.deepEqual(schemas, [{ type: 'object', properties: { code: { type: 'string' } } }]);

    client.setRequestHandler('elicitation/create', { params: rawSchema }, (params) => {
      schemas.push(Reflect.get(params as object, 'requestedSchema'));
      return { action: 'cancel' };
    });
    transport.receive({ ...request, id: 's' });
    await nextTurns();
    assert.deepEqual(schemas[1], requestedSchema);
  });
});
