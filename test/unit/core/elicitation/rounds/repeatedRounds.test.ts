import assert from 'node:assert/strict';
import { type RespondToRound, throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { readingOf } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { accept, formInput, manualRetries, neverMs, pageRequest, quick, RoundsRig, roundWith } from './roundsRig.ts';

describe('the rounds of a call', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('without requests for the user', () => {
    it('are answered after growing pauses', async () => {
      const began = Date.now();
      await rig.run([roundWith({}, 's'), roundWith({}, 's'), roundWith({}, 's'), 'done'], {
        ...quick,
        first: 20,
        longest: 40,
      });
      assert.equal(rig.sent.length, 4);
      assert.ok(Date.now() - began >= 95, `${Date.now() - began} ms`);
    });

    it('suspend the call after ten in a row until the user stops it, or continues it for ten more', async () => {
      const result = rig.run([roundWith(undefined, 's')]);
      const suspendedCall = await rig.onlySuspendedCall(10);
      assert.equal(rig.sent.length, 11);
      assert.deepEqual([suspendedCall.openedPages, suspendedCall.resends, suspendedCall.call?.id], [[], true, 'call']);
      rig.suspendedCalls.continue(suspendedCall.id);
      const continued = await rig.onlySuspendedCall(20);
      assert.deepEqual([continued.id, rig.sent.length], [suspendedCall.id, 21]);
      rig.suspendedCalls.stop(suspendedCall.id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual(rig.suspendedCalls.all, []);
      assert.equal(rig.sent.length, 21);
    });

    it('are counted from zero after the user has answered a request', async () => {
      const emptyRounds = Array.from({ length: 8 }, () => roundWith(undefined, 's'));
      const result = rig.run([...emptyRounds, roundWith({ a: formInput() }), ...emptyRounds, 'done']);
      await rig.decide(accept);
      assert.equal(await result, 'done');
    });

    it('are not answered after the call was cancelled', async () => {
      const result = rig.run([roundWith(undefined, 's')], { ...quick, first: neverMs, longest: neverMs });
      await settled(() => rig.sent.length === 1);
      rig.callEnd.abort(new Error('over'));
      await assert.rejects(result);
      assert.equal(rig.sent.length, 1);
    });
  });

  describe('that require an opened page again', () => {
    it('suspend the call without a request until the user continues', async () => {
      const result = rig.run(
        [
          roundWith({ a: pageRequest('a') }, '1'),
          roundWith({ b: pageRequest('a') }, '2'),
          roundWith({ b: pageRequest('a') }, '3'),
          'done',
        ],
        manualRetries,
      );
      await rig.decide({ action: 'accept' });
      const suspendedCall = await rig.onlySuspendedCall();
      assert.deepEqual(suspendedCall.openedPages, [
        {
          url: 'https://example.com/a',
          parsedUrl: readingOf('https://example.com/a'),
          message: 'Open a',
          elicitationId: undefined,
          done: false,
        },
      ]);
      assert.equal(suspendedCall.resends, true);
      rig.suspendedCalls.continue(suspendedCall.id);
      assert.equal((await rig.onlySuspendedCall(1)).id, suspendedCall.id);
      assert.deepEqual(rig.sent[2], { name: 'tool', inputResponses: { b: { action: 'accept' } }, requestState: '2' });
      rig.suspendedCalls.continue(suspendedCall.id);
      assert.equal(await result, 'done');
      assert.deepEqual(rig.suspendedCalls.all, []);
      assert.equal(rig.inbox.pending.length, 0);
    });

    it('are retried automatically after growing pauses, without a limit', async () => {
      const results = [
        roundWith({ a: pageRequest('a') }),
        ...Array.from({ length: 15 }, () => roundWith({ a: pageRequest('a') })),
        'done',
      ];
      const result = rig.run(results);
      await rig.decide({ action: 'accept' });
      assert.equal(await result, 'done');
    });

    it('show new requests, and accept the page automatically', async () => {
      const result = rig.run(
        [
          roundWith({ a: pageRequest('a') }),
          roundWith({ a: pageRequest('a'), b: formInput(), c: pageRequest('c') }),
          'done',
        ],
        manualRetries,
      );
      await rig.decide({ action: 'accept' });
      const [b, c] = await rig.pendingRequests(2);
      assert.deepEqual([b?.mode, c?.mode, b?.group?.size], ['form', 'url', 2]);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      await result;
      assert.deepEqual(rig.lastAnswers, { a: { action: 'accept' }, b: accept, c: { action: 'decline' } });
    });

    it('show the page again if its message has changed', async () => {
      const other = {
        method: 'elicitation/create',
        params: { ...pageRequest('a').params, message: 'Allow all payments' },
      };
      const result = rig.run([roundWith({ a: pageRequest('a') }), roundWith({ a: other }), 'done'], manualRetries);
      await rig.decide({ action: 'accept' });
      const [request] = await rig.pendingRequests(1);
      assert.equal(request?.mode === 'url' && request.message, 'Allow all payments');
      assert.equal(rig.sent.length, 2);
      await rig.decide({ action: 'decline' });
      await result;
      assert.deepEqual(rig.lastAnswers, { a: { action: 'decline' } });
    });

    it('show a page once for each message', async () => {
      const other = {
        method: 'elicitation/create',
        params: { ...pageRequest('a').params, message: 'Allow all payments' },
      };
      const result = rig.run(
        [roundWith({ a: pageRequest('a'), b: other, c: pageRequest('a') }), 'done'],
        manualRetries,
      );
      await rig.pendingRequests(2);
      await rig.decide({ action: 'accept' });
      await rig.decide({ action: 'decline' });
      await result;
      const accepted = { action: 'accept' };
      assert.deepEqual(rig.lastAnswers, { a: accepted, b: { action: 'decline' }, c: accepted });
    });

    it('show a declined page again', async () => {
      const result = rig.run(
        [roundWith({ a: pageRequest('a') }), roundWith({ a: pageRequest('a') }), 'done'],
        manualRetries,
      );
      await rig.decide({ action: 'decline' });
      await rig.decide({ action: 'decline' });
      assert.equal(await result, 'done');
    });

    it('end when the user stops the call, or the call is cancelled', async () => {
      const stopped = rig.run([roundWith({ a: pageRequest('a') })], manualRetries);
      await rig.decide({ action: 'accept' });
      rig.suspendedCalls.stop((await rig.onlySuspendedCall()).id);
      await assert.rejects(stopped, { name: 'CallCancelled' });
      assert.deepEqual(rig.cancelledCalls, ['call']);
      assert.match(rig.lastExchange.reply?.note ?? '', /Nothing was sent/);

      rig = new RoundsRig();
      const cancelled = rig.run([roundWith({ a: pageRequest('a') })], manualRetries);
      await rig.decide({ action: 'accept' });
      await rig.onlySuspendedCall();
      rig.callEnd.abort(new Error('cancelled'));
      await assert.rejects(cancelled, { message: 'cancelled' });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('end when the user stops the call while it is being sent again', async () => {
      let sendCount = 0;
      const result = throughRounds(
        async () => {
          sendCount += 1;
          return sendCount < 3 ? roundWith({ a: pageRequest('a') }) : new Promise(() => undefined);
        },
        {},
        rig.context,
        quick,
      );
      result.catch(() => undefined);
      await rig.decide({ action: 'accept' });
      await settled(() => rig.suspendedCalls.all[0]?.retrying === true);
      rig.suspendedCalls.stop(only(rig.suspendedCalls.all).id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual([rig.cancelledCalls, rig.suspendedCalls.all], [['call'], []]);
    });

    it('show the page again in another call', async () => {
      const first = rig.run([roundWith({ a: pageRequest('a') }), 'done']);
      await rig.decide({ action: 'accept' });
      await first;
      rig.sent = [];
      const other = { ...rig.call, id: 'other' };
      const second = rig.run([roundWith({ a: pageRequest('a') }), 'done'], manualRetries, {
        ...rig.context,
        call: other,
      });
      assert.equal((await rig.decide({ action: 'decline' })).mode, 'url');
      await second;
    });
  });

  describe('within a task', () => {
    /** Runs `task` with the function that answers its rounds. */
    function run(task: (answer: RespondToRound) => Promise<unknown>, pauses = quick): Promise<unknown> {
      const result = throughRounds((_, answer) => task(answer), {}, rig.context, pauses);
      result.catch(() => undefined);
      return result;
    }

    it('are answered by key, also if several are open', async () => {
      const { signal } = rig.callEnd;
      const result = run((answer) =>
        Promise.all([answer({ a: formInput('A') }, signal), answer({ b: formInput('B') }, signal)]),
      );
      await rig.pendingRequests(2);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      assert.deepEqual(await result, [{ a: accept }, { b: { action: 'decline' } }]);
    });

    it('suspend the call for a repeated page, one after the other, until the user continues or stops it', async () => {
      const { signal } = rig.callEnd;
      const answered: string[] = [];
      const result = run(async (answer) => {
        await answer({ a: pageRequest('a') }, signal);
        const repeat = (key: string) => answer({ [key]: pageRequest('a') }, signal).then(() => answered.push(key));
        return Promise.all([repeat('b'), repeat('c'), repeat('d')]);
      }, manualRetries);
      await rig.decide({ action: 'accept' });
      const suspendedCall = await rig.onlySuspendedCall();
      assert.deepEqual([answered, suspendedCall.openedPages.length], [[], 1]);
      rig.suspendedCalls.continue(suspendedCall.id);
      assert.equal((await rig.onlySuspendedCall(1)).id, suspendedCall.id);
      assert.deepEqual([answered, rig.inbox.pending.length], [['b'], 0]);
      rig.suspendedCalls.stop(suspendedCall.id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual([answered, rig.suspendedCalls.all], [['b'], []]);
    });

    it('suspend the call after ten rounds without requests for the user', async () => {
      const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
      let answered = 0;
      const result = throughRounds(
        async (_, answer) => {
          for (; answered < 15; answered += 1) {
            await answer({ [answered]: { method: 'roots/list' } }, rig.callEnd.signal);
          }
        },
        {},
        { ...rig.context, roots },
        quick,
      );
      rig.suspendedCalls.continue((await rig.onlySuspendedCall(10)).id);
      await result;
      assert.equal(answered, 15);
    });

    it('keep the card of a page while another request is shown', async () => {
      const { signal } = rig.callEnd;
      const result = run(async (answer) => {
        await answer({ a: pageRequest('a') }, signal);
        return Promise.all([answer({ b: pageRequest('a') }, signal), answer({ c: formInput() }, signal)]);
      }, manualRetries);
      await rig.decide({ action: 'accept' });
      await rig.pendingRequests();
      const suspendedCall = await rig.onlySuspendedCall();
      await rig.decide(accept);
      rig.suspendedCalls.continue(suspendedCall.id);
      assert.deepEqual(await result, [{ b: { action: 'accept' } }, { c: accept }]);
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('fail the call if their requests together exceed the limit', async () => {
      const { signal } = rig.callEnd;
      const many = (name: string) =>
        Object.fromEntries(Array.from({ length: 30 }, (_, key) => [name + key, formInput()]));
      const result = run(async (answer) => {
        const first = answer(many('a'), signal);
        await rig.pendingRequests(30);
        return Promise.all([first, answer(many('b'), signal)]);
      });
      await assert.rejects(result, { name: 'CallFailed', message: /60 things at once/ });
      assert.equal(rig.inbox.pending.length, 30);
    });
  });
});
