import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { formKey, pageKey } from '#core/elicitation/elicitationKey.ts';
import { AcceptedInCall } from '#core/elicitation/previousAnswers.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { settled } from '#test/host/until.ts';
import { input, RoundsRig } from '#test/unit/core/elicitation/rounds/roundsRig.ts';

/** NFKC makes 18 characters of it. */
const long = '\ufdfa';
/** UTF-16 code units of one text that are normalized. */
const ofOneText = 2000;
const pageUrl = 'https://example.com/a';

/** How many UTF-16 code units are brought to one form for each letter (NFKC) meanwhile. */
async function normalized(work: () => unknown): Promise<number> {
  const { normalize } = String.prototype;
  let units = 0;
  const count = function (this: string, kind?: string) {
    units += kind === 'NFKC' ? this.length : 0;
    return normalize.call(this, kind);
  };
  Object.defineProperty(String.prototype, 'normalize', { value: count });
  try {
    await work();
  } finally {
    Object.defineProperty(String.prototype, 'normalize', { value: normalize });
  }
  return units;
}

describe('the subjects of two pages', () => {
  const subject = (message: string) => pageKey({ url: pageUrl, message });

  it('are the same if their messages differ in invisible characters', () => {
    assert.equal(subject('Pay\u200b  now'), subject('Pay now'));
    assert.equal(subject(`Pay\u200b${'x'.repeat(5000)}`.slice(0, 3001)), subject(`Pay\u200b${'x'.repeat(2997)}`));
  });

  it('differ if their messages differ at any position', () => {
    const message = 'Pay now. '.repeat(1000);
    assert.notEqual(subject(`${message}1 EUR`), subject(`${message}2 EUR`));
    assert.notEqual(subject('Pay'), subject('Play'));
    const upToTheBound = 'x'.repeat(ofOneText - 1);
    assert.notEqual(subject(`${upToTheBound} now`), subject(`${upToTheBound}\u200bnow`));
  });

  it('differ by the normalized beginning of a long message and its raw rest', async () => {
    const units = await normalized(() => subject(long.repeat(100_000)));
    assert.ok(units <= ofOneText, `${units}`);
  });
});

describe('the subjects of two forms', () => {
  const subject = (schema: unknown, message = 'Name?') => formKey({ message, schema });
  /** An object in an object, and so on. */
  const nested = (depth: number, inside: unknown) => {
    let value = inside;
    for (let level = 0; level < depth; level += 1) {
      value = { a: value };
    }
    return { type: 'object', properties: {}, examples: [value] };
  };

  it('differ by values at the maximum depth', () => {
    assert.equal(subject(nested(98, 'x')), subject(nested(98, 'x')));
    assert.notEqual(subject(nested(98, 'x')), subject(nested(98, 'y')));
    assert.match(subject(nested(98, 'x')), /^[\w+/=]{44}$/);
  });

  it('are the same for any order of properties and with invisible characters', () => {
    const one = { properties: { a: { title: 'A', type: 'string' }, b: { type: 'number' } }, type: 'object' };
    const other = { type: 'object', properties: { b: { type: 'number' }, a: { type: 'string', title: 'A\u200b' } } };
    assert.equal(subject(one), subject(other));
    assert.equal(subject({ a: 1, 'a\u200b': 2 }), subject({ 'a\u200b': 2, a: 1 }));
  });

  it('differ if a list replaces an object, a text a number, or a value another', () => {
    const schemas = [{ a: [['b', 1]] }, { a: { b: 1 } }, { a: { b: '1' } }, { a: { b: 2 } }, { a: [['b', '1']] }];
    assert.equal(new Set(schemas.map((schema) => subject(schema))).size, schemas.length);
  });

  it('keep a property such as __proto__', () => {
    assert.notEqual(subject(JSON.parse('{"__proto__":{"a":1}}')), subject(JSON.parse('{"__proto__":{"a":2}}')));
  });

  it('differ by the normalized beginnings of a limited number of texts and the raw rest', async () => {
    const schema = (last: string) => ({ $comment: [...Array(100).fill(long.repeat(3000)), last] });
    const units = await normalized(() => subject(schema(long.repeat(100_000)), long.repeat(100_000)));
    assert.ok(units <= 50_000, `${units}`);
    assert.notEqual(subject(schema('é')), subject(schema('è')));
  });
});

