import assert from 'node:assert/strict';
import fc from 'fast-check';
import { emptyHead, link } from '../../../../src/core/record/chain.ts';
import { elicitationEntry, type Fate } from '../../../../src/core/record/elicitationEntry.ts';
import type { Body } from '../../../../src/core/record/entry.ts';
import { type Filter, filterTest } from '../../../../src/core/record/filter.ts';
import { parseEntry } from '../../../../src/core/record/parseEntry.ts';
import { sieveOf } from '../../../../src/core/record/sieve.ts';
import { fate, march } from './rig.ts';

function lineOf(body: Body, time = march): Buffer {
  const { line } = link(emptyHead('file'), JSON.stringify({ at: new Date(time).toISOString(), ...body }));
  return Buffer.from(line.trimEnd());
}

const words = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.constantFrom(
    'Garden',
    'gARDEN',
    '\u212a',
    '\u0130',
    '"',
    '\\',
    '\n',
    'ü',
    'Straße',
    '\ud800',
    'k',
    'i',
    'true',
    '7',
  ),
);
const fates: fc.Arbitrary<Fate> = fc
  .record({
    message: words,
    server: fc.record({ id: words, name: words }),
    decision: fc.constantFrom('accept', 'decline', 'withdrawn'),
    delivery: fc.constantFrom('refused', 'unknown', undefined),
    mode: fc.constantFrom('form', 'url', undefined),
    opened: fc.constantFrom(true, undefined),
    content: fc.record({ seat: fc.oneof(words, fc.boolean(), fc.integer(), fc.array(words)) }),
  })
  .map((changes) => fate(changes));
const filters: fc.Arbitrary<Filter> = fc.record(
  {
    server: words,
    decision: fc.constantFrom('accept', 'decline', 'withdrawn'),
    undelivered: fc.constant(true),
    mode: fc.constantFrom('form', 'url'),
    text: words,
    from: fc.integer({ min: march - 2, max: march + 2 }),
    to: fc.integer({ min: march - 2, max: march + 2 }),
  },
  { requiredKeys: [] },
);

describe('the sieve of a filter', () => {
  it('never passes over what is wanted, and knows when what it passes over was', () => {
    fc.assert(
      fc.property(fates, filters, fc.integer({ min: -2, max: 2 }), (one, filter, later) => {
        const line = lineOf(elicitationEntry(one, 'full'), march + later);
        const at = sieveOf(filter)?.(line);
        const entry = parseEntry(line) ?? assert.fail('it is an entry');
        if (at !== undefined) {
          assert.equal(filterTest(filter)(entry), false);
          assert.equal(at, entry.at);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('passes over what is not wanted without taking it apart', () => {
    const line = lineOf(elicitationEntry(fate(), 'full'));
    const at = new Date(march).toISOString();
    for (const filter of [
      { server: 'user:bank' },
      { decision: 'decline' },
      { mode: 'url' },
      { text: 'nowhere' },
      { text: 'Nirgends, möglicherweise' },
      { from: march + 1 },
      { to: march },
    ] satisfies Filter[]) {
      assert.equal(sieveOf(filter)?.(line), at, JSON.stringify(filter));
    }
  });

  it('leaves what it does not know to those who take it apart', () => {
    const line = lineOf(elicitationEntry(fate(), 'full')).toString();
    const sieve = sieveOf({ text: 'nowhere' });
    for (const changed of ['hello', '', line.replace('"v":1', '"v":2'), line.replace('"kind":', '"king":')]) {
      assert.equal(sieve?.(Buffer.from(changed)), undefined, changed.slice(0, 20));
    }
    assert.equal(sieveOf({}), undefined);
    assert.equal(sieveOf({ text: 'ΟΔΟΣ' }), undefined);
  });
});
