import assert from 'node:assert/strict';
import { ProtocolError } from '@modelcontextprotocol/client';
import { formKey, pageKey } from '#core/elicitation/elicitationKey.ts';
import { AcceptedInCall } from '#core/elicitation/previousAnswers.ts';
import { throughRequiredUrls } from '#core/elicitation/rounds/requiredUrls.ts';
import { required } from '#test/host/samples.ts';
import { settled } from '#test/host/until.ts';
import { RoundsRig, roundWith } from '#test/unit/core/elicitation/rounds/roundsRig.ts';

/** A character that NFKC expands to 18. */
const expanding = '\ufdfa';
/** The maximum number of UTF-16 code units that are normalized of one text. */
const maxUnitsOfText = 2000;
const pageUrl = 'https://example.com/a';

/** Runs `action`. Returns the number of UTF-16 code units that were normalized to NFKC meanwhile. */
async function countNormalizedUnits(action: () => unknown): Promise<number> {
  const { normalize } = String.prototype;
  let units = 0;
  const count = function (this: string, form?: string) {
    units += form === 'NFKC' ? this.length : 0;
    return normalize.call(this, form);
  };
  Object.defineProperty(String.prototype, 'normalize', { value: count });
  try {
    await action();
  } finally {
    Object.defineProperty(String.prototype, 'normalize', { value: normalize });
  }
  return units;
}

describe('the keys of two pages', () => {
  const key = (message: string) => pageKey({ url: pageUrl, message });

  it('are equal if their messages differ in invisible characters', () => {
    assert.equal(key('Pay\u200b  now'), key('Pay now'));
    assert.equal(key(`Pay\u200b${'x'.repeat(5000)}`.slice(0, 3001)), key(`Pay\u200b${'x'.repeat(2997)}`));
  });

  it('differ if their messages differ at any position', () => {
    const message = 'Pay now. '.repeat(1000);
    assert.notEqual(key(`${message}1 EUR`), key(`${message}2 EUR`));
    assert.notEqual(key('Pay'), key('Play'));
    const normalizedPart = 'x'.repeat(maxUnitsOfText - 1);
    assert.notEqual(key(`${normalizedPart} now`), key(`${normalizedPart}\u200bnow`));
  });

  it('normalize only the beginning of a long message', async () => {
    const units = await countNormalizedUnits(() => key(expanding.repeat(100_000)));
    assert.ok(units <= maxUnitsOfText, `${units}`);
  });
});

describe('the keys of two forms', () => {
  const key = (schema: unknown, message = 'Name?') => formKey({ message, schema });
  /** A schema with an example in which `depth` objects are around `inside`. */
  const nested = (depth: number, inside: unknown) => {
    let value = inside;
    for (let level = 0; level < depth; level += 1) {
      value = { a: value };
    }
    return { type: 'object', properties: {}, examples: [value] };
  };

  /** `schemaBounds.depth` without the schema itself and its array of examples. */
  const maxNesting = 98;

  it('differ by values at the maximum depth', () => {
    assert.equal(key(nested(maxNesting, 'x')), key(nested(maxNesting, 'x')));
    assert.notEqual(key(nested(maxNesting, 'x')), key(nested(maxNesting, 'y')));
    assert.match(key(nested(maxNesting, 'x')), /^[\w+/=]{44}$/);
  });

  it('are equal for another order of properties, and with invisible characters', () => {
    const one = { properties: { a: { title: 'A', type: 'string' }, b: { type: 'number' } }, type: 'object' };
    const other = { type: 'object', properties: { b: { type: 'number' }, a: { type: 'string', title: 'A\u200b' } } };
    assert.equal(key(one), key(other));
    assert.equal(key({ a: 1, 'a\u200b': 2 }), key({ 'a\u200b': 2, a: 1 }));
  });

  it('differ if an array replaces an object, a string a number, or a value another value', () => {
    const schemas = [{ a: [['b', 1]] }, { a: { b: 1 } }, { a: { b: '1' } }, { a: { b: 2 } }, { a: [['b', '1']] }];
    assert.equal(new Set(schemas.map((schema) => key(schema))).size, schemas.length);
  });

  it('depend on a property named __proto__', () => {
    assert.notEqual(key(JSON.parse('{"__proto__":{"a":1}}')), key(JSON.parse('{"__proto__":{"a":2}}')));
  });

  it('normalize at most 50,000 code units of all texts together, and use the raw rest', async () => {
    const schema = (last: string) => ({ $comment: [...Array(100).fill(expanding.repeat(3000)), last] });
    const units = await countNormalizedUnits(() => key(schema(expanding.repeat(100_000)), expanding.repeat(100_000)));
    assert.ok(units <= 50_000, `${units}`);
    assert.notEqual(key(schema('é')), key(schema('è')));
    assert.notEqual(key(schema('\u00e9')), key(schema('e\u0301')));
  });
});

