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

  describe('that have no answer', () => {
    const many = (send: (id: number) => void) => {
      for (let id = 1; id <= maxTrackedCalls; id += 1) send(id);
    };

    it('are tracked up to a limit; the oldest of another method is forgotten, so that every call can ask', () => {
      bed.call('first');
      many((id) => bed.agent({ id, method: 'ping' }));
      bed.call('second');
      bed.ask('a');
      assert.deepEqual(
        bed.asks[0]?.calls.map(({ kind }) => kind),
        ['tool', 'tool'],
      );
      bed.clear();
      bed.cancel('first');
      assert.equal(bed.windowMessages('withdraw').length, 0);
      // The answer to a forgotten request, and its cancellation, pass as they came.
      bed.server({ id: 1, result: {} });
      bed.cancel(2);
      assert.deepEqual(bed.toAgent, [String(line({ id: 1, result: {} }))]);
      assert.equal(bed.serverMessages.at(-1)?.['method'], 'notifications/cancelled');
    });

    it('are kept if their ids were replaced at the server', () => {
      bed.call(1);
      bed.ask('a');
      bed.cancel(1, timedOut);
      bed.agent({ id: 1, method: 'tools/list', params: {} });
      const replaced = bed.serverMessages.at(-1)?.['id'];
      many((id) => bed.agent({ id: 10 + id, method: 'ping' }));
      bed.clear();
      bed.server({ id: replaced, result: { tools: [] } });
      assert.deepEqual(bed.agentMessages, [{ jsonrpc: '2.0', id: 1, result: { tools: [] } }]);
    });

    it('are refused beyond the limit if all of them are calls, until one has its answer', () => {
      many((id) => bed.call(id));
      bed.clear();
      bed.call('over', {}, { _meta: { progressToken: 'over' } });
      bed.agent({ id: 'ping', method: 'ping' });
      assert.deepEqual(bed.toServer, []);
      assert.deepEqual(
        bed.agentMessages.map(({ id, error }) => [id, (error as { code: number }).code]),
        [
          ['over', -32603],
          ['ping', -32603],
        ],
      );
      bed.server({ id: 1, result: { content: [] } });
      bed.clear();
      bed.call('over');
      assert.equal(bed.toServer.length, 1);
    });
  });
});
