import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RoundDelivery } from '#core/delivery/roundDelivery.ts';
import type { Inbox } from '#core/inbox/inbox.ts';
import type { CallReference, FormRequest } from '#core/model/elicitationRequest.ts';
import { createTestHost } from '#test/host/testHost.ts';

const call: CallReference = { id: 'c1', request: { kind: 'tool', name: 'book', arguments: {} } };
const accept = { action: 'accept', content: { name: 'Ann' } } as const;

function asked(id: string): FormRequest {
  const server = { id: 'user:mine', name: 'mine' };
  return {
    id,
    server,
    call,
    askedFor: true,
    mode: 'form',
    message: '?',
    form: { fields: [] },
    schema: {},
    sensitive: [],
  };
}

/** An inbox in which these were asked and accepted. */
function accepted(...ids: readonly string[]): Inbox {
  const { inbox } = createTestHost();
  for (const id of ids) {
    void inbox.ask(asked(id), true);
    inbox.decide(id, accept);
  }
  return inbox;
}

/** The same, of a round of two, whose other request still waits. */
function acceptedInRound(id: string): Inbox {
  const { inbox } = createTestHost();
  void inbox.ask({ ...asked(id), group: { id: 'round', index: 0, size: 2 } }, true);
  inbox.decide(id, accept);
  return inbox;
}

describe('what became of an answer', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('is that it is being sent, and after 20 s without a reply that this takes long', () => {
    const { deliveries } = accepted('a');
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(19_999);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(1);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true });
    deliveries.arrived('a', 'delivered');
    assert.equal(deliveries.get('a'), undefined);
  });

  it('is that nothing has come back for 20 s, where only the result may say that it arrived', () => {
    const { deliveries } = accepted('a');
    const round = new RoundDelivery(deliveries, ['a'], () => undefined);
    void round.send(() => new Promise(() => undefined));
    mock.timers.tick(20_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true, untilResult: true });
    round.markTaken();
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sent' });
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sent' });
  });

  it('is that it waits for the user to sign in, for which 20 s do not count', () => {
    const { deliveries } = accepted('a');
    mock.timers.tick(10_000);
    deliveries.signingIn('user:other', true);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    deliveries.signingIn('user:mine', true);
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', signIn: true });
    deliveries.signingIn('user:mine', false);
    mock.timers.tick(19_999);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending' });
    mock.timers.tick(1);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true });
    deliveries.failed('a', 'refused', { code: 'signIn', status: 401 });
    deliveries.signingIn('user:mine', true);
    assert.equal(deliveries.get('a')?.state.kind, 'refused');
  });

  it('is that it waits for the other answers of its round, however long the user takes, and then that it is being sent', () => {
    const { deliveries } = acceptedInRound('a');
    mock.timers.tick(60_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'held' });
    deliveries.sending('a', true);
    mock.timers.tick(20_000);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'sending', slow: true, untilResult: true });
  });

  it('is that nothing left when the call ends before the other answers of its round are given', async () => {
    const { deliveries } = acceptedInRound('a');
    deliveries.end('a', 'lost');
    assert.deepEqual(await deliveries.finished('a'), { kind: 'refused', failure: { code: 'notSent' } });
  });

  it('is unknown when its server ends before the result of the call, though it was written', async () => {
    const { deliveries } = accepted('a');
    deliveries.expectEnd('a');
    deliveries.arrived('a', 'sent');
    deliveries.end('a', 'lost');
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'unknown', failure: { code: 'serverEnded' } });
    assert.equal((await deliveries.finished('a'))?.kind, 'unknown');
    assert.equal(deliveries.sendAgain('a'), false);
  });

  it('is told of when the call has ended, however long it works on an answer that was written', async () => {
    const { deliveries } = accepted('a', 'b', 'c');
    const told: string[] = [];
    for (const id of ['a', 'b', 'c']) {
      deliveries.expectEnd(id);
      deliveries.arrived(id, 'sent');
      void deliveries.finished(id).then((state) => told.push(`${id} ${state?.kind}`));
    }
    mock.timers.tick(60_000);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(told, []);
    deliveries.end('a', 'answered');
    deliveries.end('b', 'lost');
    deliveries.end('c', 'stopped');
    await deliveries.finished('b');
    await Promise.resolve();
    assert.deepEqual(told, ['a sent', 'b unknown', 'c unknown']);
  });

  it('is told of when the request that carries it ends, however long its tool works', async () => {
    const { deliveries } = accepted('a');
    const told: string[] = [];
    const round = new RoundDelivery(deliveries, ['a'], ({ kind }) => told.push(kind));
    let reject: (error: Error) => void = () => undefined;
    const broken = new Promise<never>((_, fail) => {
      reject = fail;
    });
    const sent = round.send(() => broken);
    round.markTaken();
    mock.timers.tick(60_000);
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(told, []);
    reject(new Error('The connection broke.'));
    await assert.rejects(sent);
    assert.deepEqual(told, ['unknown']);
    assert.deepEqual(deliveries.get('a')?.state, { kind: 'unknown', failure: { code: 'noResult' } });
  });

  it('waits for the server that answers the call first, and is unknown when it does not take the answer', () => {
    const { deliveries } = accepted('a', 'b');
    deliveries.end('a', 'answered');
    deliveries.end('b', 'answered');
    deliveries.arrived('a', 'delivered');
    const states: string[] = [];
    deliveries.onDidChange(({ id, state }) => states.push(`${id} ${state.kind}`));
    mock.timers.tick(5000);
    assert.deepEqual(states, ['b unknown']);
    assert.equal(deliveries.all.length, 0);
  });

  it('is kept of the newest 20 whose calls are over', () => {
    const ids = Array.from({ length: 25 }, (_, index) => `a${index}`);
    const { deliveries } = accepted(...ids);
    for (const id of ids) {
      deliveries.failed(id, 'refused', { code: 'http', status: 403 }, 'lost');
    }
    assert.deepEqual(
      deliveries.all.map(({ id }) => id),
      ids.slice(5),
    );
  });
});
