import assert from 'node:assert/strict';
import { maxTrackedCalls } from '#proxy/machine/callTable.ts';
import { line, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const timedOut = 'Request timed out';

describe('the ids of requests', () => {
  let bed: MachineBed;
  beforeEach(() => {
    bed = new MachineBed().start();
  });

  it('are compared as JSON text: a number is not the string of it', () => {
    bed.call(1);
    bed.call('1');
    bed.server({ id: '1', result: { content: [] } });
    bed.cancel(1);
    bed.cancel('1');
    assert.deepEqual(
      bed.serverMessages.map(({ method }) => method),
      ['tools/call', 'tools/call', 'notifications/cancelled'],
    );
  });

  it('are replaced for every method while a parked call uses them at the server, with the progress token', () => {
    bed.call(1, {}, { _meta: { progressToken: 1 } });
    bed.ask('a');
    bed.cancel(1, timedOut);
    bed.clear();
    bed.agent({ id: 1, method: 'tools/list', params: { _meta: { progressToken: 1 } } });
    assert.deepEqual(bed.serverMessages, [
      {
        jsonrpc: '2.0',
        id: 'mcp-elicitation-1',
        method: 'tools/list',
        params: { _meta: { progressToken: 'mcp-elicitation-2' } },
      },
    ]);
    bed.server({ method: 'notifications/progress', params: { progressToken: 'mcp-elicitation-2', progress: 1 } });
    bed.server({ id: 'mcp-elicitation-1', result: { tools: [] } });
    bed.server({ id: 1, result: { content: [] } });
    assert.deepEqual(
      bed.agentMessages.map(({ id, params }) => id ?? (params as { progressToken: unknown }).progressToken),
      [1, 1],
    );
  });

  it('of a subscription are replaced in its notifications, too', () => {
    bed.call('s');
    bed.ask('a');
    bed.cancel('s', timedOut);
    bed.agent({ id: 's', method: 'subscriptions/listen', params: {} });
    bed.clear();
    const key = 'io.modelcontextprotocol/subscriptionId';
    bed.server({ method: 'notifications/tools/list_changed', params: { _meta: { [key]: 'mcp-elicitation-1' } } });
    bed.server({ method: 'notifications/cancelled', params: { requestId: 'mcp-elicitation-1' } });
    assert.deepEqual(
      bed.agentMessages.map(({ params }) => params),
      [{ _meta: { [key]: 's' } }, { requestId: 's' }],
    );
  });

  it('that are settled have their cancellations swallowed, and live again with a new request', () => {
    bed.call(1);
    bed.server({ id: 1, result: { content: [] } });
    bed.clear();
    bed.cancel(1);
    assert.deepEqual(bed.toServer, []);
    bed.call(1);
    bed.cancel(1);
    assert.deepEqual(
      bed.serverMessages.map(({ method }) => method),
      ['tools/call', 'notifications/cancelled'],
    );
  });

  it('that are unknown pass in both directions', () => {
    const cancellation = { method: 'notifications/cancelled', params: { requestId: 77 } };
    bed.agent(cancellation);
    bed.server({ id: 77, result: {} });
    assert.deepEqual(bed.toServer, [String(line(cancellation))]);
    assert.deepEqual(bed.toAgent, [String(line({ id: 77, result: {} }))]);
  });

  it('are tracked up to a limit; further requests pass unread', () => {
    for (let id = 1; id <= maxTrackedCalls; id += 1) bed.agent({ id, method: 'ping' });
    bed.clear();
    bed.call('over');
    bed.ask('a');
    bed.server({ id: 'over', result: {} });
    assert.deepEqual(bed.asks[0]?.calls, []);
    assert.equal(bed.toServer.length, 1);
    assert.equal(bed.toAgent.length, 1);
  });
});
