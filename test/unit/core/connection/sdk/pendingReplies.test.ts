import assert from 'node:assert/strict';
import { PendingReplies } from '#core/connection/sdk/pendingReplies.ts';
import { connectBareClient, nextTurns, TestTransport } from './bareSdk.ts';

describe('the replies that have not left yet', () => {
  it('must be tracked by the host: the SDK closes the transport while one is being sent', async () => {
    let left: () => void = () => undefined;
    const transport = new TestTransport();
    const client = await connectBareClient('legacy', transport);
    transport.send = () => new Promise((resolve) => (left = resolve));
    transport.receive({ jsonrpc: '2.0', id: 'r', method: 'ping' });
    await nextTurns();
    await client.close();
    assert.equal(transport.isClosed, true);
    left();
  });

  it('must be told apart by the host: the SDK answers two requests of the same id at the same time', async () => {
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
    let handled = 0;
    client.setRequestHandler('elicitation/create', () => {
      handled += 1;
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
    assert.equal(handled, 13_000);
    const pending = new PendingReplies();
    for (let id = 0; id < 12_000; id += 1) {
      assert.equal(pending.fault, undefined);
      pending.add(id, {});
    }
    assert.match(pending.fault ?? '', /12,000/);
  });

  it('are waited for, unless the server has cancelled its request before the reply was sent', async () => {
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