describe('the key of a repeated page', () => {
  it('is not computed if no page was opened at this URL', async () => {
    const accepted = new AcceptedInCall();
    const has = (url: string) => accepted.hasPage({ url, message: expanding.repeat(100) });
    assert.equal(await countNormalizedUnits(() => has(pageUrl)), 0);
    accepted.addPage({ url: pageUrl, message: expanding.repeat(100) });
    assert.equal(await countNormalizedUnits(() => assert.equal(has('https://example.com/b'), false)), 0);
    assert.equal(has(pageUrl), true);
  });

  const pageRequest = (message: string) => ({
    method: 'elicitation/create',
    params: { mode: 'url', url: pageUrl, message },
  });
  const twentyPages = (message: string) =>
    roundWith(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, pageRequest(message)])));

  /**
   * Runs a call with this round for a muted server. With `afterOpenedPage`, the user has opened a page at `pageUrl` before.
   * Returns the number of normalized units.
   */
  async function countUnitsOfRound(round: object, afterOpenedPage: boolean): Promise<number> {
    const rig = new RoundsRig();
    const requestCount = Object.keys((round as { inputRequests: object }).inputRequests).length;
    const waitUntilWithheld = () =>
      settled(() => rig.suspendedCalls.all.some(({ withheld }) => withheld?.requests === requestCount));
    if (!afterOpenedPage) {
      rig.rateLimiter.mute('user:mine');
    }
    const units = await countNormalizedUnits(async () => {
      const result = rig.run([...(afterOpenedPage ? [roundWith({ a: pageRequest('Open it') })] : []), round]);
      if (afterOpenedPage) {
        await rig.pendingRequests();
        rig.rateLimiter.mute('user:mine');
        await rig.decide({ action: 'accept' });
      }
      await waitUntilWithheld();
      rig.callEnd.abort(new Error('over'));
      await assert.rejects(result, /over/);
    });
    return units;
  }

  it('is not computed in a round of a muted server without opened pages', async () => {
    assert.equal(await countUnitsOfRound(twentyPages(expanding.repeat(50_000)), false), 0);
  });

  it('is computed within limits if the user opened a page at this URL before the server was muted', async () => {
    const units = await countUnitsOfRound(twentyPages(expanding.repeat(50_000)), true);
    assert.ok(units <= 20 * maxUnitsOfText + 100, `${units}`);
  });

  it('is not computed for a message beyond the length limit', async () => {
    const units = await countUnitsOfRound(roundWith({ a: pageRequest('\u00e9'.repeat(1_000_001)) }), true);
    assert.ok(units < 100, `${units}`);
  });

  it('is computed once per request of a round', async () => {
    const rig = new RoundsRig();
    const requests = Array.from({ length: 50 }, (_, index) => [
      `q${index}`,
      pageRequest(`${index} ${expanding.repeat(3000)}`),
    ]);
    const units = await countNormalizedUnits(async () => {
      const result = rig.run([roundWith(Object.fromEntries(requests)), 'done']);
      await rig.pendingRequests(50);
      for (const { id } of rig.inbox.pending) {
        rig.inbox.decide(id, { action: 'decline' });
      }
      assert.equal(await result, 'done');
    });
    assert.ok(units <= 50 * maxUnitsOfText, `${units}`);
  });

  it('is computed within limits for the entries of the error -32042', async () => {
    const rig = new RoundsRig();
    const message = expanding.repeat(50_000);
    const elicitations = Array.from({ length: 20 }, (_, index) => ({ ...required(`${index}`), message }));
    const units = await countNormalizedUnits(async () => {
      const result = throughRequiredUrls(async () => {
        throw new ProtocolError(-32042, 'Needed', { elicitations });
      }, rig.context);
      await rig.decide({ action: 'decline' });
      await assert.rejects(result, { name: 'CallDeclined' });
    });
    assert.ok(units <= 20 * maxUnitsOfText, `${units}`);
  });
});
