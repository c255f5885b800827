import assert from 'node:assert/strict';
import { form, MachineBed } from '#test/unit/proxy/machine/machineBed.ts';

/** How many of the agent's ids that have their answer are remembered at least, and at most. */
const settledIds = [4096, 8192] as const;
const passedRounds = 64;
const pageIds = 1000;
const completedIds = 100;

const complete = (elicitationId: string) => ({
  method: 'notifications/elicitation/complete',
  params: { elicitationId },
});
const page = (elicitationId: string) => ({ mode: 'url', message: 'Sign in', url: 'https://a.example', elicitationId });

describe('what a window learns of a call', () => {
  it('has the first 2,000 characters of its name', () => {
    const bed = new MachineBed().start();
    bed.agent({ id: 1, method: 'resources/read', params: { uri: 'x'.repeat(2001) } });
    bed.ask('a');
    bed.server({ id: 1, result: { contents: [] } });
    const names = [bed.lastAsk?.calls[0]?.name, bed.windowMessages('callEnded')[0]?.name];
    assert.deepEqual(
      names.map((name) => name?.length),
      [2000, 2000],
    );
  });
});

describe('what the proxy remembers', () => {
  it(`are the last ${settledIds[0]} ids that have their answer, and never ${settledIds[1]}`, () => {
    const bed = new MachineBed().start();
    const [least, most] = settledIds;
    // The first one is 0, of `initialize`.
    for (let id = 1; id < most; id += 1) {
      bed.agent({ id, method: 'ping' });
      bed.server({ id, result: {} });
    }
    bed.clear();
    for (const id of [1, least - 1, least, most - 1]) bed.cancel(id);
    assert.deepEqual(
      bed.serverMessages.map(({ params }) => (params as { requestId: number }).requestId),
      [1, least - 1],
    );
  });

  it(`are the last ${passedRounds} rounds that were passed on to the agent`, () => {
    const bed = new MachineBed().start({ window: false });
    const meta = { _meta: { 'io.modelcontextprotocol/clientCapabilities': { elicitation: {} } } };
    const call = (id: number, params: object = {}) => {
      bed.call(id, {}, { ...meta, ...params });
      bed.event({ type: 'windowNotFound', isComing: false });
    };
    const inputRequests = { city: { method: 'elicitation/create', params: form } };
    for (let id = 0; id <= passedRounds; id += 1) {
      call(id);
      bed.server({ id, result: { resultType: 'input_required', inputRequests, requestState: `state ${id}` } });
      bed.event({ type: 'windowNotFound', isComing: false });
    }
    bed.clear();
    const inputResponses = { city: { action: 'decline' } };
    for (const id of [0, 1]) call(1000 + id, { inputResponses, requestState: `state ${id}` });
    assert.deepEqual(
      bed.serverMessages.map(({ id }) => id),
      [1000],
    );
  });

  it(`are the ids of the last ${pageIds} pages that a window was asked to open`, () => {
    const bed = new MachineBed().start();
    for (let id = 0; id <= pageIds; id += 1) {
      bed.ask(id, page(`page ${id}`));
      bed.answer(bed.lastAsk, { kind: 'result', result: { action: 'accept' } });
    }
    bed.clear();
    bed.server(complete('page 0'));
    bed.server(complete('page 1'));
    assert.deepEqual(
      bed.windowMessages('complete').map(({ elicitationId }) => elicitationId),
      ['page 1'],
    );
    assert.equal(bed.toAgent.length, 1);
  });

  it(`are ${completedIds} pages of a call that are done, for a window that is asked later`, () => {
    const bed = new MachineBed().start();
    bed.call(1);
    const elicitations = Array.from({ length: completedIds + 1 }, (_, id) => page(`page ${id}`));
    bed.server({ id: 1, error: { code: -32042, message: 'Sign in', data: { elicitations } } });
    for (const { elicitationId } of elicitations) bed.server(complete(elicitationId));
    bed.clear();
    bed.openWindow();
    assert.equal(bed.windowMessages('complete').length, completedIds);
  });
});
