import assert from 'node:assert/strict';
import { accept, form, input, pageRequest, RoundsRig } from './roundsRig.ts';

describe('the requestState of rounds', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('with state', () => {
    for (const state of ['', ' \t\r\n', '{"a":1}', 'ä€😀\u202e\u0000\u2028', '\ud800 alone', 'x'.repeat(100_000)]) {
      it(`is returned unchanged: ${JSON.stringify(state.slice(0, 20))}`, async () => {
        await rig.run([input(undefined, state), 'done']);
        assert.deepEqual(rig.sent[1], { name: 'tool', requestState: state });
      });
    }

    it('is not sent if the round has none, nor that of an earlier round', async () => {
      const result = rig.run([input(undefined, 'first'), input({ a: form() }), 'done']);
      await rig.decide(accept);
      await result;
      assert.deepEqual(rig.sent[2], { name: 'tool', inputResponses: { a: accept } });
    });

    for (const [what, result] of [
      ['neither requests nor state', input()],
      ['requests that are a list', input([])],
      ['state that is no text', input({}, 7)],
    ] as const) {
      it(`end the call for ${what}`, async () => {
        await assert.rejects(rig.run([result]), { name: 'CallFailed', message: /does not follow the protocol/ });
      });
    }
  });

  it('is part of the recorded exchange, with findings and the exact reply', async () => {
    const requests = { a: form(), b: { ...pageRequest('b'), extra: 1 } };
    const result = rig.run([input(requests), 'done']);
    const [a] = await rig.pendingRequests(2);
    await rig.decide(accept);
    await rig.decide({ action: 'cancel' });
    await result;
    const [first, second] = rig.exchanges.all;
    assert.equal(first?.id, a?.id);
    assert.deepEqual([first?.way, first?.key, first?.received], ['round', 'a', requests.a]);
    assert.deepEqual(first?.findings, ['Form mode: 1 field.', '"name": text; optional.']);
    assert.deepEqual(first?.reply?.sent, accept);
    assert.deepEqual(second?.received, requests.b);
    assert.deepEqual(second?.reply?.sent, { action: 'cancel' });
  });
});
