import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { defaultRetryPauses } from '#core/elicitation/rounds/roundRetryPolicy.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { nameForm, RateLimitedConnection, roundOf } from '#test/host/rateLimitedConnection.ts';
import { page, required } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

const decline = { action: 'decline' } as const;

describe('a server that exceeds its rate limit', () => {
  let rig: RateLimitedConnection;
  beforeEach(() => {
    rig = new RateLimitedConnection();
  });

  afterEach(() => mock.timers.reset());

  /** The two ways of sending requests to which the host cannot reply with an error. Each function sends three requests. */
  const senders = {
    'by a round': () => {
      const results: unknown[] = [roundOf(3), 'done'];
      const result = throughRounds(async () => results.shift(), {}, rig.context);
      result.catch(() => undefined);
      return result;
    },
    'by -32042': () => {
      const pages = ['a', 'b', 'c'].map((name) => required(name));
      const results = [new ProtocolError(-32042, 'Needed', { elicitations: pages }), undefined];
      const send = async () => {
        const error = results.shift();
        if (error) {
          throw error;
        }
        return 'done';
      };
      const result = throughRequiredUrls(send, rig.context);
      result.catch(() => undefined);
      return result;
    },
  };

  async function withheldCall(): Promise<SuspendedCall> {
    await settled(() => rig.suspendedCalls.all.some((suspendedCall) => suspendedCall.withheld));
    return only(rig.suspendedCalls.all);
  }

  async function answerAll(method: string): Promise<void> {
    for (let index = 0; index < 3; index += 1) {
      const request = await rig.decide({ action: 'accept', content: {} });
      assert.equal(request.group?.size, 3);
    }
    if (method === 'by -32042') {
      // The pages are open, and the server has not reported them as complete.
      rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    }
  }

  for (const [method, begin] of Object.entries(senders)) {
    describe(method, () => {
      it('suspends the call until the user allows it', async () => {
        await rig.pushAndCancel(10);
        const result = begin();
        const suspendedCall = await withheldCall();
        assert.deepEqual(suspendedCall.withheld, { requests: 3, reason: 'rate_limited' });
        assert.equal(suspendedCall.call?.id, 'call');
        assert.equal(rig.inbox.pending.length, 0);
        rig.suspendedCalls.continue(suspendedCall.id);
        await rig.pendingRequests(method === 'by a round' ? 3 : 1);
        assert.ok(rig.suspendedCalls.all.every((other) => !other.withheld));
        await answerAll(method);
        assert.equal(await result, 'done');
      });

      it('fails the call when the user stops it, and sends nothing', async () => {
        await rig.pushAndCancel(10);
        const result = begin();
        rig.suspendedCalls.stop((await withheldCall()).id);
        await assert.rejects(result, { name: 'CallCancelled' });
        assert.deepEqual(rig.cancelledCalls, ['call']);
        assert.deepEqual(rig.suspendedCalls.all, []);
        const last = rig.exchanges.all.slice(-3).map(({ reply }) => [reply?.sent, reply?.notShownReason]);
        assert.deepEqual(last, Array(3).fill([undefined, 'rate_limited']));
      });

      it('continues the call when the user allows everything', async () => {
        await rig.pushAndCancel(10);
        const result = begin();
        await withheldCall();
        rig.rateControl.allow();
        await answerAll(method);
        assert.equal(await result, 'done');
      });

      it('also suspends the call while the server is muted', async () => {
        rig.rateControl.mute();
        begin();
        assert.deepEqual((await withheldCall()).withheld, { requests: 3, reason: 'muted' });
        rig.rateControl.cancelAll('user');
        assert.deepEqual(rig.cancelledCalls, ['call']);
      });

      it('counts once for any number of requests', async () => {
        await rig.pushAndCancel(9);
        const result = begin();
        await answerAll(method);
        assert.equal(await result, 'done');
        assert.equal(rig.rateControl.report.withheld, 0);
      });

      it('removes its card when its call ends', async () => {
        rig.rateControl.mute();
        const result = begin();
        await withheldCall();
        rig.callEnd.abort(new Error('over'));
        await assert.rejects(result, /over/);
        assert.deepEqual(rig.suspendedCalls.all, []);
      });
    });
  }

  describe('by rounds', () => {
    const elicitation = (params: object) => ({ method: 'elicitation/create', params });
    const round = (inputRequests: object) => ({ resultType: 'input_required', inputRequests });
    const unsupportedForm = { message: 'x', requestedSchema: { type: 'array' } };

    /** Runs a call to which the server responds with `results`, one after the other. */
    function call(results: unknown[], pauses = defaultRetryPauses): Promise<unknown> {
      const result = throughRounds(async () => results.shift(), {}, rig.context, pauses);
      result.catch(() => undefined);
      return result;
    }

    it('sends a round that is not read before the user allows it', async () => {
      await rig.pushAndCancel(10);
      const { readCount: read } = rig;
      const calls = Array.from({ length: 20 }, (_, index) =>
        call([index % 2 ? roundOf(50) : round({ a: elicitation(unsupportedForm) })]),
      );
      await settled(() => rig.suspendedCalls.all.length === 20);
      assert.equal(rig.readCount, read);
      rig.rateControl.cancelAll('user');
      for (const stopped of calls) {
        await assert.rejects(stopped, { name: 'CallCancelled' });
      }
      assert.deepEqual([rig.readCount, rig.inbox.pending], [read, []]);
      assert.match(rig.lastExchange.findings.join(), /^It is not read before the person lets it pass/);
    });

    it('sends a round that cannot be shown: its call fails with the reason after the user allowed it', async () => {
      await rig.pushAndCancel(10);
      const result = call([round({ a: elicitation(nameForm()), b: elicitation(unsupportedForm) })]);
      rig.suspendedCalls.continue((await withheldCall()).id);
      await assert.rejects(result, { name: 'CallFailed', message: /The schema: "type" must be "object"/ });
      assert.deepEqual([rig.inbox.pending, rig.suspendedCalls.all], [[], []]);
      const last = rig.exchanges.all.slice(-2);
      assert.deepEqual(
        last.map(({ reply }) => reply?.notShownReason),
        ['refused', 'refused'],
      );
      assert.match(last[1]?.findings.join() ?? '', /^Refused: /);
    });

    it('sends a round with too many requests: its call fails at once', async () => {
      rig.rateControl.mute();
      await assert.rejects(call([roundOf(51)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('repeats an opened page: the rounds are not withheld, and the page keeps its card', async () => {
      const result = call([round({ a: elicitation(page('a')) }), round({ b: elicitation(page('a')) }), 'done']);
      await rig.decide({ action: 'accept' });
      rig.rateControl.mute();
      const suspendedCall = await rig.onlySuspendedCall();
      assert.deepEqual([suspendedCall.withheld, suspendedCall.openedPages.length], [undefined, 1]);
      rig.suspendedCalls.continue(suspendedCall.id);
      assert.equal(await result, 'done');
      assert.equal(rig.rateControl.report.withheld, 0);
    });

    it('sends a request after a repeated page: the card of the withheld request replaces that of the page', async () => {
      const pauses = { ...defaultRetryPauses, firstForPage: 1 };
      const samePage = round({ b: elicitation(page('a')) });
      const result = call(
        [round({ a: elicitation(page('a')) }), samePage, round({ c: elicitation(page('c')) }), 'done'],
        pauses,
      );
      await rig.decide({ action: 'accept' });
      rig.rateControl.mute();
      const suspendedCall = await withheldCall();
      assert.deepEqual([suspendedCall.withheld?.requests, suspendedCall.openedPages], [1, []]);
      rig.suspendedCalls.continue(suspendedCall.id);
      await rig.decide(decline);
      assert.equal(await result, 'done');
    });
  });
});
