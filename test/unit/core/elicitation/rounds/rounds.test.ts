import assert from 'node:assert/strict';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { page } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { accept, formInput, optionalNameSchema, pageRequest, quick, RoundsRig, roundWith } from './roundsRig.ts';

describe('the rounds of a call', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('with requests for the user', () => {
    it('enter the inbox as one group and are answered together, each with its decision', async () => {
      const result = rig.run([roundWith({ a: formInput('A?'), b: pageRequest('b'), c: formInput('C?') }, 's'), 'done']);
      const [a, b, c] = await rig.pendingRequests(3);
      assert.deepEqual(
        [a, b, c].map((request) => request?.group?.index),
        [0, 1, 2],
      );
      assert.equal(new Set([a, b, c].map((request) => request?.group?.id)).size, 1);
      assert.deepEqual([a?.mode, b?.mode, c?.mode], ['form', 'url', 'form']);
      assert.ok([a, b, c].every((request) => request?.group?.size === 3 && request.call?.id === 'call'));
      rig.inbox.decide(c?.id ?? '', { action: 'cancel' });
      rig.inbox.decide(b?.id ?? '', { action: 'decline' });
      assert.equal(rig.sent.length, 1);
      rig.inbox.decide(a?.id ?? '', accept);
      assert.equal(await result, 'done');
      assert.deepEqual(rig.sent[1], {
        name: 'tool',
        inputResponses: { a: accept, b: { action: 'decline' }, c: { action: 'cancel' } },
        requestState: 's',
      });
    });

    it('with one request form no group, and a page is accepted without content', async () => {
      const result = rig.run([roundWith({ a: pageRequest('a') }), 'done']);
      assert.equal((await rig.decide({ action: 'accept', content: { odd: 1 } })).group, undefined);
      await result;
      assert.deepEqual(rig.sent[1], { name: 'tool', inputResponses: { a: { action: 'accept' } } });
    });

    it('may have keys such as __proto__', async () => {
      const requests = JSON.parse(
        JSON.stringify({ x: formInput('A'), constructor: formInput('B') }).replace('"x"', '"__proto__"'),
      );
      const result = rig.run([roundWith(requests), 'done']);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      await result;
      assert.equal(
        JSON.stringify(rig.lastAnswers),
        '{"__proto__":{"action":"accept","content":{"name":"Ann"}},"constructor":{"action":"decline"}}',
      );
    });

    it('get a reply to roots/list without the user', async () => {
      const roots = { all: () => [{ uri: 'file:///a', name: 'a' }], onDidChange: () => ({ dispose: () => undefined }) };
      const result = rig.run([roundWith({ r: { method: 'roots/list' }, a: formInput() }), 'done'], quick, {
        ...rig.context,
        roots,
      });
      await rig.decide(accept);
      await result;
      assert.deepEqual(rig.lastAnswers, { r: { roots: [{ uri: 'file:///a', name: 'a' }] }, a: accept });
    });

    for (const [what, request, message] of [
      [
        'sampling',
        { method: 'sampling/createMessage', params: {} },
        /"sampling\/createMessage", which was not offered/,
      ],
      ['roots/list, if roots are not declared,', { method: 'roots/list' }, /"roots\/list", which was not offered/],
      ['no method', { params: {} }, /without a method/],
      ['a number', 7, /without a method/],
      [
        'the URL of a script',
        { method: 'elicitation/create', params: { ...page('x'), url: 'javascript:1' } },
        /^.*url: must/,
      ],
    ] as const) {
      it(`with ${what} fail the call and show no request`, async () => {
        let arrivalCount = 0;
        rig.inbox.onDidArrive(() => {
          arrivalCount += 1;
        });
        await assert.rejects(rig.run([roundWith({ a: formInput(), b: request })]), {
          name: 'CallFailed',
          message,
        });
        assert.equal(arrivalCount, 0);
        assert.deepEqual(
          rig.exchanges.all.map(({ key, reply }) => [key, /^Nothing was sent/.test(reply?.note ?? '')]),
          [
            ['a', true],
            ['b', true],
          ],
        );
      });
    }

    it('fail the call if elicitation is disabled, with a message that names the reason', async () => {
      rig = new RoundsRig({ form: false, url: false });
      await assert.rejects(rig.run([roundWith({ a: formInput() })]), {
        name: 'CallFailed',
        message:
          "The server's question could not be shown: it asked a question, and questions are switched off for this server. The server has to be corrected.",
      });
    });

    it('with too many requests fail the call', async () => {
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, key) => [String(key), formInput()]));
      await assert.rejects(rig.run([roundWith(many)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.equal(rig.exchanges.all.length, 1);
    });

    it('are withdrawn together', async () => {
      const result = rig.run([roundWith({ a: formInput(), b: formInput() })]);
      const [a] = await rig.pendingRequests(2);
      rig.inbox.withdraw(a?.id ?? '', { by: 'host', reason: 'The call was cancelled.' });
      await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
      assert.equal(rig.inbox.pending.length, 0);
      assert.equal(rig.sent.length, 1);
      assert.match(rig.lastExchange.reply?.note ?? '', /^Nothing was sent\. The call was cancelled\.$/);
    });

    it('have the earlier answers in a form that repeats an accepted form', async () => {
      const result = rig.run([
        roundWith({ a: formInput() }),
        roundWith({ b: formInput() }),
        roundWith({ c: formInput('Another?') }),
        'done',
      ]);
      const first = await rig.decide(accept);
      const second = await rig.decide({ action: 'decline' });
      const third = await rig.decide(accept);
      await result;
      assert.deepEqual(
        [first, second, third].map((request) => request.mode === 'form' && request.acceptedBefore),
        [undefined, accept.content, undefined],
      );
    });

    it('have the earlier answers in a repeated form, also after other forms, and with invisible characters', async () => {
      const other = { ...formInput('B'), params: { ...formInput('B').params, mode: 'form' } };
      const withInvisibleCharacters = {
        message: 'A\u200b\u2060',
        requestedSchema: { properties: optionalNameSchema.properties, type: 'object' },
      };
      const result = rig.run([
        roundWith({ a: formInput('A') }),
        roundWith({ b: other }),
        roundWith({ c: formInput('A') }),
        roundWith({ d: other }),
        roundWith({ e: { method: 'elicitation/create', params: withInvisibleCharacters } }),
        'done',
      ]);
      const hasEarlierAnswers: boolean[] = [];
      for (let index = 0; index < 5; index += 1) {
        const request = await rig.decide(accept);
        hasEarlierAnswers.push(request.mode === 'form' && request.acceptedBefore !== undefined);
      }
      await result;
      assert.deepEqual(hasEarlierAnswers, [false, false, true, true, true]);
    });

    it('show a page with two keys once, and the answer is sent for both', async () => {
      const result = rig.run([roundWith({ a: pageRequest('a'), b: pageRequest('a') }), 'done']);
      assert.equal(only(await rig.pendingRequests()).group, undefined);
      await rig.decide({ action: 'accept' });
      await result;
      assert.deepEqual(rig.lastAnswers, { a: { action: 'accept' }, b: { action: 'accept' } });
      assert.ok(rig.exchanges.all.every(({ reply }) => reply?.sent !== undefined));
    });

    it('with a key that is too long fail the call, and the key is not kept', async () => {
      const result = rig.run([roundWith({ ['k'.repeat(1001)]: { method: 'roots/list' } })]);
      await assert.rejects(result, { name: 'CallFailed', message: /a key of more than 1000 characters/ });
      assert.equal(rig.lastExchange.key, undefined);
    });

    it('fail the call if they exceed the size limit', async () => {
      const large = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`q${index}`, formInput('x'.repeat(100_000))]),
      );
      await assert.rejects(rig.run([roundWith(large)]), {
        name: 'CallFailed',
        message: /more than 5000000 characters in all/,
      });
    });

    const formWithFields = (count: number) => ({
      method: 'elicitation/create',
      params: {
        message: 'Fill in',
        requestedSchema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]),
          ),
        },
      },
    });

    it('fail the call unread if their forms exceed the limit of fields', async () => {
      await assert.rejects(
        rig.run([roundWith({ a: formWithFields(500), b: formWithFields(500), c: formWithFields(1) })]),
        {
          name: 'CallFailed',
          message: /more than 1,000 fields in all/,
        },
      );
      assert.equal(rig.readCount, 0);
      rig.sent = [];
      const result = rig.run([
        roundWith({ a: formWithFields(500), b: formWithFields(500), c: pageRequest('a') }),
        'done',
      ]);
      for (const action of ['decline', 'decline', 'decline'] as const) {
        await rig.decide({ action });
      }
      assert.equal(await result, 'done');
    });

    it('are read one by one, each in a turn of the event loop', async () => {
      const result = rig.run([roundWith({ a: formInput('a'), b: formInput('b'), c: formInput('c') }), 'done']);
      const readCounts = new Set<number>();
      await settled(() => {
        readCounts.add(rig.readCount);
        return rig.inbox.pending.length === 3;
      });
      assert.deepEqual([...readCounts], [0, 1, 2, 3]);
      for (const action of ['decline', 'decline', 'decline'] as const) {
        await rig.decide({ action });
      }
      await result;
    });

    it('are not read further after the call has ended, but have exchanges', async () => {
      const result = rig.run([roundWith({ a: formInput('a'), b: formInput('b'), c: formInput('c') })]);
      await settled(() => rig.readCount === 1);
      rig.callEnd.abort(new Error('cancelled'));
      await assert.rejects(result, { message: 'cancelled' });
      assert.deepEqual([rig.readCount, rig.inbox.pending.length], [1, 0]);
      assert.deepEqual(
        rig.exchanges.all.map(({ codes, reply }) => [codes?.unread, reply?.note]),
        [undefined, true, true].map((unread) => [unread, 'Nothing was sent. The call ended.']),
      );
    });

    it('of several calls do not exceed the rate limit while they are read', async () => {
      rig.rateLimits = { requestsPerMinute: 1, maxPending: 5 };
      const calls = [1, 2].map(() =>
        throughRounds(async () => roundWith({ a: formInput('a'), b: formInput('b') }), {}, rig.context),
      );
      await settled(() => rig.inbox.pending.length === 2 && rig.suspendedCalls.all.length === 1);
      assert.equal(rig.readCount, 2);
      rig.callEnd.abort(new Error('cancelled'));
      rig.inbox.withdrawWhere(() => true, { by: 'host', reason: 'The call was cancelled.' });
      for (const ended of calls) {
        await assert.rejects(ended);
      }
    });

    it('show no request for a call that was cancelled during the send', async () => {
      const send = async () => {
        rig.callEnd.abort(new Error('cancelled'));
        return roundWith({ a: formInput() });
      };
      await assert.rejects(throughRounds(send, {}, rig.context), { message: 'cancelled' });
      assert.deepEqual([rig.inbox.pending.length, rig.exchanges.all.length], [0, 0]);
    });

    it('have no earlier answers in a form that repeats a declined form', async () => {
      const result = rig.run([roundWith({ a: formInput() }), roundWith({ a: formInput() }), 'done']);
      await rig.decide({ action: 'decline' });
      const second = await rig.decide(accept);
      assert.equal(second.mode === 'form' && second.acceptedBefore, undefined);
      await result;
    });
  });
});
