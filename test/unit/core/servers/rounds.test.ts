import assert from 'node:assert/strict';
import type { RoundPauses } from '../../../../src/core/servers/patience.ts';
import { type AnswerRound, throughRounds } from '../../../../src/core/servers/rounds.ts';
import { AskingRig, only, page, readingOf, settled } from './asking.ts';

type Sent = Record<string, unknown>;

const nameSchema = { type: 'object', properties: { name: { type: 'string' } } };
const form = (message = 'Name?') => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: nameSchema },
});
const url = (name: string) => ({ method: 'elicitation/create', params: page(name) });
const input = (inputRequests?: unknown, requestState?: unknown) => ({
  resultType: 'input_required',
  ...(inputRequests !== undefined && { inputRequests }),
  ...(requestState !== undefined && { requestState }),
});
const accept = { action: 'accept', content: { name: 'Ann' } } as const;
const never = 2_000_000_000;
const quick: RoundPauses = { first: 1, longest: 1, firstForPage: 1, longestForPage: 1 };
/** Nothing is sent again before a person says so. */
const patient: RoundPauses = { first: 1, longest: 1, firstForPage: never, longestForPage: never };

describe('rounds', () => {
  let rig: AskingRig;
  let sent: Sent[];
  beforeEach(() => {
    rig = new AskingRig();
    sent = [];
  });

  /** A call that is answered with `results` in turn; the last one goes on for ever. */
  function call(results: readonly unknown[], pauses = quick, context = rig.context): Promise<unknown> {
    const send = async (params: Sent) => {
      sent.push(params);
      return results[Math.min(sent.length, results.length) - 1];
    };
    const result = throughRounds(send, { name: 'tool' }, context, pauses);
    result.catch(() => undefined);
    return result;
  }

  const lastAnswers = () => sent.at(-1)?.['inputResponses'];

  describe('that ask', () => {
    it('enter the inbox together as one group and are answered together, each with what was decided', async () => {
      const result = call([input({ a: form('A?'), b: url('b'), c: form('C?') }, 's'), 'done']);
      const [a, b, c] = await rig.asked(3);
      assert.deepEqual(
        [a, b, c].map((request) => request?.group?.index),
        [0, 1, 2],
      );
      assert.equal(new Set([a, b, c].map((request) => request?.group?.id)).size, 1);
      assert.deepEqual([a?.mode, b?.mode, c?.mode], ['form', 'url', 'form']);
      assert.ok([a, b, c].every((request) => request?.group?.size === 3 && request.call?.id === 'call'));
      rig.inbox.decide(c?.id ?? '', { action: 'cancel' });
      rig.inbox.decide(b?.id ?? '', { action: 'decline' });
      assert.equal(sent.length, 1);
      rig.inbox.decide(a?.id ?? '', accept);
      assert.equal(await result, 'done');
      assert.deepEqual(sent[1], {
        name: 'tool',
        inputResponses: { a: accept, b: { action: 'decline' }, c: { action: 'cancel' } },
        requestState: 's',
      });
    });

    it('for one thing make no group, and for a page get no content', async () => {
      const result = call([input({ a: url('a') }), 'done']);
      assert.equal((await rig.decide({ action: 'accept', content: { odd: 1 } })).group, undefined);
      await result;
      assert.deepEqual(sent[1], { name: 'tool', inputResponses: { a: { action: 'accept' } } });
    });

    it('keep keys that objects have ideas about', async () => {
      const requests = JSON.parse(
        JSON.stringify({ x: form('A'), constructor: form('B') }).replace('"x"', '"__proto__"'),
      );
      const result = call([input(requests), 'done']);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      await result;
      assert.equal(
        JSON.stringify(lastAnswers()),
        '{"__proto__":{"action":"accept","content":{"name":"Ann"}},"constructor":{"action":"decline"}}',
      );
    });

    it('answer for the folders by themselves', async () => {
      const roots = { all: () => [{ uri: 'file:///a', name: 'a' }], onDidChange: () => ({ dispose: () => undefined }) };
      const result = call([input({ r: { method: 'roots/list' }, a: form() }), 'done'], quick, {
        ...rig.context,
        roots,
      });
      await rig.decide(accept);
      await result;
      assert.deepEqual(lastAnswers(), { r: { roots: [{ uri: 'file:///a', name: 'a' }] }, a: accept });
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
      it(`for ${what} end the call before anybody is asked`, async () => {
        let asked = 0;
        rig.inbox.onDidArrive(() => {
          asked += 1;
        });
        await assert.rejects(call([input({ a: form(), b: request })]), { name: 'CallFailed', message: words });
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

    it('for more than can be shown end the call', async () => {
      const many = Object.fromEntries(Array.from({ length: 51 }, (_, key) => [String(key), form()]));
      await assert.rejects(call([input(many)]), { name: 'CallFailed', message: /51 things at once/ });
      assert.equal(rig.exchanges.all.length, 1);
    });

    it('are withdrawn together', async () => {
      const result = call([input({ a: form(), b: form() })]);
      const [a] = await rig.asked(2);
      rig.inbox.withdraw(a?.id ?? '', { by: 'host', reason: 'The call was cancelled.' });
      await assert.rejects(result, { name: 'CallCancelled', summary: 'The call was cancelled.' });
      assert.equal(rig.inbox.pending.length, 0);
      assert.equal(sent.length, 1);
      assert.match(rig.lastExchange.reply?.note ?? '', /^Nothing was sent\. The call was cancelled\.$/);
    });

    it('the very same form right after an accept say so, with what was answered', async () => {
      const result = call([input({ a: form() }), input({ b: form() }), input({ c: form('Another?') }), 'done']);
      const first = await rig.decide(accept);
      const second = await rig.decide({ action: 'decline' });
      const third = await rig.decide(accept);
      await result;
      assert.deepEqual(
        [first, second, third].map((request) => request.mode === 'form' && request.acceptedBefore),
        [undefined, accept.content, undefined],
      );
    });

    it('the same form again say so however many others came between, or what cannot be seen is in it', async () => {
      const other = { ...form('B'), params: { ...form('B').params, mode: 'form' } };
      const hidden = {
        message: 'A\u200b\u2060',
        requestedSchema: { properties: nameSchema.properties, type: 'object' },
      };
      const result = call([
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

    it('for one page under two keys ask once, and both get the answer', async () => {
      const result = call([input({ a: url('a'), b: url('a') }), 'done']);
      assert.equal(only(await rig.asked()).group, undefined);
      await rig.decide({ action: 'accept' });
      await result;
      assert.deepEqual(lastAnswers(), { a: { action: 'accept' }, b: { action: 'accept' } });
      assert.ok(rig.exchanges.all.every(({ reply }) => reply?.sent !== undefined));
    });

    it('with a key of any length end the call, and none of it is kept', async () => {
      const result = call([input({ ['k'.repeat(1001)]: { method: 'roots/list' } })]);
      await assert.rejects(result, { name: 'CallFailed', message: /a key of more than 1000 characters/ });
      assert.equal(rig.lastExchange.key, undefined);
    });

    it('end the call when they are larger than can be read at once', async () => {
      const large = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`q${index}`, form('x'.repeat(100_000))]),
      );
      await assert.rejects(call([input(large)]), {
        name: 'CallFailed',
        message: /more than 5000000 characters in all/,
      });
    });

    it('ask nothing for a call that was cancelled while it was sent', async () => {
      const send = async () => {
        rig.end.abort(new Error('cancelled'));
        return input({ a: form() });
      };
      await assert.rejects(throughRounds(send, {}, rig.context), { message: 'cancelled' });
      assert.deepEqual([rig.inbox.pending.length, rig.exchanges.all.length], [0, 0]);
    });

    it('the same form after a decline do not', async () => {
      const result = call([input({ a: form() }), input({ a: form() }), 'done']);
      await rig.decide({ action: 'decline' });
      const second = await rig.decide(accept);
      assert.equal(second.mode === 'form' && second.acceptedBefore, undefined);
      await result;
    });
  });

  describe('with state', () => {
    for (const state of ['', ' \t\r\n', '{"a":1}', 'ä€😀\u202e\u0000\u2028', '\ud800 alone', 'x'.repeat(100_000)]) {
      it(`give back ${JSON.stringify(state.slice(0, 20))} as it was`, async () => {
        await call([input(undefined, state), 'done']);
        assert.deepEqual(sent[1], { name: 'tool', requestState: state });
      });
    }

    it('send none where none came, nor that of a round before', async () => {
      const result = call([input(undefined, 'first'), input({ a: form() }), 'done']);
      await rig.decide(accept);
      await result;
      assert.deepEqual(sent[2], { name: 'tool', inputResponses: { a: accept } });
    });

    for (const [what, result] of [
      ['neither requests nor state', input()],
      ['requests that are a list', input([])],
      ['state that is no text', input({}, 7)],
    ] as const) {
      it(`end the call for ${what}`, async () => {
        await assert.rejects(call([result]), { name: 'CallFailed', message: /does not follow the protocol/ });
      });
    }
  });

  describe('that ask nothing', () => {
    it('are repeated after growing pauses', async () => {
      const began = Date.now();
      await call([input({}, 's'), input({}, 's'), input({}, 's'), 'done'], { ...quick, first: 20, longest: 40 });
      assert.equal(sent.length, 4);
      assert.ok(Date.now() - began >= 95, `${Date.now() - began} ms`);
    });

    it('wait after ten in a row until the person goes on, ten more at a time, or stops', async () => {
      const result = call([input(undefined, 's')]);
      const hold = await rig.held(10);
      assert.equal(sent.length, 11);
      assert.deepEqual([hold.visits, hold.resends, hold.call?.id], [[], true, 'call']);
      rig.holds.continue(hold.id);
      const again = await rig.held(20);
      assert.deepEqual([again.id, sent.length], [hold.id, 21]);
      rig.holds.stop(hold.id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual(rig.holds.all, []);
      assert.equal(sent.length, 21);
    });

    it('count anew once somebody has answered', async () => {
      const nothing = Array.from({ length: 8 }, () => input(undefined, 's'));
      const result = call([...nothing, input({ a: form() }), ...nothing, 'done']);
      await rig.decide(accept);
      assert.equal(await result, 'done');
    });

    it('are not repeated once the call is cancelled', async () => {
      const result = call([input(undefined, 's')], { ...quick, first: never, longest: never });
      await settled(() => sent.length === 1);
      rig.end.abort(new Error('over'));
      await assert.rejects(result);
      assert.equal(sent.length, 1);
    });
  });

  describe('that ask for the page again that was opened', () => {
    it('hold the call without asking, until the person goes on', async () => {
      const result = call(
        [input({ a: url('a') }, '1'), input({ b: url('a') }, '2'), input({ b: url('a') }, '3'), 'done'],
        patient,
      );
      await rig.decide({ action: 'accept' });
      const hold = await rig.held();
      assert.deepEqual(hold.visits, [
        {
          url: 'https://example.com/a',
          reading: readingOf('https://example.com/a'),
          message: 'Open a',
          elicitationId: undefined,
          done: false,
        },
      ]);
      assert.equal(hold.resends, true);
      rig.holds.continue(hold.id);
      assert.equal((await rig.held(1)).id, hold.id);
      assert.deepEqual(sent[2], { name: 'tool', inputResponses: { b: { action: 'accept' } }, requestState: '2' });
      rig.holds.continue(hold.id);
      assert.equal(await result, 'done');
      assert.deepEqual(rig.holds.all, []);
      assert.equal(rig.inbox.pending.length, 0);
    });

    it('are repeated by themselves after growing pauses, without end', async () => {
      const results = [input({ a: url('a') }), ...Array.from({ length: 15 }, () => input({ a: url('a') })), 'done'];
      const result = call(results);
      await rig.decide({ action: 'accept' });
      assert.equal(await result, 'done');
    });

    it('ask what is new, and answer the page by themselves', async () => {
      const result = call([input({ a: url('a') }), input({ a: url('a'), b: form(), c: url('c') }), 'done'], patient);
      await rig.decide({ action: 'accept' });
      const [b, c] = await rig.asked(2);
      assert.deepEqual([b?.mode, c?.mode, b?.group?.size], ['form', 'url', 2]);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      await result;
      assert.deepEqual(lastAnswers(), { a: { action: 'accept' }, b: accept, c: { action: 'decline' } });
    });

    it('ask again for a page that was declined', async () => {
      const result = call([input({ a: url('a') }), input({ a: url('a') }), 'done'], patient);
      await rig.decide({ action: 'decline' });
      await rig.decide({ action: 'decline' });
      assert.equal(await result, 'done');
    });

    it('end when the person stops, or the call is cancelled', async () => {
      const stopped = call([input({ a: url('a') })], patient);
      await rig.decide({ action: 'accept' });
      rig.holds.stop((await rig.held()).id);
      await assert.rejects(stopped, { name: 'CallCancelled' });
      assert.deepEqual(rig.cancelled, ['call']);
      assert.match(rig.lastExchange.reply?.note ?? '', /Nothing was sent/);

      rig = new AskingRig();
      sent = [];
      const cancelled = call([input({ a: url('a') })], patient);
      await rig.decide({ action: 'accept' });
      await rig.held();
      rig.end.abort(new Error('cancelled'));
      await assert.rejects(cancelled, { message: 'cancelled' });
      assert.deepEqual(rig.holds.all, []);
    });

    it('end when the person stops while the call is being sent again', async () => {
      let sendings = 0;
      const result = throughRounds(
        async () => {
          sendings += 1;
          return sendings < 3 ? input({ a: url('a') }) : new Promise(() => undefined);
        },
        {},
        rig.context,
        quick,
      );
      result.catch(() => undefined);
      await rig.decide({ action: 'accept' });
      await settled(() => rig.holds.all[0]?.trying === true);
      rig.holds.stop(only(rig.holds.all).id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual([rig.cancelled, rig.holds.all], [['call'], []]);
    });

    it('in another call ask anew', async () => {
      const first = call([input({ a: url('a') }), 'done']);
      await rig.decide({ action: 'accept' });
      await first;
      sent = [];
      const other = { ...rig.call, id: 'other' };
      const second = call([input({ a: url('a') }), 'done'], patient, { ...rig.context, call: other });
      assert.equal((await rig.decide({ action: 'decline' })).mode, 'url');
      await second;
    });
  });

  it('are written down: what came, what was found, and the exact reply', async () => {
    const requests = { a: form(), b: { ...url('b'), extra: 1 } };
    const result = call([input(requests), 'done']);
    const [a] = await rig.asked(2);
    await rig.decide(accept);
    await rig.decide({ action: 'cancel' });
    await result;
    const [first, second] = rig.exchanges.all;
    assert.equal(first?.id, a?.id);
    assert.deepEqual([first?.way, first?.key, first?.received], ['round', 'a', requests.a]);
    assert.deepEqual(first?.findings, ['Form mode: 1 field.', '"name": text; optional.']);
    assert.deepEqual(first?.reply?.sent, accept);
    assert.deepEqual(second?.received, requests.b);
    assert.deepEqual(second?.reply?.sent, { action: 'cancel' });
  });

  describe('inside of one sending, of a call that runs as a task', () => {
    /** Runs `task` with what answers its rounds. */
    function run(task: (answer: AnswerRound) => Promise<unknown>, pauses = quick): Promise<unknown> {
      const result = throughRounds((_, answer) => task(answer), {}, rig.context, pauses);
      result.catch(() => undefined);
      return result;
    }

    it('are answered by key, several at a time', async () => {
      const { signal } = rig.end;
      const result = run((answer) => Promise.all([answer({ a: form('A') }, signal), answer({ b: form('B') }, signal)]));
      await rig.asked(2);
      await rig.decide(accept);
      await rig.decide({ action: 'decline' });
      assert.deepEqual(await result, [{ a: accept }, { b: { action: 'decline' } }]);
    });

    it('hold the call for a page that was opened, one after another, until the person goes on or stops', async () => {
      const { signal } = rig.end;
      const answered: string[] = [];
      const result = run(async (answer) => {
        await answer({ a: url('a') }, signal);
        const again = (key: string) => answer({ [key]: url('a') }, signal).then(() => answered.push(key));
        return Promise.all([again('b'), again('c'), again('d')]);
      }, patient);
      await rig.decide({ action: 'accept' });
      const hold = await rig.held();
      assert.deepEqual([answered, hold.visits.length], [[], 1]);
      rig.holds.continue(hold.id);
      assert.equal((await rig.held(1)).id, hold.id);
      assert.deepEqual([answered, rig.inbox.pending.length], [['b'], 0]);
      rig.holds.stop(hold.id);
      await assert.rejects(result, { name: 'CallCancelled' });
      assert.deepEqual([answered, rig.holds.all], [['b'], []]);
    });

    it('wait for the person after ten that asked nobody', async () => {
      const roots = { all: () => [], onDidChange: () => ({ dispose: () => undefined }) };
      let answered = 0;
      const result = throughRounds(
        async (_, answer) => {
          for (; answered < 15; answered += 1) {
            await answer({ [answered]: { method: 'roots/list' } }, rig.end.signal);
          }
        },
        {},
        { ...rig.context, roots },
        quick,
      );
      rig.holds.continue((await rig.held(10)).id);
      await result;
      assert.equal(answered, 15);
    });

    it('leave the card of a page alone when something else is asked beside it', async () => {
      const { signal } = rig.end;
      const result = run(async (answer) => {
        await answer({ a: url('a') }, signal);
        return Promise.all([answer({ b: url('a') }, signal), answer({ c: form() }, signal)]);
      }, patient);
      await rig.decide({ action: 'accept' });
      await rig.asked();
      const hold = await rig.held();
      await rig.decide(accept);
      rig.holds.continue(hold.id);
      assert.deepEqual(await result, [{ b: { action: 'accept' } }, { c: accept }]);
      assert.deepEqual(rig.holds.all, []);
    });

    it('end the call for more than can be shown, counted together', async () => {
      const { signal } = rig.end;
      const many = (name: string) => Object.fromEntries(Array.from({ length: 30 }, (_, key) => [name + key, form()]));
      const result = run((answer) => Promise.all([answer(many('a'), signal), answer(many('b'), signal)]));
      await assert.rejects(result, { name: 'CallFailed', message: /60 things at once/ });
      assert.equal(rig.inbox.pending.length, 30);
    });
  });
});
