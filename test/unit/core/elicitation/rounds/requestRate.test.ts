import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { defaultRetryPauses } from '#core/elicitation/rounds/retryPolicy.ts';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { ServerRateControl } from '#core/elicitation/serverRateControl.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { page, required } from '#test/host/samples.ts';
import { only, TestConnection } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } };
const form = (message = 'Name?') => ({ message, requestedSchema: schema });
const pushedPage = (name: string) => page(name, { elicitationId: name });
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const decline = { action: 'decline' } as const;
const declineRest = { action: 'decline', restOfCall: true } as const;

describe('a server that asks too often', () => {
  let rig: TestConnection;
  let asking: ServerRateControl;
  beforeEach(() => {
    rig = new TestConnection();
    rig.rateLimits = defaultRateLimits;
    asking = new ServerRateControl(
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

  describe('by pushing', () => {
    it('has five shown at once; the others are refused at once, and say when to come back', async () => {
      const replies = Array.from({ length: 14 }, (_, index) =>
        told(index % 2 ? form(`${index}?`) : pushedPage(`${index}`)),
      );
      const pending = await rig.asked(5);
      const refused = await Promise.all(replies.slice(5));
      for (const reply of refused) {
        assert.ok('data' in reply);
        assert.equal(reply.code, -31001);
        assert.deepEqual(reply.data, { reason: 'rate_limited', retryAfterMs: 6000 });
      }
      assert.deepEqual(asking.report.notice, { asked: 14, withheld: 9 });
      for (const { id } of pending) {
        rig.inbox.decide(id, { action: 'cancel' });
      }
      assert.deepEqual(
        (await Promise.all(replies.slice(0, 5))).map((reply) => reply),
        Array(5).fill({ action: 'cancel' }),
      );
    });

    it('is asked about ten times in a minute, forms and pages alike', async () => {
      await spend(9);
      const tenth = told(pushedPage('ten'));
      await rig.asked();
      const over = await Promise.all([told(form()), told(form()), told(pushedPage('b')), told(form())]);
      assert.ok(over.every((reply) => 'code' in reply && reply.code === -31001));
      assert.deepEqual(asking.report.notice, { asked: 14, withheld: 4 });
      await rig.decide(decline);
      assert.deepEqual(await tenth, decline);
    });

    it('is written down with the error that was sent', async () => {
      await spend(10);
      await told(form('Eleventh?'));
      const { received, findings, reply } = rig.lastExchange;
      assert.deepEqual(received, { method: 'elicitation/create', params: form('Eleventh?') });
      assert.match(findings.join(), /^Refused: This server asks too often/);
      assert.match(JSON.stringify(reply?.sent), /"code":-31001,.*"reason":"rate_limited"/);
      assert.match(rig.warned.join('\n'), /refused: This server asks too often/);
    });

    it('is told what is wrong with a request that cannot be shown, which costs nothing', async () => {
      for (let time = 0; time < 29; time += 1) {
        const reply = await told({ message: 'x', requestedSchema: { type: 'array' } });
        assert.equal('code' in reply && reply.code, -32602);
      }
      assert.equal(asking.report.asked, 0);
      await spend(10);
      const reply = await told({ message: 'x', requestedSchema: { type: 'array' } });
      assert.equal('code' in reply && reply.code, -31001);
    });

    it('has ten refusals of a second in the log, and then how many more there were', async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      for (let time = 0; time < 15; time += 1) {
        await told({ message: 'x', requestedSchema: { type: 'array' } });
      }
      assert.equal(rig.warned.length, 10);
      mock.timers.tick(1000);
      assert.equal(rig.warned[10], '5 more elicitations were refused within a second.');
      await told({ message: 'x', requestedSchema: { type: 'array' } });
      assert.match(rig.warned[11] ?? '', /^An elicitation was refused: /);
    });

    it('is told no more what is wrong once it sent thirty of them in a minute: reading takes time, too', async () => {
      for (let time = 0; time < 30; time += 1) {
        await told({ message: 'x', requestedSchema: { type: 'array' } });
      }
      const reply = await told({ message: 'x', requestedSchema: { type: 'array' } });
      assert.equal('code' in reply && reply.code, -31001);
      assert.deepEqual([asking.report.asked, asking.report.withheld], [1, 1]);
    });

    it('goes on with a conversation as long as the person answers', async () => {
      await spend(10);
      rig.rateLimiter.allow('user:mine');
      const first = told(form());
      await rig.decide(accept);
      await first;
      rig.rateLimiter.mute('user:mine');
      rig.rateLimiter.unmute('user:mine');
      for (let time = 0; time < 30; time += 1) {
        const reply = told(form(`${time}?`));
        await rig.decide(time % 2 ? accept : decline);
        assert.ok('action' in (await reply), `${time}`);
      }
      const last = told(form('last'));
      await rig.decide({ action: 'cancel' });
      await last;
      const reply = await told(form());
      assert.equal('code' in reply && reply.code, -31001, 'a cancel is no answer');
    });

    it('does not go on in another call', async () => {
      const reply = told(form());
      await rig.decide(accept);
      await reply;
      rig.questions.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another' }];
      await spend(9);
      const over = await told(form());
      assert.equal('code' in over && over.code, -31001);
    });

    it('costs other servers nothing', async () => {
      await spend(10);
      assert.equal(rig.rateLimiter.admit('user:other', 0).ok, true);
    });

    it('is muted for a while, or until the person says otherwise; a conversation too', async () => {
      const reply = told(form());
      await rig.decide(accept);
      await reply;
      asking.mute(600_000);
      const muted = await told(form());
      assert.ok('data' in muted);
      assert.equal(muted.data.reason, 'muted');
      assert.ok(muted.data.retryAfterMs > 590_000 && muted.data.retryAfterMs <= 600_000);
      asking.mute();
      const forever = await told(form());
      assert.deepEqual('data' in forever && forever.data, { reason: 'muted', retryAfterMs: 3_600_000 });
      asking.unmute();
      const again = told(form());
      await rig.decide(decline);
      assert.deepEqual(await again, decline);
    });

    it('is allowed everything once the person says so', async () => {
      await spend(10);
      await told(form());
      asking.allow();
      const replies = Array.from({ length: 20 }, () => told(form()));
      await rig.asked(20);
      asking.cancelAll('person');
      assert.deepEqual(await Promise.all(replies), Array(20).fill({ action: 'cancel' }));
    });

    for (const [by, byProgram] of [
      ['person', undefined],
      ['program', true],
    ] as const) {
      it(`is told cancel where a ${by} cancels everything, and it is known who did`, async () => {
        const settlements: Settlement[] = [];
        rig.inbox.onDidSettle(({ settlement }) => settlements.push(settlement));
        const reply = told(form());
        await rig.asked();
        asking.cancelAll(by);
        assert.deepEqual(await reply, { action: 'cancel' });
        const decision = { action: 'cancel', ...(byProgram && { byProgram }) };
        assert.deepEqual(settlements, [{ kind: 'decided', decision }]);
      });
    }
  });

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
      rig.suspendedCalls.continue((await rig.held()).id);
    }
  }

  for (const [way, begin] of Object.entries(ways)) {
    describe(way, () => {
      it('waits for the person, who lets it pass', async () => {
        await spend(10);
        const result = begin();
        const hold = await withheld();
        assert.deepEqual(hold.withheld, { questions: 3, reason: 'rate_limited' });
        assert.equal(hold.call?.id, 'call');
        assert.equal(rig.inbox.pending.length, 0);
        rig.suspendedCalls.continue(hold.id);
        await rig.asked(way === 'by a round' ? 3 : 1);
        assert.ok(rig.suspendedCalls.all.every((other) => !other.withheld));
        await answerAll(way);
        assert.equal(await result, 'done');
      });

      it('ends the call when the person stops it, and nothing is sent', async () => {
        await spend(10);
        const result = begin();
        rig.suspendedCalls.stop((await withheld()).id);
        await assert.rejects(result, { name: 'CallCancelled' });
        assert.deepEqual(rig.cancelled, ['call']);
        assert.deepEqual(rig.suspendedCalls.all, []);
        const last = rig.exchanges.all.slice(-3).map(({ reply }) => [reply?.sent, reply?.unasked]);
        assert.deepEqual(last, Array(3).fill([undefined, 'rate_limited']));
      });

      it('passes when the person allows everything', async () => {
        await spend(10);
        const result = begin();
        await withheld();
        asking.allow();
        await answerAll(way);
        assert.equal(await result, 'done');
      });

      it('waits while the server is muted too', async () => {
        asking.mute();
        begin();
        assert.deepEqual((await withheld()).withheld, { questions: 3, reason: 'muted' });
        asking.cancelAll('person');
        assert.deepEqual(rig.cancelled, ['call']);
      });

      it('counts once, however much it asks', async () => {
        await spend(9);
        const result = begin();
        await answerAll(way);
        assert.equal(await result, 'done');
        assert.equal(asking.report.withheld, 0);
      });

      it('goes away with its call', async () => {
        asking.mute();
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

    it('has none of them read before the person lets it pass, whatever is in it', async () => {
      await spend(10);
      const { read } = rig;
      const calls = Array.from({ length: 20 }, (_, index) =>
        call([index % 2 ? inputRequired(50) : round({ a: ask(unfit) })]),
      );
      await settled(() => rig.suspendedCalls.all.length === 20);
      assert.equal(rig.read, read);
      asking.cancelAll('person');
      for (const stopped of calls) {
        await assert.rejects(stopped, { name: 'CallCancelled' });
      }
      assert.deepEqual([rig.read, rig.inbox.pending], [read, []]);
      assert.match(rig.lastExchange.findings.join(), /^It is not read before the person lets it pass/);
    });

    it('has one that cannot be shown end its call with the reason once it is read', async () => {
      await spend(10);
      const result = call([round({ a: ask(form()), b: ask(unfit) })]);
      rig.suspendedCalls.continue((await withheld()).id);
      await assert.rejects(result, { name: 'CallFailed', message: /The schema: "type" must be "object"/ });
      assert.deepEqual([rig.inbox.pending, rig.suspendedCalls.all], [[], []]);
      const last = rig.exchanges.all.slice(-2);
      assert.deepEqual(
        last.map(({ reply }) => reply?.unasked),
        ['refused', 'refused'],
      );
      assert.match(last[1]?.findings.join() ?? '', /^Refused: /);
    });

    it('has one that is too many requests end its call at once', async () => {
      asking.mute();
      await assert.rejects(call([inputRequired(51)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.deepEqual(rig.suspendedCalls.all, []);
    });

    it('has those pass that ask nobody: a page that is open is "not yet", and stays that card', async () => {
      const result = call([round({ a: ask(page('a')) }), round({ b: ask(page('a')) }), 'done']);
      await rig.decide({ action: 'accept' });
      asking.mute();
      const hold = await rig.held();
      assert.deepEqual([hold.withheld, hold.visits.length], [undefined, 1]);
      rig.suspendedCalls.continue(hold.id);
      assert.equal(await result, 'done');
      assert.equal(asking.report.withheld, 0);
    });

    it('has the card of an open page make room for that of what is withheld', async () => {
      const pauses = { ...defaultRetryPauses, firstForPage: 1 };
      const again = round({ b: ask(page('a')) });
      const result = call([round({ a: ask(page('a')) }), again, round({ c: ask(page('c')) }), 'done'], pauses);
      await rig.decide({ action: 'accept' });
      asking.mute();
      const hold = await withheld();
      assert.deepEqual([hold.withheld?.questions, hold.visits], [1, []]);
      rig.suspendedCalls.continue(hold.id);
      await rig.decide(decline);
      assert.equal(await result, 'done');
    });
  });

  describe('for what was declined', () => {
    it('is shown as somebody who asks again, in this call and in others of the tool that a program begins', async () => {
      const first = told(form());
      assert.equal((await rig.decide(decline)).declinedBefore, false);
      await first;
      const again = told({ ...form(), requestedSchema: { ...schema, title: '\u200bsame\u200b' } });
      assert.equal((await rig.decide(decline)).declinedBefore, false, 'another form');
      await again;
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const later = told(form('Na\u200bme?'));
      assert.equal((await rig.decide(accept)).declinedBefore, true);
      await later;
      const afterwards = told(form());
      assert.equal((await rig.decide(accept)).declinedBefore, false, 'accepted meanwhile');
      await afterwards;
    });

    it('knows pages by their address', async () => {
      const first = told(pushedPage('a'));
      await rig.decide(decline);
      await first;
      const again = told({ ...pushedPage('a'), message: 'Please!', elicitationId: 'other' });
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      await again;
    });

    it('is declined for the rest of the call by the click that says so, and only what is the same', async () => {
      const first = told(form());
      await rig.decide(declineRest);
      assert.deepEqual(await first, decline);
      assert.deepEqual(await told(form()), decline);
      assert.equal(rig.lastExchange.reply?.unasked, 'declined');
      assert.match(rig.lastExchange.reply?.note ?? '', /declined this for the rest of the call/);
      const other = told(form('Something else?'));
      await rig.decide(accept);
      assert.deepEqual(await other, accept);
      rig.questions.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const later = told(form());
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      assert.deepEqual(await later, decline);
    });

    it('is limited all the same when nobody is asked', async () => {
      const first = told(form());
      await rig.decide(declineRest);
      await first;
      const replies: unknown[] = [];
      for (let time = 0; time < 12; time += 1) {
        replies.push(await told(form()));
      }
      assert.deepEqual(replies.slice(0, 10), Array(10).fill(decline));
      assert.equal((replies[11] as { code: number }).code, -31001);
    });

    it('is declined in rounds too', async () => {
      const results: unknown[] = [inputRequired(1), inputRequired(2), 'done'];
      const sent: unknown[] = [];
      const send = async (params: object) => {
        sent.push(params);
        return results.shift();
      };
      const result = throughRounds(send, {}, rig.context);
      await rig.decide(declineRest);
      const other = await rig.decide(accept);
      assert.equal(other.message, '1?');
      assert.equal(await result, 'done');
      assert.deepEqual(sent.at(-1), { inputResponses: { q0: decline, q1: accept } });
    });
  });
});
