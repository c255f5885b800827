import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Delivery, DeliveryState } from '#core/delivery/deliveryState.ts';
import type { Attribution, Decision } from '#core/model/elicitationRequest.ts';
import { SentAnswers } from '#editor/panel/notices/sentAnswers.ts';
import { formRequest } from '#test/host/requestSamples.ts';
import { enableMockTimers } from '#test/mockTimers.ts';

const ofCodex: Attribution = {
  id: 'agent:codex:orders',
  name: 'Codex · orders',
  asker: { kind: 'agent', name: 'Codex', server: 'orders', isConnected: true },
};
const sent: DeliveryState = { kind: 'sent' };
const lost: DeliveryState = { kind: 'unknown', failure: { code: 'serverEnded' } };

describe('an answer that was sent to an agent', () => {
  let changes = 0;
  let answers: SentAnswers;
  beforeEach(() => {
    enableMockTimers('setTimeout');
    changes = 0;
    answers = new SentAnswers(() => {
      changes += 1;
    });
  });
  afterEach(() => mock.timers.reset());

  const update = (state: DeliveryState, more: Partial<Delivery> = {}, server = ofCodex) =>
    answers.update({
      id: 'a',
      request: formRequest('a', 'Where?', { server }),
      decision: { action: 'accept', content: {} },
      state,
      ended: false,
      ...more,
    });

  const shownId = () => answers.shown?.id;

  it('is said when it has arrived, for a short time', () => {
    update({ kind: 'sending' });
    assert.equal(shownId(), undefined);
    update(sent);
    assert.deepEqual(answers.shown, { id: 'sent-1', server: 'Codex · orders', action: 'accept' });
    mock.timers.tick(5999);
    assert.deepEqual([shownId(), changes], ['sent-1', 0]);
    mock.timers.tick(1);
    assert.deepEqual([shownId(), changes], [undefined, 1]);
  });

  for (const state of [lost, { kind: 'refused', failure: { code: 'takenBack' } }] as const) {
    it(`is never said if it was ${state.kind}`, () => {
      update({ kind: 'sending' });
      update(state, { ended: true });
      assert.equal(answers.shown, undefined);
    });
  }

  it('is no longer said when its call is lost, so that nobody has it', () => {
    update(sent);
    update(lost, { ended: true });
    assert.equal(answers.shown, undefined);
    mock.timers.tick(10_000);
    assert.equal(changes, 0);
  });

  it('is not said again when its call ends', () => {
    update(sent);
    mock.timers.tick(6000);
    update(sent, { ended: true });
    assert.equal(answers.shown, undefined);
  });

  it('gives way to the next one, which is said for its whole time', () => {
    const decline: Decision = { action: 'decline' };
    update(sent);
    mock.timers.tick(4000);
    update(sent, { id: 'b', decision: decline });
    mock.timers.tick(4000);
    assert.deepEqual(answers.shown, { id: 'sent-2', server: 'Codex · orders', action: 'decline' });
  });

  it('is not said of a server of this host, nor of another extension', () => {
    for (const asker of [undefined, { kind: 'extension', name: '', server: 'x', isConnected: false } as const]) {
      update(sent, {}, { ...ofCodex, asker });
      assert.equal(answers.shown, undefined);
    }
  });
});
