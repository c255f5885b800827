import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import type { EntryBody } from '#core/record/entries/entry.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { linePrefilter } from '#core/record/history/linePrefilter.ts';
import { entryMatcher, type RecordFilter } from '#core/record/history/recordFilter.ts';
import { chainEntry, emptyHead } from '#core/record/store/chain.ts';
import { march, testOutcome } from '#test/unit/core/record/recordTestBed.ts';

function lineOf(body: EntryBody, time = march): Buffer {
  const { line } = chainEntry(emptyHead('file'), JSON.stringify({ at: new Date(time).toISOString(), ...body }));
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
const outcomes: fc.Arbitrary<ElicitationOutcome> = fc
  .record({
    message: words,
    server: fc.record({ id: words, name: words }),
    decision: fc.constantFrom('accept', 'decline', 'withdrawn'),
    delivery: fc.constantFrom('refused', 'unknown', undefined),
    mode: fc.constantFrom('form', 'url', undefined),
    opened: fc.constantFrom(true, undefined),
    content: fc.record({ seat: fc.oneof(words, fc.boolean(), fc.integer(), fc.array(words)) }),
  })
  .map((changes) => testOutcome(changes));
const filters: fc.Arbitrary<RecordFilter> = fc.record(
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

describe('the line prefilter', () => {
  it('never excludes a matching line, and returns the time of an excluded line', () => {
    fc.assert(
      fc.property(outcomes, filters, fc.integer({ min: -2, max: 2 }), (one, filter, later) => {
        const line = lineOf(elicitationEntry(one, 'full'), march + later);
        const at = linePrefilter(filter)?.(line);
        const entry = parseEntry(line) ?? assert.fail('the line is an entry');
        if (at !== undefined) {
          assert.equal(entryMatcher(filter)(entry), false);
          assert.equal(at, entry.at);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('excludes lines that do not match without parsing them', () => {
    const line = lineOf(elicitationEntry(testOutcome(), 'full'));
    const at = new Date(march).toISOString();
    for (const filter of [
      { server: 'user:bank' },
      { decision: 'decline' },
      { mode: 'url' },
      { text: 'nowhere' },
      { text: 'Nirgends, möglicherweise' },
      { from: march + 1 },
      { to: march },
    ] satisfies RecordFilter[]) {
      assert.equal(linePrefilter(filter)?.(line), at, JSON.stringify(filter));
    }
  });

  it('does not exclude lines of an unknown format', () => {
    const line = lineOf(elicitationEntry(testOutcome(), 'full')).toString();
    const prefilter = linePrefilter({ text: 'nowhere' });
    for (const changed of ['hello', '', line.replace('"v":1', '"v":2'), line.replace('"kind":', '"king":')]) {
      assert.equal(prefilter?.(Buffer.from(changed)), undefined, changed.slice(0, 20));
    }
    assert.equal(linePrefilter({}), undefined);
    assert.equal(linePrefilter({ text: 'ΟΔΟΣ' }), undefined);
  });
});
