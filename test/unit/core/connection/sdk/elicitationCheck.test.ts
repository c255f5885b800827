import assert from 'node:assert/strict';
import { isCheckedByHost } from '#core/connection/sdk/elicitationCheck.ts';
import { rawSchema } from '#core/connection/sdk/rawResult.ts';
import { connectBareClient, nextTurns, TestTransport } from './bareSdk.ts';

describe('the check of an elicitation', () => {
  it('must be done by the host: the SDK refuses a request before the handler runs, with the error of its schema library', async () => {
    let handlerCalls = 0;
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport, { elicitation: { form: {} } });
    client.setRequestHandler('elicitation/create', { params: rawSchema }, () => {
      handlerCalls += 1;
      return { action: 'cancel' };
    });
    const requestedSchema = { type: 'object', properties: { address: { type: 'object', properties: {} } } };
    const params = { message: 'Where?', requestedSchema };
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'elicitation/create', params });
    await nextTurns();
    assert.equal(handlerCalls, 0);
    const [reply] = transport.replies;
    assert.ok(reply && 'error' in reply);
    assert.equal(reply.error.code, -32602);
    assert.match(reply.error.message, /^Invalid elicitation request: /);
  });

  it('is the only check that the host does in place of the SDK', () => {
    assert.deepEqual(['elicitation/create', 'roots/list', 'ping'].map(isCheckedByHost), [true, false, false]);
  });
});
