import assert from 'node:assert/strict';
import type { AnswerBody } from '#agentProtocol/agentMessages.ts';
import { form, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

const modernMeta = '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';
const city = { method: 'elicitation/create', params: form };
const answers: AnswerBody = {
  kind: 'responses',
  responses: { city: { action: 'accept', content: { city: 'Paris' } } },
};
const done = { resultType: 'complete', content: [] };

/** The text of a response with a round; `state` is JSON text. */
const round = (id: unknown, state?: string, inputRequests: object = { city }) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resultType":"input_required","inputRequests":${JSON.stringify(inputRequests)}${state ? `,"requestState":${state}` : ''}}}\n`;

describe('a round of a call', () => {
  let bed: MachineBed;
  const modernCall = (capabilities: object = {}, params: object = {}, id = 1) =>
    bed.call(id, { n: 1 }, { _meta: { [capabilitiesKey]: capabilities, progressToken: 5 }, ...params });
  beforeEach(() => {
    bed = new MachineBed().start();
  });

  it('is answered by one more call with the same state, byte for byte, and the agent receives the final result', () => {
    bed.agent(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"deploy","arguments":{"n":1.0},"requestState":"old",${modernMeta}}}\r\n`,
    );
    bed.server(round(1, '"\\u0061\\/"'));
    assert.deepEqual(bed.lastAsk?.request, { kind: 'round', inputRequests: { city } });
    bed.answer(bed.lastAsk, answers);
    assert.equal(
      bed.toServer.at(-1),
      `{"jsonrpc":"2.0","id":"mcp-elicitation-1","method":"tools/call","params":{"inputResponses":{"city":{"action":"accept","content":{"city":"Paris"}}},"name":"deploy","arguments":{"n":1.0},"requestState":"\\u0061\\/",${modernMeta}}}\r\n`,
    );
    assert.deepEqual(bed.toAgent, []);
    bed.server({ id: 'mcp-elicitation-1', result: done });
    assert.deepEqual(bed.agentMessages, [{ jsonrpc: '2.0', id: 1, result: done }]);
  });

  it('does not return the state of an earlier round, and declares elicitation again', () => {
    modernCall();
    bed.server(round(1, '"one"'));
    bed.answer(bed.lastAsk, answers);
    bed.server(round('mcp-elicitation-1'));
    bed.answer(bed.lastAsk, answers);
    const params = bed.serverMessages.at(-1)?.['params'] as { _meta: Record<string, unknown>; requestState?: unknown };
    assert.equal(params.requestState, undefined);
    assert.deepEqual(params._meta[capabilitiesKey], { elicitation: { form: {}, url: {} } });
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [1, 'mcp-elicitation-1', 'mcp-elicitation-2'],
    );
  });

  it('passes to the agent if it asks for other things as well, or for nothing', () => {
    const rounds = [round(1, '"s"', { city, roots: { method: 'roots/list' } }), round(2, '"s"', {}), round(3)];
    for (const id of [1, 2, 3]) bed.call(id);
    bed.agent({ id: 4, method: 'tools/list' });
    for (const text of [...rounds.slice(0, 2), round(4)]) bed.server(text);
    assert.deepEqual(bed.toAgent, [...rounds.slice(0, 2), round(4)]);
    assert.deepEqual(bed.asks, []);
  });

  it('passes to the agent up to 2025-11-25, where it has no meaning', () => {
    bed.call(1, { n: 1 });
    bed.server(round(1));
    assert.deepEqual([bed.asks, bed.toAgent], [[], [round(1)]]);
  });

  it('ends the call if the window says so, without another call', () => {
    modernCall();
    bed.server(round(1));
    bed.answer(bed.lastAsk, { kind: 'endCall', message: 'The form is invalid.' });
    const content = [{ type: 'text', text: 'The form is invalid.' }];
    assert.deepEqual(bed.agentMessages[0]?.['result'], { resultType: 'complete', content, isError: true });
    assert.equal(bed.toServer.length, 1);
  });

  it('ends a prompt or a resource with an error', () => {
    bed.agent({ id: 1, method: 'prompts/get', params: { name: 'greet', _meta: { [capabilitiesKey]: {} } } });
    bed.server(round(1));
    bed.answer(bed.lastAsk, { kind: 'endCall', message: 'No.' });
    assert.deepEqual(bed.agentMessages[0]?.['error'], { code: -31003, message: 'No.' });
  });

  it('is withdrawn when the user interrupts the call, and nothing is sent to the server, which has answered', () => {
    modernCall();
    bed.server(round(1));
    bed.cancel(1);
    assert.equal(bed.toServer.length, 1);
    assert.deepEqual(
      bed.windowMessages('withdraw').map(({ reason }) => reason),
      ['interrupted'],
    );
    bed.answer(bed.lastAsk, answers);
    assert.deepEqual(
      bed.windowMessages('receipt').map(({ outcome }) => outcome),
      ['refused'],
    );
    assert.equal(bed.toServer.length, 1);
  });

  it('is cancelled at the server under the id of its repeated call', () => {
    modernCall();
    bed.server(round(1));
    bed.answer(bed.lastAsk, answers);
    bed.cancel(1);
    assert.match(bed.toServer.at(-1) ?? '', /"requestId":"mcp-elicitation-1"/);
    bed.server({ id: 'mcp-elicitation-1', result: done });
    assert.deepEqual(bed.toAgent, []);
  });

  it('keeps progress rising when the repeated call begins again', () => {
    modernCall();
    const progress = (value: number) => ({
      method: 'notifications/progress',
      params: { progressToken: 5, progress: value },
    });
    bed.server(progress(1));
    bed.server(round(1));
    bed.answer(bed.lastAsk, answers);
    bed.server(progress(0.5));
    bed.server(progress(2));
    assert.deepEqual(
      bed.agentMessages.map(({ params }) => (params as { progress: number }).progress),
      [1, 1.001, 2],
    );
  });

  it('is passed on to an agent that declares it if no window is open, and its own answer to the server', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    modernCall({ elicitation: {} });
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.server(round(1, '"s"'));
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.deepEqual(bed.toAgent, [round(1, '"s"')]);
    bed.wait(1.1);
    const again = { inputResponses: { city: { action: 'decline' } }, requestState: 's' };
    bed.clear();
    modernCall({ elicitation: {} }, again);
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.equal(bed.toServer.length, 1);
  });

  it('of an agent that declines within a second ends the call instead, since no user declined', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    modernCall({ elicitation: {} });
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.server(round(1, '"s"'));
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.clear();
    modernCall({ elicitation: {} }, { inputResponses: { city: { action: 'decline' } }, requestState: 's' });
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.deepEqual(bed.toServer, []);
    assert.match(String(bed.toAgent), /"isError":true/);
  });

  it('that has no state is distinguished from others by its call', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    for (const n of [1, 2]) {
      bed.call(n, { n }, { _meta: { [capabilitiesKey]: { elicitation: {} } } });
      bed.event({ type: 'windowNotFound', isComing: false });
      bed.server(round(n));
      bed.event({ type: 'windowNotFound', isComing: false });
      if (n === 1) bed.wait(5);
    }
    bed.clear();
    for (const n of [1, 2]) {
      const inputResponses = { city: { action: 'decline' } };
      bed.call(n + 2, { n }, { _meta: { [capabilitiesKey]: { elicitation: {} } }, inputResponses });
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    // The first was declined after five seconds, the second at once.
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [3],
    );
    assert.deepEqual(
      bed.agentMessages.map(({ id }) => id),
      [4],
    );
  });

  it('of an agent that declines at once ends the call also if the decline was held back for a window that does not answer', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    for (const id of [1, 2]) {
      modernCall({ elicitation: {} }, {}, id);
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    for (const id of [1, 2]) {
      bed.server(round(id, `"s${id}"`));
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    bed.clear();
    for (const [id, state] of [
      [3, 's1'],
      [4, 's2'],
    ] as const) {
      modernCall({ elicitation: {} }, { inputResponses: { city: { action: 'decline' } }, requestState: state }, id);
    }
    assert.equal(bed.isHolding, true);
    bed.wait(2.5);
    assert.deepEqual(bed.toServer, []);
    assert.deepEqual(
      bed.agentMessages.map(({ id }) => id),
      [3, 4],
    );
  });

  it('of an agent that declines at once ends each of two calls whose rounds have no state', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    for (const id of [1, 2]) {
      modernCall({ elicitation: {} }, {}, id);
      bed.event({ type: 'windowNotFound', isComing: false });
      bed.server(round(id));
      bed.event({ type: 'windowNotFound', isComing: false });
      bed.wait(2);
    }
    modernCall({ elicitation: {} }, {}, 3);
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.server(round(3));
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.clear();
    for (const id of [4, 5]) {
      modernCall({ elicitation: {} }, { inputResponses: { city: { action: 'decline' } } }, id);
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    assert.deepEqual(bed.toServer, []);
    assert.equal(bed.toAgent.length, 2);
  });

  it('of an agent whose user declines later is passed on, also if a line was held back', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    modernCall({ elicitation: {} });
    bed.event({ type: 'windowNotFound', isComing: false });
    // The round is passed on while another call is held back.
    modernCall({ elicitation: {} }, {}, 2);
    bed.wait(0.5);
    bed.server(round(1, '"s"'));
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.wait(1.1);
    bed.clear();
    modernCall({ elicitation: {} }, { inputResponses: { city: { action: 'decline' } }, requestState: 's' }, 3);
    bed.wait(1);
    assert.equal(bed.toServer.length, 1);
  });

  it('ends the call if nobody can be asked', () => {
    bed.event({ type: 'windowClosed', link: 1, reason: 'disabled' });
    modernCall();
    bed.event({ type: 'windowNotFound', isComing: false });
    bed.server(round(1));
    bed.event({ type: 'windowNotFound', isComing: false });
    assert.match(bed.toAgent[0] ?? '', /Nobody could be asked: no editor window is open/);
    assert.equal(bed.logs.length, 1);
  });
});
