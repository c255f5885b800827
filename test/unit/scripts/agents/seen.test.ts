import assert from 'node:assert/strict';
import type { WireMessage } from '#scripts/agents/run/recordings.ts';
import { expectSameBytes, expectUntouched } from '#scripts/agents/scenarios/seen.ts';

const sent = (from: WireMessage['from'], line: string): WireMessage => ({
  at: 0,
  from,
  line,
  message: JSON.parse(line),
});
const run = (agentSide: readonly WireMessage[], serverSide: readonly WireMessage[]) => ({
  wire: async (side: 'agent' | 'server') => (side === 'agent' ? agentSide : serverSide),
});

const initialize = (capabilities: string, version = '"1.0"') =>
  sent('client', `{"method":"initialize","id":1.0,"params":{"capabilities":${capabilities},"v":${version}}}`);
const modern = (capabilities: string, key = 'io.modelcontextprotocol/clientCapabilities') =>
  sent('client', `{"id":2,"method":"server/discover","params":{"_meta":{"${key}":${capabilities},"x":1e400}}}`);
const declared = '"elicitation":{"form":{},"url":{}}';

describe('the comparison of both sides of the proxy', () => {
  it('leaves out only the members in which elicitation is declared', async () => {
    const agentSide = [
      initialize('{"roots":{},"tasks":{"requests":{"elicitation":{"create":{}},"sampling":{}}}}'),
      modern('{}'),
      modern('{"elicitation":{}}'),
    ];
    const serverSide = [
      initialize(`{${declared},"roots":{},"tasks":{"requests":{"sampling":{}}}}`),
      modern(`{${declared}}`),
      modern(`{${declared}}`),
    ];
    assert.equal(await expectSameBytes(run(agentSide, serverSide)), 3);
    await assert.rejects(expectUntouched(run(agentSide, serverSide)), /differ, from the client/);
    await expectUntouched(run(agentSide, agentSide));
  });

  it('finds every other difference', async () => {
    const differences = [
      [initialize('{}'), initialize(`{${declared}}`, '"1"')],
      [initialize('{"roots":{}}'), initialize(`{${declared},"roots":{"x":1}}`)],
      [modern('{}'), modern(`{${declared}}`, 'other')],
      [sent('server', '{"id":1.0,"result":{}}'), sent('server', '{"id":1,"result":{}}')],
    ] as const;
    for (const [here, there] of differences) await assert.rejects(expectSameBytes(run([here], [there])), /differ/);
  });

  it('leaves out the cancellation of a call that had ended, and no other', async () => {
    const cancelled = sent('client', '{"method":"notifications/cancelled","params":{"requestId":3}}');
    const result = sent('server', '{"id":3,"result":{}}');
    assert.equal(await expectSameBytes(run([result, cancelled], [result])), 1);
    await assert.rejects(expectSameBytes(run([cancelled, result], [result])), /differ/);
  });
});
