import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ProtocolError } from '@modelcontextprotocol/client';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { defaultRateLimits } from '#core/guard/rateLimiter.ts';
import { page } from '#test/host/samples.ts';
import { TestConnection } from '#test/host/testConnection.ts';

const schema = { type: 'object', properties: { name: { type: 'string' } } };
const form = (message = 'Name?') => ({ message, requestedSchema: schema });
const pushedPage = (name: string) => page(name, { elicitationId: name });
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const decline = { action: 'decline' } as const;
const declineRest = { action: 'decline', restOfCall: true } as const;

describe('the host', () => {
  let rig: TestConnection;
  beforeEach(() => {
    rig = new TestConnection();
    rig.rateLimits = defaultRateLimits;
  });

  afterEach(() => mock.timers.reset());

  /** Pushes an elicitation. Returns the reply, or the code and the data of the error. */
  const replyTo = (params: unknown) =>
    rig.push(params).catch((error: unknown) => {
      assert.ok(error instanceof ProtocolError);
      return { code: error.code, data: error.data as { reason: string; retryAfterMs: number } };
    });

  const inputRequired = (requestCount: number) => ({
    resultType: 'input_required',
    inputRequests: Object.fromEntries(
      Array.from({ length: requestCount }, (_, index) => [
        `q${index}`,
        { method: 'elicitation/create', params: form(`${index}?`) },
      ]),
    ),
  });

  describe('for declined requests of a server', () => {
    it('marks the same request in third calls of the same tool, until it is accepted', async () => {
      const first = replyTo(form());
      assert.equal((await rig.decide(decline)).declinedBefore, false);
      await first;
      const second = replyTo({ ...form(), requestedSchema: { ...schema, title: '\u200bsame\u200b' } });
      assert.equal((await rig.decide(decline)).declinedBefore, false, 'another form');
      await second;
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const third = replyTo(form('Na\u200bme?'));
      assert.equal((await rig.decide(accept)).declinedBefore, true);
      await third;
      const last = replyTo(form());
      assert.equal((await rig.decide(accept)).declinedBefore, false, 'accepted meanwhile');
      await last;
    });

    it('marks a page with the same URL, even if its message and id have changed', async () => {
      const first = replyTo(pushedPage('a'));
      await rig.decide(decline);
      await first;
      const second = replyTo({ ...pushedPage('a'), message: 'Please!', elicitationId: 'other' });
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      await second;
    });

    it('declines only the same request for the rest of the call', async () => {
      const first = replyTo(form());
      await rig.decide(declineRest);
      assert.deepEqual(await first, decline);
      assert.deepEqual(await replyTo(form()), decline);
      assert.equal(rig.lastExchange.reply?.notShownReason, 'declined');
      assert.match(rig.lastExchange.reply?.note ?? '', /declined this for the rest of the call/);
      const other = replyTo(form('Something else?'));
      await rig.decide(accept);
      assert.deepEqual(await other, accept);
      rig.elicitations.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const third = replyTo(form());
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      assert.deepEqual(await third, decline);
    });

    it('counts requests that are declined automatically towards the rate limit', async () => {
      const first = replyTo(form());
      await rig.decide(declineRest);
      await first;
      const replies: unknown[] = [];
      for (let time = 0; time < 12; time += 1) {
        replies.push(await replyTo(form()));
      }
      assert.deepEqual(replies.slice(0, 10), Array(10).fill(decline));
      assert.equal((replies[11] as { code: number }).code, -31001);
    });

    it('also declines the same request in rounds', async () => {
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
