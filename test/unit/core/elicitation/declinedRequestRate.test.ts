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

describe('the rate limit of a server', () => {
  let rig: TestConnection;
  beforeEach(() => {
    rig = new TestConnection();
    rig.rateLimits = defaultRateLimits;
  });

  afterEach(() => mock.timers.reset());

  /** Pushes and gives what the server is told. */
  const told = (params: unknown) =>
    rig.push(params).catch((error: unknown) => {
      assert.ok(error instanceof ProtocolError);
      return { code: error.code, data: error.data as { reason: string; retryAfterMs: number } };
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

  describe('for declined requests', () => {
    it('marks a repeated request in the same call and in program calls of the same tool', async () => {
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

    it('identifies pages by their address', async () => {
      const first = told(pushedPage('a'));
      await rig.decide(decline);
      await first;
      const again = told({ ...pushedPage('a'), message: 'Please!', elicitationId: 'other' });
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      await again;
    });

    it('declines only the same request for the rest of the call', async () => {
      const first = told(form());
      await rig.decide(declineRest);
      assert.deepEqual(await first, decline);
      assert.deepEqual(await told(form()), decline);
      assert.equal(rig.lastExchange.reply?.notShownReason, 'declined');
      assert.match(rig.lastExchange.reply?.note ?? '', /declined this for the rest of the call/);
      const other = told(form('Something else?'));
      await rig.decide(accept);
      assert.deepEqual(await other, accept);
      rig.elicitations.callEnded('call');
      rig.calls = [{ ...rig.call, id: 'another', origin: 'program' }];
      const later = told(form());
      assert.equal((await rig.decide(decline)).declinedBefore, true);
      assert.deepEqual(await later, decline);
    });

    it('also counts requests that are declined automatically', async () => {
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

    it('declines in rounds too', async () => {
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
