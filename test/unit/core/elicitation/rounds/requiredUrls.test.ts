import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { UrlRequiringConnection, urlsRequired } from './urlRequiringConnection.ts';

const accept = { action: 'accept' } as const;

describe('a call with required URLs (-32042)', () => {
  let rig: UrlRequiringConnection;
  beforeEach(() => {
    rig = new UrlRequiringConnection();
  });

  it('shows each page in turn, waits until all are complete, and is sent again', async () => {
    const result = rig.runCall(urlsRequired(required('a'), required('b'), required('c')), 'done');
    for (const [index, name] of ['a', 'b', 'c'].entries()) {
      const request = only(await rig.pendingRequests());
      assert.deepEqual(
        [request.mode === 'url' && request.url, request.group?.index, request.group?.size],
        [`https://example.com/${name}`, index, 3],
      );
      assert.deepEqual(rig.suspendedCalls.all, []);
      rig.inbox.decide(request.id, accept);
    }
    const suspendedCall = await rig.onlySuspendedCall();
    assert.deepEqual(
      suspendedCall.openedPages.map(({ elicitationId, done }) => [elicitationId, done]),
      [
        ['a', false],
        ['b', false],
        ['c', false],
      ],
    );
    assert.equal(suspendedCall.resends, true);
    rig.complete('b', 'c', 'c', 'unknown');
    assert.deepEqual(
      rig.suspendedCalls.all[0]?.openedPages.map(({ done }) => done),
      [false, true, true],
    );
    assert.equal(rig.sendCount, 1);
    rig.complete('a');
    assert.equal(await result, 'done');
    assert.equal(rig.sendCount, 2);
    assert.deepEqual(rig.suspendedCalls.all, []);
  });

  it('is sent again when the user continues', async () => {
    const result = rig.runCall(urlsRequired(required('a')), 'done');
    assert.equal((await rig.decide(accept)).group, undefined);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    assert.equal(await result, 'done');
  });

  for (const [action, name] of [
    ['decline', 'CallDeclined'],
    ['cancel', 'CallCancelled'],
  ] as const) {
    it(`ends with ${name} at the first ${action}, and shows no further page`, async () => {
      const result = rig.runCall(urlsRequired(required('a'), required('b'), required('c')));
      await rig.decide(accept);
      await rig.decide({ action });
      await assert.rejects(result, { name });
      assert.deepEqual([rig.inbox.pending.length, rig.suspendedCalls.all.length, rig.sendCount], [0, 0, 1]);
      assert.ok(rig.exchanges.all.every(({ reply }) => reply?.note && reply.sent === undefined));
    });
  }

  it('counts completion notifications from before the consent or before the error', async () => {
    rig.complete('b');
    const result = rig.runCall(urlsRequired(required('a'), required('b')), 'done');
    await rig.pendingRequests();
    rig.complete('a');
    await rig.decide(accept);
    await rig.decide(accept);
    assert.equal(await result, 'done');
  });

  it('does not show the same page again, even if its id has changed', async () => {
    const result = rig.runCall(urlsRequired(required('a', '1')), urlsRequired(required('a', '2')), 'done');
    await rig.decide(accept);
    const suspendedCall = await rig.onlySuspendedCall();
    rig.complete('1');
    const afterRetry = await rig.onlySuspendedCall(1);
    assert.equal(afterRetry.id, suspendedCall.id);
    assert.deepEqual(
      afterRetry.openedPages.map(({ elicitationId, done }) => [elicitationId, done]),
      [['2', false]],
    );
    assert.equal(rig.inbox.pending.length, 0);
    rig.complete('1');
    assert.equal(rig.sendCount, 2);
    rig.complete('2');
    assert.equal(await result, 'done');
  });

  it('shows an opened page again if its message has changed', async () => {
    const result = rig.runCall(
      urlsRequired(required('a')),
      urlsRequired({ ...required('a'), message: 'Allow all payments' }),
      'done',
    );
    await rig.decide(accept);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    const [request] = await rig.pendingRequests(1);
    assert.equal(request?.message, 'Allow all payments');
    await rig.decide({ action: 'decline' });
    await assert.rejects(result, { name: 'CallDeclined' });
  });

  it('does not show an opened page again if only a part of the pages is required again', async () => {
    const result = rig.runCall(urlsRequired(required('a'), required('b')), urlsRequired(required('b')), 'done');
    await rig.decide(accept);
    await rig.decide(accept);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    const suspendedCall = await rig.onlySuspendedCall(1);
    assert.deepEqual(
      suspendedCall.openedPages.map(({ url }) => url),
      ['https://example.com/b'],
    );
    rig.suspendedCalls.continue(suspendedCall.id);
    assert.equal(await result, 'done');
  });

  it('shows only new pages', async () => {
    const result = rig.runCall(
      urlsRequired(required('a')),
      urlsRequired(required('a'), required('b')),
      urlsRequired(required('a')),
      'done',
    );
    await rig.decide(accept);
    const first = await rig.onlySuspendedCall();
    rig.suspendedCalls.continue(first.id);
    const request = await rig.decide(accept);
    assert.equal(request.mode === 'url' && request.url, 'https://example.com/b');
    const second = await rig.onlySuspendedCall();
    assert.notEqual(second.id, first.id);
    assert.equal(second.openedPages.length, 2);
    rig.suspendedCalls.continue(second.id);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall(1)).id);
    assert.equal(await result, 'done');
  });

  it('shows a page that is listed twice once', async () => {
    const result = rig.runCall(urlsRequired(required('a', '1'), required('a', '2')), 'done');
    await rig.decide(accept);
    assert.equal((await rig.onlySuspendedCall()).openedPages.length, 2);
    rig.complete('1', '2');
    assert.equal(await result, 'done');
  });

  it('is retried automatically at most three times if the server reports every page as complete', async () => {
    const result = rig.runCall(urlsRequired(required('a')));
    await rig.decide(accept);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await rig.onlySuspendedCall(attempt);
      rig.complete('a');
    }
    const suspendedCall = await rig.onlySuspendedCall(3);
    rig.complete('a');
    assert.equal(rig.suspendedCalls.all[0]?.openedPages[0]?.done, true);
    await nextTurn();
    assert.equal(rig.sendCount, 4);
    rig.suspendedCalls.continue(suspendedCall.id);
    await rig.onlySuspendedCall(4);
    rig.complete('a');
    await rig.onlySuspendedCall(5);
    assert.equal(rig.sendCount, 6);
    rig.suspendedCalls.stop(suspendedCall.id);
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
  });

  it('ends when the user stops it while it is being sent again', async () => {
    const result = rig.runCall(urlsRequired(required('a')), new Promise(() => undefined));
    await rig.decide(accept);
    rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    await settled(() => rig.suspendedCalls.all[0]?.retrying === true);
    rig.suspendedCalls.stop(only(rig.suspendedCalls.all).id);
    await assert.rejects(result, { name: 'CallCancelled' });
    assert.deepEqual([rig.cancelledCalls, rig.suspendedCalls.all], [['call'], []]);
  });

  it('shows no page if it was cancelled during the send', async () => {
    const result = throughRequiredUrls(async () => {
      rig.callEnd.abort(new Error('cancelled'));
      throw urlsRequired(required('a'));
    }, rig.context);
    await assert.rejects(result, { message: 'cancelled' });
    assert.equal(rig.inbox.pending.length, 0);
  });

  it('may be a request without a call, which the user can stop', async () => {
    const send = async () => {
      throw urlsRequired(required('a'));
    };
    const result = throughRequiredUrls(send, { elicitations: rig.elicitations, signal: rig.callEnd.signal });
    result.catch(() => undefined);
    const request = await rig.decide(accept);
    assert.deepEqual([request.call, request.isStartedByUser], [undefined, false]);
    const suspendedCall = await rig.onlySuspendedCall();
    assert.deepEqual([suspendedCall.call, suspendedCall.resends], [undefined, true]);
    rig.suspendedCalls.stop(suspendedCall.id);
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was stopped.' });
    assert.deepEqual(rig.cancelledCalls, []);
  });

  it('is retried automatically at most three times if completion is reported before the error', async () => {
    let id = 0;
    const result = throughRequiredUrls(async () => {
      rig.sendCount += 1;
      id += 1;
      rig.complete(String(id));
      throw urlsRequired(required('a', String(id)));
    }, rig.context);
    result.catch(() => undefined);
    await rig.decide(accept);
    await rig.onlySuspendedCall(3);
    assert.equal(rig.sendCount, 4);
    rig.callEnd.abort(new Error('over'));
    await assert.rejects(result, { message: 'over' });
    assert.deepEqual(rig.suspendedCalls.all, []);
  });

  it('ends without further pages when it is cancelled', async () => {
    const result = rig.runCall(urlsRequired(required('a'), required('b')));
    await rig.pendingRequests();
    rig.elicitations.withdraw({ by: 'host', reason: 'The call was cancelled.' }, 'call');
    await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
    assert.equal(rig.inbox.pending.length, 0);
  });

  it('returns results and throws other errors unchanged', async () => {
    assert.equal(await rig.runCall('done'), 'done');
    rig.sendCount = 0;
    await assert.rejects(rig.runCall(new ProtocolError(-32000, 'no')), { message: 'no' });
  });

  it('is retried automatically once per completion, even if it is reported repeatedly', async () => {
    const result = rig.runCall(urlsRequired(required('a')), urlsRequired(required('a')));
    await rig.decide(accept);
    await rig.onlySuspendedCall();
    rig.complete('a', 'a', 'a');
    await rig.onlySuspendedCall(1);
    await settled(() => rig.sendCount === 2);
    assert.equal(rig.suspendedCalls.all[0]?.openedPages[0]?.done, false);
    rig.suspendedCalls.stop((await rig.onlySuspendedCall(1)).id);
    await assert.rejects(result, { name: 'CallCancelled' });
  });
});
