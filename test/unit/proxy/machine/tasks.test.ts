import assert from 'node:assert/strict';
import { MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const maxUnwantedTasks = 100;
const created = (taskId: unknown) => ({ result: { task: { taskId, status: 'working' } } });

const creates = { requests: { tools: { call: {} } } };

/** A session with a window, whose server declares these capabilities. */
function session(capabilities: object): MachineBed {
  const bed = new MachineBed();
  bed.agent({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
  bed.openWindow();
  bed.server({ id: 0, result: { protocolVersion: '2025-11-25', capabilities } });
  bed.clear();
  return bed;
}

describe('a call that asks for a task', () => {
  function stopped(tasks: object): MachineBed {
    const bed = session({ tasks: { ...creates, ...tasks } });
    bed.call(1, {}, { task: { ttl: 60_000 } });
    bed.fromWindow({ type: 'stopCall', call: 'c2' });
    assert.deepEqual(
      bed.agentMessages.map(({ id }) => id),
      [1],
    );
    assert.equal(bed.toServer.length, 1);
    bed.clear();
    return bed;
  }

  it('is cancelled by its task when the user stops it, as soon as the task has an id', () => {
    const bed = stopped({ cancel: {} });
    bed.server({ id: 1, ...created('t\u00e9') });
    const id = 'mcp-elicitation-1';
    assert.deepEqual(bed.serverMessages, [
      { jsonrpc: '2.0', id, method: 'tasks/cancel', params: { taskId: 't\u00e9' } },
    ]);
    bed.server({ id, result: { taskId: 't\u00e9', status: 'cancelled' } });
    assert.deepEqual(bed.toAgent, []);
  });

  it('is not cancelled if there is no task, or the server cannot cancel tasks', () => {
    const refused = stopped({ cancel: {} });
    refused.server({ id: 1, error: { code: -32600, message: 'No' } });
    const lasting = stopped({});
    lasting.server({ id: 1, ...created('t') });
    assert.deepEqual(
      [refused, lasting].map(({ toServer, toAgent }) => [toServer, toAgent]),
      [
        [[], []],
        [[], []],
      ],
    );
  });

  it('is cancelled as a call at a server that creates no tasks for calls', () => {
    for (const capabilities of [{}, { tasks: { cancel: {} } }, { tasks: { requests: { tools: {} } } }]) {
      const bed = session(capabilities);
      bed.call(1, {}, { task: { ttl: 60_000 } });
      bed.clear();
      bed.fromWindow({ type: 'stopCall', call: 'c2' });
      assert.deepEqual(
        bed.serverMessages.map(({ method, params }) => [method, (params as { requestId?: unknown }).requestId]),
        [['notifications/cancelled', 1]],
      );
    }
  });

  it(`is remembered, for the last ${maxUnwantedTasks} of them`, () => {
    const bed = session({ tasks: { ...creates, cancel: {} } });
    for (let id = 1; id <= maxUnwantedTasks + 1; id += 1) {
      bed.call(id, {}, { task: {} });
      bed.fromWindow({ type: 'stopCall', call: `c${id + 1}` });
    }
    bed.clear();
    for (const id of [1, 2, maxUnwantedTasks + 1]) bed.server({ id, ...created(`t${id}`) });
    assert.deepEqual(
      bed.serverMessages.map(({ params }) => params),
      [{ taskId: 't2' }, { taskId: `t${maxUnwantedTasks + 1}` }],
    );
  });
});
