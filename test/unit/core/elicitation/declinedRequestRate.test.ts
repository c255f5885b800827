import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { nameForm, RateLimitedConnection, roundOf } from '#test/host/rateLimitedConnection.ts';
import { nameSchema, page } from '#test/host/samples.ts';

const pushedPage = (name: string) => page(name, { elicitationId: name });
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const decline = { action: 'decline' } as const;
const declineRest = { action: 'decline', restOfCall: true } as const;

describe('the host', () => {
  let rig: RateLimitedConnection;
  beforeEach(() => {
    rig = new RateLimitedConnection();
  });

  afterEach(() => mock.timers.reset());

  describe('for declined requests of a server', () => {
    it('marks the same request in third calls of the same tool, until it is accepted', async () => {
      const first = rig.replyTo(nameForm());
      assert.equal((await rig.decide(decline)).declinedBefore, false);
      await first;
      const second = rig.replyTo({ ...nameForm(), requestedSchema: { ...nameSchema, title: '\u200bsame\u200b' } });
      assert.equal((await rig.decide(decline)).declinedBefore, false, 'another form');
      await second;
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const third = rig.replyTo(nameForm('Na\u200bme?'));
      assert.equal((await rig.decide(accept)).declinedBefore, true);
      await third;
      const last = rig.replyTo(nameForm());
      assert.equal((await rig.decide(accept)).declinedBefore, false, 'accepted meanwhile');
      await last;
    });

    it('marks a page with the same URL, even if its message and id have changed', async () => {
      const first = rig.replyTo(pushedPage('a'));
      await rig.decide(decline);
      await first;
      const second = rig.replyTo({ ...pushedPage('a'), message: 'Please!', elicitationId: 'other' });
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      await second;
    });

    it('declines only the same request for the rest of the call', async () => {
      const first = rig.replyTo(nameForm());
      await rig.decide(declineRest);
      assert.deepEqual(await first, decline);
      assert.deepEqual(await rig.replyTo(nameForm()), decline);
      assert.equal(rig.lastExchange.reply?.notShownReason, 'declined');
      assert.match(rig.lastExchange.reply?.note ?? '', /declined this for the rest of the call/);
      const other = rig.replyTo(nameForm('Something else?'));
      await rig.decide(accept);
      assert.deepEqual(await other, accept);
      rig.elicitations.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const third = rig.replyTo(nameForm());
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      assert.deepEqual(await third, decline);
    });

    it('declines a page with the same URL for the rest of the call, whatever its message says', async () => {
      const first = rig.replyTo(pushedPage('a'));
      await rig.decide(declineRest);
      await first;
      assert.deepEqual(await rig.replyTo({ ...pushedPage('a'), message: 'Please!', elicitationId: 'other' }), decline);
      const other = rig.replyTo(pushedPage('b'));
      await rig.decide(decline);
      assert.deepEqual(await other, decline);
    });

    it('counts requests that are declined automatically towards the rate limit', async () => {
      const first = rig.replyTo(nameForm());
      await rig.decide(declineRest);
      await first;
      const replies: unknown[] = [];
      for (let time = 0; time < 12; time += 1) {
        replies.push(await rig.replyTo(nameForm()));
      }
      assert.deepEqual(replies.slice(0, 10), Array(10).fill(decline));
      assert.equal((replies[11] as { code: number }).code, -31001);
    });

    it('also declines the same request in rounds', async () => {
      const results: unknown[] = [roundOf(1), roundOf(2), 'done'];
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
