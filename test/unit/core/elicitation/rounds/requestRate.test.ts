import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { defaultRetryPauses } from '#core/elicitation/rounds/roundRetryPolicy.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { page, required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } };
const form = (message = 'Name?') => ({ message, requestedSchema: schema });
const decline = { action: 'decline' } as const;

describe('a server that exceeds its rate limit', () => {
  let rig: TestConnection;
  let rateControl: ServerRateControl;
  beforeEach(() => {
    rig = new TestConnection();
    rig.rateLimits = defaultRateLimits;
    rateControl = new ServerRateControl(
      rig,
      () => 'user:mine',
      () => undefined,
    );
  });

  afterEach(() => mock.timers.reset());

  /** Pushes and gives what the server is told. */
  const told = (params: unknown) =>
    rig.push(params).catch((error: unknown) => {
      assert.ok(error instanceof ProtocolError);
      return { code: error.code, data: error.data as { reason: string; retryAfterMs: number } };
    });

  /** Questions of no call, each cancelled: what leads to no answer is charged. */
  async function spend(times: number): Promise<void> {
    const calls = rig.calls;
    rig.calls = [];
    for (let time = 0; time < times; time += 1) {
      const reply = told(form());
      await rig.decide({ action: 'cancel' });
      await reply;
    }
    rig.calls = calls;
  }

  const inputRequired = (questions: number) => ({
    resultType: 'input_required',
    inputRequests: Object.fromEntries(
      Array.from({ length: questions }, (_, index) => [
        `q${index}`,
        { method: 'elicitation/create', params: form(`${index}?`) },
      ]),
    ),
  });

  /** Both ways that know no error. Each needs three questions. */
  const ways = {
    'by a round': () => {
      const results: unknown[] = [inputRequired(3), 'done'];
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

  async function withheld(): Promise<SuspendedCall> {
    await settled(() => rig.suspendedCalls.all.some((hold) => hold.withheld));
    return only(rig.suspendedCalls.all);
  }

  async function answerAll(way: string): Promise<void> {
    for (let question = 0; question < 3; question += 1) {
      const request = await rig.decide({ action: 'accept', content: {} });
      assert.equal(request.group?.size, 3);
    }
    if (way === 'by -32042') {
      // The pages are open; the server has not said yet that they are done.
      rig.suspendedCalls.continue((await rig.onlySuspendedCall()).id);
    }
  }

  for (const [way, begin] of Object.entries(ways)) {
    describe(way, () => {
      it('suspends the call until the user allows it', async () => {
        await spend(10);
        const result = begin();
        const hold = await withheld();
        assert.deepEqual(hold.withheld, { requests: 3, reason: 'rate_limited' });
        assert.equal(hold.call?.id, 'call');
        assert.equal(rig.inbox.pending.length, 0);
        rig.suspendedCalls.continue(hold.id);
        await rig.pendingRequests(way === 'by a round' ? 3 : 1);
        assert.ok(rig.suspendedCalls.all.every((other) => !other.withheld));
        await answerAll(way);
        assert.equal(await result, 'done');
      });

      it('ends the call when the user stops it, and sends nothing', async () => {
        await spend(10);
        const result = begin();
        rig.suspendedCalls.stop((await withheld()).id);
        await assert.rejects(result, { name: 'CallCancelled' });
        assert.deepEqual(rig.cancelledCalls, ['call']);
        assert.deepEqual(rig.suspendedCalls.all, []);
        const last = rig.exchanges.all.slice(-3).map(({ reply }) => [reply?.sent, reply?.notShownReason]);
        assert.deepEqual(last, Array(3).fill([undefined, 'rate_limited']));
      });

      it('continues when the user allows everything', async () => {
        await spend(10);
        const result = begin();
        await withheld();
        rateControl.allow();
        await answerAll(way);
        assert.equal(await result, 'done');
      });

      it('suspends the call while the server is muted too', async () => {
        rateControl.mute();
        begin();
        assert.deepEqual((await withheld()).withheld, { requests: 3, reason: 'muted' });
        rateControl.cancelAll('person');
        assert.deepEqual(rig.cancelledCalls, ['call']);
      });

      it('counts once, whatever its number of requests', async () => {
        await spend(9);
        const result = begin();
        await answerAll(way);
        assert.equal(await result, 'done');
        assert.equal(rateControl.report.withheld, 0);
      });

      it('removes its card when its call ends', async () => {
        rateControl.mute();
        const result = begin();
        await withheld();
        rig.callEnd.abort(new Error('over'));
        await assert.rejects(result, /over/);
        assert.deepEqual(rig.suspendedCalls.all, []);
      });
    });
  }

  describe('by rounds', () => {
    const ask = (params: object) => ({ method: 'elicitation/create', params });
    const round = (inputRequests: object) => ({ resultType: 'input_required', inputRequests });
    const unfit = { message: 'x', requestedSchema: { type: 'array' } };

    /** A call whose server answers with these, one after the other. */
    function call(results: unknown[], pauses = defaultRetryPauses): Promise<unknown> {
      const result = throughRounds(async () => results.shift(), {}, rig.context, pauses);
      result.catch(() => undefined);
      return result;
    }

    it('has no round read before the user allows it', async () => {
      await spend(10);
      const { readCount: read } = rig;
      const calls = Array.from({ length: 20 }, (_, index) =>
        call([index % 2 ? inputRequired(50) : round({ a: ask(unfit) })]),
      );
      await settled(() => rig.suspendedCalls.all.length === 20);
      assert.equal(rig.readCount, read);
      rateControl.cancelAll('person');
      for (const stopped of calls) {
        await assert.rejects(stopped, { name: 'CallCancelled' });
      }
      assert.deepEqual([rig.readCount, rig.inbox.pending], [read, []]);
      assert.match(rig.lastExchange.findings.join(), /^It is not read before the person lets it pass/);
    });

    it('has a round that cannot be shown end its call with the reason once it is read', async () => {
      await spend(10);
      const result = call([round({ a: ask(form()), b: ask(unfit) })]);
      rig.suspendedCalls.continue((await withheld()).id);
      await assert.rejects(result, { name: 'CallFailed', message: /The schema: "type" must be "object"/ });
      assert.deepEqual([rig.inbox.pending, rig.suspendedCalls.all], [[], []]);
      const last = rig.exchanges.all.slice(-2);
      assert.deepEqual(
        last.map(({ reply }) => reply?.notShownReason),
        ['refused', 'refused'],
      );
      assert.match(last[1]?.findings.join() ?? '', /^Refused: /);
    });

    it('has a round with too many requests end its call at once', async () => {
      rateControl.mute();
      await assert.rejects(call([inputRequired(51)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('has rounds without requests for the user pass: an open page keeps its card', async () => {
      const result = call([round({ a: ask(page('a')) }), round({ b: ask(page('a')) }), 'done']);
      await rig.decide({ action: 'accept' });
      rateControl.mute();
      const hold = await rig.onlySuspendedCall();
      assert.deepEqual([hold.withheld, hold.openedPages.length], [undefined, 1]);
      rig.suspendedCalls.continue(hold.id);
      assert.equal(await result, 'done');
      assert.equal(rateControl.report.withheld, 0);
    });

    it('has the card of an open page replaced by that of the withheld requests', async () => {
      const pauses = { ...defaultRetryPauses, firstForPage: 1 };
      const again = round({ b: ask(page('a')) });
      const result = call([round({ a: ask(page('a')) }), again, round({ c: ask(page('c')) }), 'done'], pauses);
      await rig.decide({ action: 'accept' });
      rateControl.mute();
      const hold = await withheld();
      assert.deepEqual([hold.withheld?.requests, hold.openedPages], [1, []]);
      rig.suspendedCalls.continue(hold.id);
      await rig.decide(decline);
      assert.equal(await result, 'done');
    });
  });
});
