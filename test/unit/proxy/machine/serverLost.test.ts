import assert from 'node:assert/strict';
import { MachineBed } from './machineBed.ts';

const message = 'The session was lost.';

describe('a session that the server has lost', () => {
  it('ends every call in flight once, a tool with a result that a model reads', () => {
    const bed = new MachineBed().start();
    bed.call(1);
    bed.agent({ id: 2, method: 'prompts/get', params: { name: 'a' } });
    bed.event({ type: 'serverLost', message });
    assert.deepEqual(bed.agentMessages, [
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: message }], isError: true } },
      { jsonrpc: '2.0', id: 2, error: { code: -31004, message } },
    ]);
    assert.deepEqual(
      bed.windowMessages('callEnded').map(({ outcome }) => outcome),
      ['lost', 'lost'],
    );
    bed.clear();
    bed.event({ type: 'serverLost', message });
    assert.deepEqual(bed.actions, []);
  });

  it('withdraws what it has asked, and sends no answer to the next session', () => {
    const bed = new MachineBed().start();
    bed.call(1);
    bed.ask('a');
    const ask = bed.lastAsk;
    bed.clear();
    bed.event({ type: 'serverLost', message });
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['serverEnded'],
    );
    bed.answer(ask);
    assert.deepEqual(bed.toServer, []);
    assert.equal(bed.windowMessages('receipt').at(-1)?.outcome, 'refused');
  });

  it('does not end a round, which has no session', () => {
    const bed = new MachineBed().start();
    bed.call(1, {}, { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } });
    const inputRequests = { one: { method: 'elicitation/create', params: { mode: 'form' } } };
    bed.server({ id: 1, result: { resultType: 'input_required', inputRequests, requestState: 's' } });
    const ask = bed.lastAsk;
    bed.clear();
    bed.event({ type: 'serverLost', message });
    assert.deepEqual(bed.agentMessages, []);
    bed.answer(ask, { kind: 'responses', responses: { one: { action: 'decline' } } });
    assert.match(bed.toServer.join(), /"requestState":"s","inputResponses":\{"one":\{"action":"decline"\}\}/);
  });

  it('keeps the reason for a call that the agent no longer waits for', () => {
    const bed = new MachineBed({ limitMs: 15_000 }).start();
    bed.call(1);
    bed.ask('a');
    bed.wait(14);
    bed.clear();
    bed.event({ type: 'serverLost', message });
    bed.call(2);
    assert.match(JSON.stringify(bed.agentMessages), /The session was lost/);
    assert.deepEqual(bed.toServer, []);
  });

  it('is not taken for a refusal of what was declared', () => {
    const bed = new MachineBed();
    bed.agent({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } });
    bed.openWindow();
    bed.clear();
    bed.server({ id: 0, error: { code: -31004, message: 'Sign in first.' } });
    assert.deepEqual(bed.toServer, []);
    assert.deepEqual(bed.agentMessages, [
      { jsonrpc: '2.0', id: 0, error: { code: -31004, message: 'Sign in first.' } },
    ]);
  });
});
