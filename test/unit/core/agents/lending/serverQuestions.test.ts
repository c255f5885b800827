import assert from 'node:assert/strict';
import type { ProxyProcess } from '#test/host/proxyProcess.ts';
import { handmade, nodeSpec } from '#test/host/serverProcesses.ts';
import { until } from '#test/host/until.ts';
import { firstText, LendingTestBed } from './lendingTestBed.ts';

const initialize = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'agent', version: '1' } },
};
const call = (id: number, name: string, args: object = {}) => ({
  ...{ id, method: 'tools/call', params: { name, arguments: args } },
});

/** Every process of the server numbers its requests alike, so that only the connection tells them apart. */
describe('what a lent server asks', () => {
  let bed: LendingTestBed;

  beforeEach(() => {
    bed = new LendingTestBed();
  });
  afterEach(() => bed.end());

  async function begin(...args: string[]): Promise<ProxyProcess> {
    await bed.lend(nodeSpec(handmade, args, { env: { WIRE_FILE: bed.wireFile } }));
    await bed.open();
    const agent = await bed.agent();
    agent.send(initialize);
    await until(() => agent.reply(0) !== undefined);
    agent.send({ method: 'notifications/initialized' });
    return agent;
  }

  it('is withdrawn when its process has ended, and its answer does not go to the next one', async () => {
    const agent = await begin('--ask-when-begun');
    const first = await bed.oldestRequest();
    agent.send(call(1, 'crash', { code: 3 }));
    await until(() => agent.reply(1) !== undefined);
    await until(() => bed.inbox.pending.length === 0);
    // A question that comes while a call runs counts as one of that call, and ends with it.
    agent.send({ id: 2, method: 'tools/list', params: {} });
    const second = await bed.oldestRequest();
    assert.notEqual(second.message, first.message);
    assert.equal(bed.inbox.decide(first.id, { action: 'accept', content: { of: 'first' } }), false);
    bed.inbox.decide(second.id, { action: 'accept', content: { of: 'second' } });
    await until(() => bed.replies.length > 0);
    agent.send(call(3, 'pid'));
    await until(() => agent.reply(3) !== undefined);
    assert.deepEqual(
      bed.replies.map(({ id, result }) => [id, result]),
      [[0, { action: 'accept', content: { of: 'second' } }]],
    );
    // The agent is told of neither.
    assert.deepEqual(
      agent.messages.map(({ id, method }) => id ?? method),
      [0, 1, 2, 3],
    );
  });

  it('keeps its id after a reload of the window only for the process that has asked', async () => {
    const agent = await begin();
    const sampling = { method: 'sampling/createMessage', params: { _meta: { progressToken: 1000 } } };
    const asked = () => agent.messages.filter(({ method }) => method === sampling.method);
    agent.send(call(1, 'request', sampling));
    await until(() => asked().length === 1);
    assert.equal(asked()[0]?.['id'], 1000);
    await bed.close();
    await until(() => agent.reply(1) !== undefined);
    await bed.reopen();
    agent.send(call(2, 'request', sampling));
    await until(() => asked().length === 2);
    const { id, params } = (asked()[1] ?? assert.fail()) as { id: string; params: typeof sampling.params };
    agent.send({ method: 'notifications/progress', params: { progressToken: 1000, progress: 1 } });
    agent.send({ id: 1000, result: { of: 'first' } });
    const { progressToken } = params._meta;
    agent.send({ method: 'notifications/progress', params: { progressToken, progress: 2 } });
    agent.send({ id, result: { of: 'second' } });
    await until(() => agent.reply(2) !== undefined);
    assert.equal(firstText(agent.reply(2)?.['result']), '{"result":{"of":"second"}}');
    const progress = bed.receivedMessages.filter(({ method }) => method === 'notifications/progress');
    assert.deepEqual(
      progress.map((message) => message.params),
      [{ progressToken: 1000, progress: 2 }],
    );
    assert.equal(bed.replies.length, 1);
  });
});
