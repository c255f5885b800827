import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RoundDelivery } from '#core/delivery/roundDelivery.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import { createTestHost } from '#test/host/testHost.ts';
import { enableMockTimers } from '#test/mockTimers.ts';
import { formOfCall } from './formOfCall.ts';

const accept = { action: 'accept', content: { name: 'Ann' } } as const;

/** Returns an inbox in which requests with these ids have arrived and were accepted. */
function inboxWithAccepted(...ids: readonly string[]): Inbox {
  const { inbox } = createTestHost();
  for (const id of ids) {
    void inbox.ask(formOfCall(id), true);
    inbox.decide(id, accept);
  }
  return inbox;
}

/** Returns an inbox with one accepted request of a round of two. The other request waits for the user. */
function inboxWithAcceptedInRound(id: string): Inbox {
  const { inbox } = createTestHost();
  void inbox.ask({ ...formOfCall(id), group: { id: 'round', index: 0, size: 2 } }, true);
  inbox.decide(id, accept);
  return inbox;
}

describe('the delivery of an answer', () => {
  beforeEach(() => enableMockTimers('setTimeout'));
  afterEach(() => mock.timers.reset());

  it('is "sending", and slow after 20 s without a response', () => {
    const { deliveries } = inboxWithAccepted('a');
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(19_999);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(1);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true });
    deliveries.markArrived('a', 'delivered');
    assert.equal(deliveries.get('a'), undefined);
  });

  it('is slow after 20 s, until the result, if only the result confirms the arrival', () => {
    const { deliveries } = inboxWithAccepted('a');
    const round = new RoundDelivery(deliveries, ['a'], () => undefined);
    void round.send(() => new Promise(() => undefined));
    mock.timers.tick(20_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true, untilResult: true });
    round.markSent();
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sent' });
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sent' });
  });

  it('waits for the sign-in, which does not count towards the 20 s', () => {
    const { deliveries } = inboxWithAccepted('a');
    mock.timers.tick(10_000);
    deliveries.setSignIn('user:other', true);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    deliveries.setSignIn('user:mine', true);
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', signIn: true });
    deliveries.setSignIn('user:mine', false);
    mock.timers.tick(19_999);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(1);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true });
    deliveries.markFailed('a', 'refused', { code: 'signIn', status: 401 });
    deliveries.setSignIn('user:mine', true);
    assert.equal(deliveries.get('a')?.state.kind, 'refused');
  });

  it('is "held" until all requests of its round are answered, then "sending"', () => {
    const { deliveries } = inboxWithAcceptedInRound('a');
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'held' });
    deliveries.markSending('a', true);
    mock.timers.tick(20_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true, untilResult: true });
  });

  it('is "refused" as not sent if the call ends before all requests of its round are answered', async () => {
    const { deliveries } = inboxWithAcceptedInRound('a');
    deliveries.end('a', 'lost');
    assert.deepEqual(await deliveries.finalState('a'), { kind: 'refused', failure: { code: 'notSent' } });
  });

  it('becomes "unknown" if the server ends after the write and before the result', async () => {
    const { deliveries } = inboxWithAccepted('a');
    deliveries.expectEnd('a');
    deliveries.markArrived('a', 'sent');
    deliveries.end('a', 'lost');
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'unknown', failure: { code: 'serverEnded' } });
    assert.equal((await deliveries.finalState('a'))?.kind, 'unknown');
    assert.equal(deliveries.sendAgain('a'), false);
  });

  it('stays "sent" until the call ends, however long the tool runs', async () => {
    const { deliveries } = inboxWithAccepted('a', 'b', 'c');
    const finishedStates: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      deliveries.expectEnd(id);
      deliveries.markArrived(id, 'sent');
      void deliveries.finalState(id).then((state) => finishedStates.push(`${id} ${state?.kind}`));
    }
    mock.timers.tick(60_000);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(finishedStates, []);
    deliveries.end('a', 'answered');
    deliveries.end('b', 'lost');
    deliveries.end('c', 'stopped');
    await deliveries.finalState('b');
    await Promise.resolve();
    assert.deepEqual(finishedStates, ['a sent', 'b unknown', 'c unknown']);
  });

  it('stays "sent" until the retry that carries it ends, however long the tool runs', async () => {
    const { deliveries } = inboxWithAccepted('a');
    const finishedStates: string[] = [];
    const round = new RoundDelivery(deliveries, ['a'], ({ kind }) => finishedStates.push(kind));
    let reject: (error: Error) => void = () => undefined;
    const rejecting = new Promise<never>((_, fail) => {
      reject = fail;
    });
    const sent = round.send(() => rejecting);
    round.markSent();
    mock.timers.tick(60_000);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(finishedStates, []);
    reject(new Error('The connection broke.'));
    await assert.rejects(sent);
    assert.deepEqual(finishedStates, ['unknown']);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'unknown', failure: { code: 'noResult' } });
  });

  it('becomes "unknown" 5 s after the result of the call', () => {
    const { deliveries } = inboxWithAccepted('a', 'b');
    deliveries.end('a', 'answered');
    deliveries.end('b', 'answered');
    deliveries.markArrived('a', 'delivered');
    const states: string[] = [];
    deliveries.onDidChange(({ id, state }) => states.push(`${id} ${state.kind}`));
    mock.timers.tick(5000);
    assert.deepEqual(states, ['b unknown']);
    assert.equal(deliveries.all.length, 0);
  });

  it('is kept for the newest 20 refused answers of ended calls', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `a${index}`);
    const { deliveries } = inboxWithAccepted(...ids);
    for (const id of ids) {
      deliveries.markFailed(id, 'refused', { code: 'http', status: 403 }, 'lost');
    }
    assert.deepEqual(
      deliveries.all.map(({ id }) => id),
      ids.slice(5),
    );
  });

  it('becomes "unknown" for the oldest of more than 500 sent answers whose calls still run', () => {
    const ids = Array.from({ length: 501 }, (_, index) => `a${index}`);
    const inbox = inboxWithAccepted(...ids);
    const { deliveries } = inbox;
    for (const id of ids) {
      deliveries.expectEnd(id);
      deliveries.markArrived(id, 'sent');
    }
    const states: string[] = [];
    deliveries.onDidChange(({ id, state }) => states.push(`${id} ${state.kind}`));
    void inbox.ask(formOfCall('next'), true);
    inbox.decide('next', accept);
    assert.deepEqual(states, ['a0 unknown']);
  });
});
