import assert from 'node:assert/strict';
import { accept, formInput, pageRequest, RoundsRig, roundWith } from './roundsRig.ts';

describe('the requestState of rounds', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('with a value', () => {
    for (const state of ['', ' \t\r\n', '{"a":1}', 'ä€😀\u202e\u0000\u2028', '\ud800 alone', 'x'.repeat(100_000)]) {
      it(`is returned unchanged: ${JSON.stringify(state.slice(0, 20))}`, async () => {
        await rig.run([roundWith(undefined, state), 'done']);
        assert.deepEqual(rig.sent[1], { name: 'tool', requestState: state });
      });
    }

    it('is not sent if the round has none, even if an earlier round had one', async () => {
      const result = rig.run([roundWith(undefined, 'first'), roundWith({ a: formInput() }), 'done']);
      await rig.decide(accept);
      await result;
      assert.deepEqual(rig.sent[2], { name: 'tool', inputResponses: { a: accept } });
    });

    for (const [what, result] of [
      ['neither requests nor a state', roundWith()],
      ['requests as an array', roundWith([])],
      ['a state that is not a string', roundWith({}, 7)],
    ] as const) {
      it(`of an invalid result fails the call (${what})`, async () => {
        await assert.rejects(rig.run([result]), { name: 'CallFailed', message: /does not follow the protocol/ });
      });
    }
  });

  it('does not change the exchanges of the round, which have the findings and the exact reply', async () => {
    const requests = { a: formInput(), b: { ...pageRequest('b'), extra: 1 } };
    const result = rig.run([roundWith(requests), 'done']);
    const [a] = await rig.pendingRequests(2);
    await rig.decide(accept);
    await rig.decide({ action: 'cancel' });
    await result;
    const [first, second] = rig.exchanges.all;
    assert.equal(first?.id, a?.id);
    assert.deepEqual([first?.arrival, first?.key, first?.received], ['round', 'a', requests.a]);
    assert.deepEqual(first?.findings, ['Form mode: 1 field.', '"name": text; optional.']);
    assert.deepEqual(first?.reply?.sent, accept);
    assert.deepEqual(second?.received, requests.b);
    assert.deepEqual(second?.reply?.sent, { action: 'cancel' });
  });
});