describe('the subject of a repeated page', () => {
  it('is not computed if no page was opened at this address', async () => {
    const accepted = new AcceptedInCall();
    const has = (url: string) => accepted.hasPage({ url, message: long.repeat(100) });
    assert.equal(await normalized(() => has(pageUrl)), 0);
    accepted.addPage({ url: pageUrl, message: long.repeat(100) });
    assert.equal(await normalized(() => assert.equal(has('https://example.com/b'), false)), 0);
    assert.equal(has(pageUrl), true);
  });

  const asking = (message: string) => ({
    method: 'elicitation/create',
    params: { mode: 'url', url: pageUrl, message },
  });
  const twenty = (message: string) =>
    input(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, asking(message)])));

  /** Of a round that comes while the server is muted, after the user has opened the page, or before anything was asked. */
  async function normalizedOf(round: object, hasOpened: boolean): Promise<number> {
    const rig = new RoundsRig();
    const questions = Object.keys((round as { inputRequests: object }).inputRequests).length;
    const arrives = () =>
      settled(() => rig.suspendedCalls.all.some(({ withheld }) => withheld?.requests === questions));
    if (!hasOpened) {
      rig.rateLimiter.mute('user:mine');
    }
    const units = await normalized(async () => {
      const result = rig.run([...(hasOpened ? [input({ a: asking('Open it') })] : []), round]);
      if (hasOpened) {
        await rig.pendingRequests();
        rig.rateLimiter.mute('user:mine');
        await rig.decide({ action: 'accept' });
      }
      await arrives();
      rig.callEnd.abort(new Error('over'));
      await assert.rejects(result, /over/);
    });
    return units;
  }

  it('is not computed in a round of a muted server without opened pages', async () => {
    assert.equal(await normalizedOf(twenty(long.repeat(50_000)), false), 0);
  });

  it('is computed within limits if a muted server had the page opened before', async () => {
    const units = await normalizedOf(twenty(long.repeat(50_000)), true);
    assert.ok(units <= 20 * ofOneText + 100, `${units}`);
  });

  it('is not computed for a message beyond the length limit', async () => {
    const units = await normalizedOf(input({ a: asking('\u00e9'.repeat(1_000_001)) }), true);
    assert.ok(units < 100, `${units}`);
  });

  it('is computed once per request of a round', async () => {
    const rig = new RoundsRig();
    const requests = Array.from({ length: 50 }, (_, index) => [`q${index}`, asking(`${index} ${long.repeat(3000)}`)]);
    const units = await normalized(async () => {
      const result = rig.run([input(Object.fromEntries(requests)), 'done']);
      await rig.pendingRequests(50);
      for (const { id } of rig.inbox.pending) {
        rig.inbox.decide(id, { action: 'decline' });
      }
      assert.equal(await result, 'done');
    });
    assert.ok(units <= 50 * ofOneText, `${units}`);
  });

  it('is computed within limits for the entries of the error -32042', async () => {
    const rig = new RoundsRig();
    const message = long.repeat(50_000);
    const elicitations = Array.from({ length: 20 }, (_, index) => ({ ...required(`${index}`), message }));
    const units = await normalized(async () => {
      const result = throughRequiredUrls(async () => {
        throw new ProtocolError(-32042, 'Needed', { elicitations });
      }, rig.context);
      await rig.decide({ action: 'decline' });
      await assert.rejects(result, { name: 'CallDeclined' });
    });
    assert.ok(units <= 20 * ofOneText, `${units}`);
  });
});
