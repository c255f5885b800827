import assert from 'node:assert/strict';
import { PendingReplies } from '#core/connection/sdk/pendingReplies.ts';
import { connectBareClient, nextTurns, TestTransport } from './bareSdk.ts';

describe('the replies that are not sent yet', () => {
  it('must be tracked by the host: the SDK closes the transport while a reply is being sent', async () => {
    let finishSend: () => void = () => undefined;
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport);
    transport.send = () => new Promise((resolve) => (finishSend = resolve));
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'ping' });
    await nextTurns();
    await client.close();
    assert.equal(transport.isClosed, true);
    finishSend();
  });

  it('must have different ids by a check of the host: the SDK replies to two simultaneous requests with the same id', async () => {
    const transport = new TestTransport();
    await connectBareClient('legacy', transport);
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'ping' });
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'ping' });
    await nextTurns();
    assert.equal(transport.replies.length, 2);
  });

  it('must be counted by the host: the SDK accepts any number of requests', async () => {
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport, { elicitation: { form: {} } });
    let handlerCalls = 0;
    client.setRequestHandler('elicitation/create', () => {
      handlerCalls += 1;
      return new Promise(() => undefined);
    });
    const requestedSchema = { type: 'object', properties: {} };
    for (let id = 0; id < 13_000; id += 1) {
      transport.receive({
        jsonrpc: '2.0',
        id,
        method: 'elicitation/create',
        params: { message: 'a', requestedSchema },
      });
    }
    await nextTurns();
    assert.equal(handlerCalls, 13_000);
    const pending = new PendingReplies();
    for (let id = 0; id < 12_000; id += 1) {
      assert.equal(pending.fault, undefined);
      pending.add(id, {});
    }
    assert.match(pending.fault ?? '', /12,000/);
  });

  it('are waited for, unless the server cancelled the request before the sending of the reply began', async () => {
    const pending = new PendingReplies();
    pending.add(1, {});
    pending.cancel(1);
    await pending.drain(60_000);
    pending.add(2, {});
    pending.markSending(2);
    pending.cancel(2);
    const drained = pending.drain(60_000);
    assert.equal(pending.has(2), true);
    pending.remove(2);
    await drained;
  });
});
