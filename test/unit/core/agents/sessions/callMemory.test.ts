import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AgentsTestBed, deploy, ticketForm } from '#test/unit/core/agents/agentsTestBed.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const usedMB = () => {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
};

describe('the memory for the calls of an agent', () => {
  let bed: AgentsTestBed;
  beforeEach(async () => {
    bed = await new AgentsTestBed().start();
  });
  afterEach(() => bed.end());

  it('has no arguments with more secrets than can be masked', async () => {
    const client = await bed.client();
    const pin = (length: number) => ({ password: Array.from({ length }, (_, at) => `secret ${at}`) });
    const calls = [1000, 1001].map((length) => ({ ...deploy, id: `${length}`, arguments: pin(length) }));
    client.ask('1', { kind: 'pushed', params: ticketForm() }, { calls });
    await bed.oldestRequest();
    assert.deepEqual(
      bed.sessions.calls.map(({ request }) => 'arguments' in request && request.arguments),
      [pin(1000), {}],
    );
    assert.equal(bed.sessions.maskOf('agent:codex:tickets')?.('secret 7'), '[secret]');
  });

  it('is free of calls that are kept no longer, also if they have asked for pages that cannot be shown', async () => {
    const client = await bed.client();
    const before = usedMB();
    for (let at = 0; at < 50; at += 1) {
      const call = { ...deploy, id: `large-${at}`, arguments: { text: `${at}`.padEnd(1_000_000) } };
      client.ask(call.id, { kind: 'requiredUrls', data: { elicitations: 5 } }, { calls: [call] });
    }
    assert.equal((await client.answer('large-49')).kind, 'endCall');
    // 50 MB of arguments, and what other tests in this process have left until now is freed meanwhile.
    assert.ok(usedMB() - before > 30);
    for (const at of [1, 2]) {
      const calls = Array.from({ length: 100 }, (_, index) => ({ ...deploy, id: `${at}-${index}` }));
      client.ask(`small-${at}`, { kind: 'requiredUrls', data: { elicitations: 5 } }, { calls });
      assert.equal((await client.answer(`small-${at}`)).kind, 'endCall');
    }
    assert.ok(usedMB() - before < 10);
  });
});
