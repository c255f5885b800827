import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

const yes = { action: 'accept' } as const;
const needs = (...elicitations: unknown[]) => new ProtocolError(-32042, 'Needed', { elicitations });

describe('a call with required URLs (-32042)', () => {
  let rig: TestConnection;
  let sent = 0;
  beforeEach(() => {
    rig = new TestConnection();
    sent = 0;
  });

  /** A call that is answered with `results` in turn; the last one goes on for ever. Errors are thrown. */
  function call(...results: readonly unknown[]): Promise<unknown> {
    const result = throughRequiredUrls(async () => {
      sent += 1;
      const answer = results[Math.min(sent, results.length) - 1];
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    }, rig.context);
    result.catch(() => undefined);
    return result;
  }

  const complete = (...ids: string[]) => {
    for (const id of ids) {
      rig.elicitations.pages.completions.complete(id);
    }
  };

  it('shows each page in turn, waits until all are complete, and is sent again', async () => {
    const result = call(needs(required('a'), required('b'), required('c')), 'done');
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      const request = only(await rig.pendingRequests());
      assert.deepEqual(
        [request.mode === 'url' && request.url, request.group?.index, request.group?.size],
        [`https://example.com/${name}`, index, 3],
      );
      assert.deepEqual(rig.suspendedCalls.all, []);
      rig.inbox.decide(request.id, yes);
    }
    const hold = await rig.onlySuspendedCall();
    assert.deepEqual(
      hold.openedPages.map(({ elicitationId, done }) => [elicitationId, done]),
      [
        ['a', false],
        ['b', false],
        ['c', false],
      ],
    );
    assert.equal(hold.resends, true);
    complete('b', 'c', 'c', 'unknown');
    assert.deepEqual(
      rig.suspendedCalls.all[0]?.openedPages.map(({ done }) => done),
      [false, true, true],
    );
    assert.equal(sent, 1);
    complete('a');
    assert.equal(await result, 'done');
    assert.equal(sent, 2);
    assert.deepEqual(rig.suspendedCalls.all, []);
  });

  it('is sent again when the user continues', async () => {
    const result = call(needs(required('a')), 'done');
    assert.equal((await rig.decide(yes)).group, undefined);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    assert.equal(await result, 'done');
  });

  for (const [action, name] of [
    ['decline', 'CallDeclined'],
    ['cancel', 'CallCancelled'],
  ] as const) {
    it(`ends with ${name} at the first ${action}, and shows no further page`, async () => {
      const result = call(needs(required('a'), required('b'), required('c')));
      await rig.decide(yes);
      await rig.decide({ action });
      await assert.rejects(result, { name });
      assert.deepEqual([rig.inbox.pending.length, rig.suspendedCalls.all.length, sent], [0, 0, 1]);
      assert.ok(rig.exchanges.all.every(({ reply }) => reply?.note && reply.sent === undefined));
    });
  }

  it('counts completion notifications before the consent or before the error', async () => {
    complete('b');
    const result = call(needs(required('a'), required('b')), 'done');
    await rig.pendingRequests();
    complete('a');
    await rig.decide(yes);
    await rig.decide(yes);
    assert.equal(await result, 'done');
  });

  it('does not show the same pages again, whatever their ids', async () => {
    const result = call(needs(required('a', '1')), needs(required('a', '2')), 'done');
    await rig.decide(yes);
    const hold = await rig.onlySuspendedCall();
    complete('1');
    const again = await rig.onlySuspendedCall(1);
    assert.equal(again.id, hold.id);
    assert.deepEqual(
      again.openedPages.map(({ elicitationId, done }) => [elicitationId, done]),
      [['2', false]],
    );
    assert.equal(rig.inbox.pending.length, 0);
    complete('1');
    assert.equal(sent, 2);
    complete('2');
    assert.equal(await result, 'done');
  });

  it('shows an opened page again if its message has changed', async () => {
    const result = call(needs(required('a')), needs({ ...required('a'), message: 'Allow all payments' }), 'done');
    await rig.decide(yes);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    const [asked] = await rig.pendingRequests(1);
    assert.equal(asked?.message, 'Allow all payments');
    await rig.decide({ action: 'decline' });
    await assert.rejects(result, { name: 'CallDeclined' });
  });

  it('does not show the remaining pages again', async () => {
    const result = call(needs(required('a'), required('b')), needs(required('b')), 'done');
    await rig.decide(yes);
    await rig.decide(yes);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    const hold = await rig.onlySuspendedCall(1);
    assert.deepEqual(
      hold.openedPages.map(({ url }) => url),
      ['https://example.com/b'],
    );
    rig.suspendedCalls.continue(hold.id);
    assert.equal(await result, 'done');
  });

  it('shows only new pages', async () => {
    const result = call(needs(required('a')), needs(required('a'), required('b')), needs(required('a')), 'done');
    await rig.decide(yes);
    const first = await rig.onlySuspendedCall();
    rig.suspendedCalls.continue(first.id);
    const asked = await rig.decide(yes);
    assert.equal(asked.mode === 'url' && asked.url, 'https://example.com/b');
    const second = await rig.onlySuspendedCall();
    assert.notEqual(second.id, first.id);
    assert.equal(second.openedPages.length, 2);
    rig.suspendedCalls.continue(second.id);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall(1)).id);
    assert.equal(await result, 'done');
  });

  it('shows a page once that is listed twice', async () => {
    const result = call(needs(required('a', '1'), required('a', '2')), 'done');
    await rig.decide(yes);
    assert.equal((await rig.onlySuspendedCall()).openedPages.length, 2);
    complete('1', '2');
    assert.equal(await result, 'done');
  });

  it('limits automatic retries for a server that reports everything complete', async () => {
    const result = call(needs(required('a')));
    await rig.decide(yes);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await rig.onlySuspendedCall(attempt);
      complete('a');
    }
    const hold = await rig.onlySuspendedCall(3);
    complete('a');
    assert.equal(rig.suspendedCalls.all[0]?.openedPages[0]?.done, true);
    await nextTurn();
    assert.equal(sent, 4);
    rig.suspendedCalls.continue(hold.id);
    await rig.onlySuspendedCall(4);
    complete('a');
    await rig.onlySuspendedCall(5);
    assert.equal(sent, 6);
    rig.suspendedCalls.stop(hold.id);
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
  });

  it('ends when the user stops while it is being sent again', async () => {
    const result = call(needs(required('a')), new Promise(() => undefined));
    await rig.decide(yes);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    await settled(() => rig.suspendedCalls.all[0]?.retrying === true);
    rig.suspendedCalls.stop(only(rig.suspendedCalls.all).id);
    await assert.rejects(result, { name: 'CallCancelled' });
    assert.deepEqual([rig.cancelledCalls, rig.suspendedCalls.all], [['call'], []]);
  });

  it('shows no page if it was cancelled during the send', async () => {
    const result = throughRequiredUrls(async () => {
      rig.callEnd.abort(new Error('cancelled'));
      throw needs(required('a'));
    }, rig.context);
    await assert.rejects(result, { message: 'cancelled' });
    assert.equal(rig.inbox.pending.length, 0);
  });

  it('may be another request, attributed to the server alone; stopping ends the wait', async () => {
    const send = async () => {
      throw needs(required('a'));
    };
    const result = throughRequiredUrls(send, { elicitations: rig.elicitations, signal: rig.callEnd.signal });
    result.catch(() => undefined);
    const asked = await rig.decide(yes);
    assert.deepEqual([asked.call, asked.isStartedByUser], [undefined, false]);
    const hold = await rig.onlySuspendedCall();
    assert.deepEqual([hold.call, hold.resends], [undefined, true]);
    rig.suspendedCalls.stop(hold.id);
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was stopped.' });
    assert.deepEqual(rig.cancelledCalls, []);
  });

  it('limits automatic retries for early completion notifications', async () => {
    let id = 0;
    const result = throughRequiredUrls(async () => {
      sent += 1;
      id += 1;
      complete(String(id));
      throw needs(required('a', String(id)));
    }, rig.context);
    result.catch(() => undefined);
    await rig.decide(yes);
    await rig.onlySuspendedCall(3);
    assert.equal(sent, 4);
    rig.callEnd.abort(new Error('over'));
    await assert.rejects(result, { message: 'over' });
    assert.deepEqual(rig.suspendedCalls.all, []);
  });

  it('withdraws everything when it is cancelled', async () => {
    const result = call(needs(required('a'), required('b')));
    await rig.pendingRequests();
    rig.elicitations.withdraw({ by: 'host', reason: 'The call was cancelled.' }, 'call');
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
    assert.equal(rig.inbox.pending.length, 0);
  });

  it('passes other errors and results on', async () => {
    assert.equal(await call('done'), 'done');
    sent = 0;
    await assert.rejects(call(new ProtocolError(-32000, 'no')), { message: 'no' });
  });

  it('retries automatically only once per completion notification', async () => {
    const result = call(needs(required('a')), needs(required('a')));
    await rig.decide(yes);
    await rig.onlySuspendedCall();
    complete('a', 'a', 'a');
    await rig.onlySuspendedCall(1);
    await settled(() => sent === 2);
    assert.equal(rig.suspendedCalls.all[0]?.openedPages[0]?.done, false);
    rig.suspendedCalls.stop((await rig.onlySuspendedCall(1)).id);
    await assert.rejects(result, { name: 'CallCancelled' });
  });
});
