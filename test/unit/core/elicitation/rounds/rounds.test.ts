import assert from 'node:assert/strict';
import { throughRounds } from '#core/elicitation/rounds/rounds.ts';
import { page } from '#test/host/samples.ts';
import { only } from '#test/host/testConnection.ts';
import { settled } from '#test/host/until.ts';
import { accept, form, input, optionalNameSchema, pageRequest, quick, RoundsRig } from './roundsRig.ts';

describe('rounds', () => {
  let rig: RoundsRig;
  beforeEach(() => {
    rig = new RoundsRig();
  });

  describe('with requests for the user', () => {
    it('enter the inbox as one group and are answered together, each with its decision', async () => {
      const result = rig.run([input({ a: form('A?'), b: pageRequest('b'), c: form('C?') }, 's'), 'done']);
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

    it('with one request form no group, and reply without content for a page', async () => {
      const result = rig.run([input({ a: pageRequest('a') }), 'done']);
      assert.equal((await rig.decide({ action: 'accept', content: { odd: 1 } })).group, undefined);
      await result;
      assert.deepEqual(rig.sent[1], { name: 'tool', inputResponses: { a: { action: 'accept' } } });
    });

    it('keep keys such as __proto__', async () => {
      const requests = JSON.parse(
        JSON.stringify({ x: form('A'), constructor: form('B') }).replace('"x"', '"__proto__"'),
      );
      const result = rig.run([input(requests), 'done']);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      await result;
      assert.equal(
        JSON.stringify(rig.lastAnswers),
        '{"__proto__":{"action":"accept","content":{"name":"Ann"}},"constructor":{"action":"decline"}}',
      );
    });

    it('answer roots/list automatically', async () => {
      const roots = { all: () => [{ uri: 'file:///a', name: 'a' }], onDidChange: () => ({ dispose: () => undefined }) };
      const result = rig.run([input({ r: { method: 'roots/list' }, a: form() }), 'done'], quick, {
        ...rig.context,
        roots,
      });
      await rig.decide(accept);
      await result;
      assert.deepEqual(rig.lastAnswers, { r: { roots: [{ uri: 'file:///a', name: 'a' }] }, a: accept });
    });

    for (const [what, request, words] of [
      [
        'sampling',
        { method: 'sampling/createMessage', params: {} },
        /"sampling\/createMessage", which was not offered/,
      ],
      ['folders that were not declared', { method: 'roots/list' }, /"roots\/list", which was not offered/],
      ['no method', { params: {} }, /without a method/],
      ['nonsense', 7, /without a method/],
      [
        'a script to open',
        { method: 'elicitation/create', params: { ...page('x'), url: 'javascript:1' } },
        /^.*url: must/,
      ],
    ] as const) {
      it(`with ${what} end the call and show no request`, async () => {
        let asked = 0;
        rig.inbox.onDidArrive(() => {
          asked += 1;
        });
        await assert.rejects(rig.run([input({ a: form(), b: request })]), { name: 'CallFailed', message: words });
        assert.equal(asked, 0);
        assert.deepEqual(
          rig.exchanges.all.map(({ key, reply }) => [key, /^Nothing was sent/.test(reply?.note ?? '')]),
          [
            ['a', true],
            ['b', true],
          ],
        );
      });
    }

    it('end the call if elicitation is switched off, with a message that speaks of questions', async () => {
      rig = new RoundsRig({ form: false, url: false });
      await assert.rejects(rig.run([input({ a: form() })]), {
        name: 'CallFailed',
        message:
          "The server's question could not be shown: it asked a question, and questions are switched off for this server. The server has to be corrected.",
      });
    });

    it('with too many requests end the call', async () => {
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, key) => [String(key), form()]));
      await assert.rejects(rig.run([input(many)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.equal(rig.exchanges.all.length, 1);
    });

    it('are withdrawn together', async () => {
      const result = rig.run([input({ a: form(), b: form() })]);
      const [a] = await rig.pendingRequests(2);
      rig.inbox.withdraw(a?.id ?? '', { by: 'host', reason: 'The call was cancelled.' });
      await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
      assert.equal(rig.inbox.pending.length, 0);
      assert.equal(rig.sent.length, 1);
      assert.match(rig.lastExchange.reply?.note ?? '', /^Nothing was sent\. The call was cancelled\.$/);
    });

    it('mark a form that repeats an accepted one, with the earlier answers', async () => {
      const result = rig.run([input({ a: form() }), input({ b: form() }), input({ c: form('Another?') }), 'done']);
      const first = await rig.decide(accept);
      const second = await rig.decide({ action: 'decline' });
      const third = await rig.decide(accept);
      await result;
      assert.deepEqual(
        [first, second, third].map((request) => request.mode === 'form' && request.acceptedBefore),
        [undefined, accept.content, undefined],
      );
    });

    it('mark a repeated form after any number of others, and with invisible characters in it', async () => {
      const other = { ...form('B'), params: { ...form('B').params, mode: 'form' } };
      const hidden = {
        message: 'A\u200b\u2060',
        requestedSchema: { properties: optionalNameSchema.properties, type: 'object' },
      };
      const result = rig.run([
        input({ a: form('A') }),
        input({ b: other }),
        input({ c: form('A') }),
        input({ d: other }),
        input({ e: { method: 'elicitation/create', params: hidden } }),
        'done',
      ]);
      const again: boolean[] = [];
      for (let asked = 0; asked < 5; asked += 1) {
        const request = await rig.decide(accept);
        again.push(request.mode === 'form' && request.acceptedBefore !== undefined);
      }
      await result;
      assert.deepEqual(again, [false, false, true, true, true]);
    });

    it('show a page with two keys once, and answer both', async () => {
      const result = rig.run([input({ a: pageRequest('a'), b: pageRequest('a') }), 'done']);
      assert.equal(only(await rig.pendingRequests()).group, undefined);
      await rig.decide({ action: 'accept' });
      await result;
      assert.deepEqual(rig.lastAnswers, { a: { action: 'accept' }, b: { action: 'accept' } });
      assert.ok(rig.exchanges.all.every(({ reply }) => reply?.sent !== undefined));
    });

    it('with a key that is too long end the call, and do not keep the key', async () => {
      const result = rig.run([input({ ['k'.repeat(1001)]: { method: 'roots/list' } })]);
      await assert.rejects(result, { name: 'CallFailed', message: /a key of more than 1000 characters/ });
      assert.equal(rig.lastExchange.key, undefined);
    });

    it('end the call if they exceed the size limit', async () => {
      const large = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`q${index}`, form('x'.repeat(100_000))]),
      );
      await assert.rejects(rig.run([input(large)]), {
        name: 'CallFailed',
        message: /more than 5000000 characters in all/,
      });
    });

    const wide = (count: number) => ({
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

    it('end the call unread if their forms exceed the limit of fields', async () => {
      await assert.rejects(rig.run([input({ a: wide(500), b: wide(500), c: wide(1) })]), {
        name: 'CallFailed',
        message: /more than 1,000 fields in all/,
      });
      assert.equal(rig.readCount, 0);
      rig.sent = [];
      const result = rig.run([input({ a: wide(500), b: wide(500), c: pageRequest('a') }), 'done']);
      for (const action of ['decline', 'decline', 'decline'] as const) {
        await rig.decide({ action });
      }
      assert.equal(await result, 'done');
    });

    it('are read one by one in turns of the event loop', async () => {
      const result = rig.run([input({ a: form('a'), b: form('b'), c: form('c') }), 'done']);
      const seen = new Set<number>();
      await settled(() => {
        seen.add(rig.readCount);
        return rig.inbox.pending.length === 3;
      });
      assert.deepEqual([...seen], [0, 1, 2, 3]);
      for (const action of ['decline', 'decline', 'decline'] as const) {
        await rig.decide({ action });
      }
      await result;
    });

    it('are not read further once the call has ended, but recorded', async () => {
      const result = rig.run([input({ a: form('a'), b: form('b'), c: form('c') })]);
      await settled(() => rig.readCount === 1);
      rig.callEnd.abort(new Error('cancelled'));
      await assert.rejects(result, { message: 'cancelled' });
      assert.deepEqual([rig.readCount, rig.inbox.pending.length], [1, 0]);
      assert.deepEqual(
        rig.exchanges.all.map(({ codes, reply }) => [codes?.unread, reply?.note]),
        [undefined, true, true].map((unread) => [unread, 'Nothing was sent. The call ended.']),
      );
    });

    it('of several calls do not bypass the rate limit while others are read', async () => {
      rig.rateLimits = { requestsPerMinute: 1, maxPending: 5 };
      const calls = [1, 2].map(() => throughRounds(async () => input({ a: form('a'), b: form('b') }), {}, rig.context));
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
        return input({ a: form() });
      };
      await assert.rejects(throughRounds(send, {}, rig.context), { message: 'cancelled' });
      assert.deepEqual([rig.inbox.pending.length, rig.exchanges.all.length], [0, 0]);
    });

    it('do not mark a form that repeats a declined one', async () => {
      const result = rig.run([input({ a: form() }), input({ a: form() }), 'done']);
      await rig.decide({ action: 'decline' });
      const second = await rig.decide(accept);
      assert.equal(second.mode === 'form' && second.acceptedBefore, undefined);
      await result;
    });
  });
});
