import assert from 'node:assert/strict';
import { type RespondToRound, throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { readingOf } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { accept, form, input, never, pageRequest, patient, quick, RoundsRig } from './roundsRig.ts';

describe('rounds', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('without requests for the user', () => {
    it('are repeated after growing pauses', async () => {
      const began = Date.now();
      await rig.run([input({}, 's'), input({}, 's'), input({}, 's'), 'done'], { ...quick, first: 20, longest: 40 });
      assert.equal(rig.sent.length, 4);
      assert.ok(Date.now() - began >= 95, `${Date.now() - began} ms`);
    });

    it('suspend the call after ten in a row until the user continues, for ten more, or stops', async () => {
      const result = rig.run([input(undefined, 's')]);
      const hold = await rig.onlySuspendedCall(10);
      assert.equal(rig.sent.length, 11);
      assert.deepEqual([hold.openedPages, hold.resends, hold.call?.id], [[], true, 'call']);
      rig.suspendedCalls.continue(hold.id);
      const again = await rig.onlySuspendedCall(20);
      assert.deepEqual([again.id, rig.sent.length], [hold.id, 21]);
      rig.suspendedCalls.stop(hold.id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual(rig.suspendedCalls.all, []);
      assert.equal(rig.sent.length, 21);
    });

    it('count anew once the user has answered', async () => {
      const nothing = Array.from({ length: 8 }, () => input(undefined, 's'));
      const result = rig.run([...nothing, input({ a: form() }), ...nothing, 'done']);
      await rig.decide(accept);
      assert.equal(await result, 'done');
    });

    it('are not repeated once the call is cancelled', async () => {
      const result = rig.run([input(undefined, 's')], { ...quick, first: never, longest: never });
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
          input({ a: pageRequest('a') }, '1'),
          input({ b: pageRequest('a') }, '2'),
          input({ b: pageRequest('a') }, '3'),
          'done',
        ],
        patient,
      );
      await rig.decide({ action: 'accept' });
      const hold = await rig.onlySuspendedCall();
      assert.deepEqual(hold.openedPages, [
        {
          url: 'https://example.com/a',
          parsedUrl: readingOf('https://example.com/a'),
          message: 'Open a',
          elicitationId: undefined,
          done: false,
        },
      ]);
      assert.equal(hold.resends, true);
      rig.suspendedCalls.continue(hold.id);
      assert.equal((await rig.onlySuspendedCall(1)).id, hold.id);
      assert.deepEqual(rig.sent[2], { name: 'tool', inputResponses: { b: { action: 'accept' } }, requestState: '2' });
      rig.suspendedCalls.continue(hold.id);
      assert.equal(await result, 'done');
      assert.deepEqual(rig.suspendedCalls.all, []);
      assert.equal(rig.inbox.pending.length, 0);
    });

    it('are retried automatically after growing pauses, without a limit', async () => {
      const results = [
        input({ a: pageRequest('a') }),
        ...Array.from({ length: 15 }, () => input({ a: pageRequest('a') })),
        'done',
      ];
      const result = rig.run(results);
      await rig.decide({ action: 'accept' });
      assert.equal(await result, 'done');
    });

    it('show new requests, and answer the page automatically', async () => {
      const result = rig.run(
        [input({ a: pageRequest('a') }), input({ a: pageRequest('a'), b: form(), c: pageRequest('c') }), 'done'],
        patient,
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
      const result = rig.run([input({ a: pageRequest('a') }), input({ a: other }), 'done'], patient);
      await rig.decide({ action: 'accept' });
      const [asked] = await rig.pendingRequests(1);
      assert.equal(asked?.mode === 'url' && asked.message, 'Allow all payments');
      assert.equal(rig.sent.length, 2);
      await rig.decide({ action: 'decline' });
      await result;
      assert.deepEqual(rig.lastAnswers, { a: { action: 'decline' } });
    });

    it('show a page once per message', async () => {
      const other = {
        method: 'elicitation/create',
        params: { ...pageRequest('a').params, message: 'Allow all payments' },
      };
      const result = rig.run([input({ a: pageRequest('a'), b: other, c: pageRequest('a') }), 'done'], patient);
      await rig.pendingRequests(2);
      await rig.decide({ action: 'accept' });
      await rig.decide({ action: 'decline' });
      await result;
      const accepted = { action: 'accept' };
      assert.deepEqual(rig.lastAnswers, { a: accepted, b: { action: 'decline' }, c: accepted });
    });

    it('show a declined page again', async () => {
      const result = rig.run([input({ a: pageRequest('a') }), input({ a: pageRequest('a') }), 'done'], patient);
      await rig.decide({ action: 'decline' });
      await rig.decide({ action: 'decline' });
      assert.equal(await result, 'done');
    });

    it('end when the user stops, or the call is cancelled', async () => {
      const stopped = rig.run([input({ a: pageRequest('a') })], patient);
      await rig.decide({ action: 'accept' });
      rig.suspendedCalls.stop((await rig.onlySuspendedCall()).id);
      await assert.rejects(stopped, { name: 'CallCancelled' });
      assert.deepEqual(rig.cancelledCalls, ['call']);
      assert.match(rig.lastExchange.reply?.note ?? '', /Nothing was sent/);

      rig = new RoundsRig();
      const cancelled = rig.run([input({ a: pageRequest('a') })], patient);
      await rig.decide({ action: 'accept' });
      await rig.onlySuspendedCall();
      rig.callEnd.abort(new Error('cancelled'));
      await assert.rejects(cancelled, { message: 'cancelled' });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('end when the user stops while the call is being sent again', async () => {
      let sendings = 0;
      const result = throughRounds(
        async () => {
          sendings += 1;
          return sendings < 3 ? input({ a: pageRequest('a') }) : new Promise(() => undefined);
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
      const first = rig.run([input({ a: pageRequest('a') }), 'done']);
      await rig.decide({ action: 'accept' });
      await first;
      rig.sent = [];
      const other = { ...rig.call, id: 'other' };
      const second = rig.run([input({ a: pageRequest('a') }), 'done'], patient, { ...rig.context, call: other });
      assert.equal((await rig.decide({ action: 'decline' })).mode, 'url');
      await second;
    });
  });

  describe('within a task', () => {
    /** Runs `task` with what answers its rounds. */
    function run(task: (answer: RespondToRound) => Promise<unknown>, pauses = quick): Promise<unknown> {
      const result = throughRounds((_, answer) => task(answer), {}, rig.context, pauses);
      result.catch(() => undefined);
      return result;
    }

    it('are answered by key, several at a time', async () => {
      const { signal } = rig.callEnd;
      const result = run((answer) => Promise.all([answer({ a: form('A') }, signal), answer({ b: form('B') }, signal)]));
      await rig.pendingRequests(2);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      assert.deepEqual(await result, [{ a: accept }, { b: { action: 'decline' } }]);
    });

    it('suspend the call for an opened page, one after the other, until the user continues or stops', async () => {
      const { signal } = rig.callEnd;
      const answered: string[] = [];
      const result = run(async (answer) => {
        await answer({ a: pageRequest('a') }, signal);
        const again = (key: string) => answer({ [key]: pageRequest('a') }, signal).then(() => answered.push(key));
        return Promise.all([again('b'), again('c'), again('d')]);
      }, patient);
      await rig.decide({ action: 'accept' });
      const hold = await rig.onlySuspendedCall();
      assert.deepEqual([answered, hold.openedPages.length], [[], 1]);
      rig.suspendedCalls.continue(hold.id);
      assert.equal((await rig.onlySuspendedCall(1)).id, hold.id);
      assert.deepEqual([answered, rig.inbox.pending.length], [['b'], 0]);
      rig.suspendedCalls.stop(hold.id);
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

    it('keep the card of a page when another request is shown', async () => {
      const { signal } = rig.callEnd;
      const result = run(async (answer) => {
        await answer({ a: pageRequest('a') }, signal);
        return Promise.all([answer({ b: pageRequest('a') }, signal), answer({ c: form() }, signal)]);
      }, patient);
      await rig.decide({ action: 'accept' });
      await rig.pendingRequests();
      const hold = await rig.onlySuspendedCall();
      await rig.decide(accept);
      rig.suspendedCalls.continue(hold.id);
      assert.deepEqual(await result, [{ b: { action: 'accept' } }, { c: accept }]);
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('end the call if their requests together exceed the limit', async () => {
      const { signal } = rig.callEnd;
      const many = (name: string) => Object.fromEntries(Array.from({ length: 30 }, (_, key) => [name + key, form()]));
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
