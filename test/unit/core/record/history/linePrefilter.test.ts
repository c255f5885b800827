import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import type { CallBody, EntryBody } from '#core/record/entries/entry.ts';
import { parseEntry } from '#core/record/entries/parseEntry.ts';
import { filteredReader } from '#core/record/history/linePrefilter.ts';
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
    asker: fc.oneof(
      fc.constant(undefined),
      fc.record({
        kind: fc.constantFrom('agent', 'extension'),
        name: words,
        server: words,
        isConnected: fc.boolean(),
      }),
    ),
    call: fc.record({ kind: fc.constantFrom('tool', 'prompt'), target: words }),
  })
  .map((changes) => testOutcome(changes));
const filters: fc.Arbitrary<RecordFilter> = fc.record(
  {
    only: fc.constantFrom('requests', 'calls'),
    caller: fc.oneof(
      fc.constantFrom('editor', 'extension'),
      words.map((name) => `agent:${name}`),
    ),
    server: words,
    tool: words,
    decision: fc.constantFrom('accept', 'decline', 'cancel', 'withdrawn'),
    callOutcome: fc.constantFrom('completed', 'declined', 'failed'),
    undelivered: fc.constant(true),
    mode: fc.constantFrom('form', 'url'),
    text: words,
    from: fc.integer({ min: march - 2, max: march + 2 }),
    to: fc.integer({ min: march - 2, max: march + 2 }),
  },
  { requiredKeys: [] },
);

const calls: fc.Arbitrary<CallBody> = fc
  .record({
    server: fc.record({ id: words, name: words }),
    call: fc.record({ kind: fc.constant('tool'), target: words }),
    by: fc.constantFrom('person', 'program', 'agent'),
    agent: words,
    outcome: fc.constantFrom('completed', 'declined', 'cancelled', 'failed'),
    ms: fc.nat(),
  })
  .map((body) => ({ kind: 'call', ...body }));
const bodies = fc.oneof(
  outcomes.map((outcome) => elicitationEntry(outcome, 'full')),
  calls,
);

describe('the line prefilter', () => {
  it('never excludes a matching line, and returns the time of an excluded line', () => {
    fc.assert(
      fc.property(bodies, filters, fc.integer({ min: -2, max: 2 }), (one, filter, later) => {
        const line = lineOf(one, march + later);
        const read = filteredReader(filter)(line) ?? assert.fail('the line is an entry');
        const entry = parseEntry(line) ?? assert.fail('the line is an entry');
        assert.equal(read.at, entry.at);
        if (!read.entry) {
          assert.equal(entryMatcher(filter)(entry), false);
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
      { only: 'calls' },
      { caller: 'agent:Codex' },
      { caller: 'extension' },
      { tool: 'book' },
      { callOutcome: 'completed' },
      { text: 'nowhere' },
      { text: 'Nirgends, möglicherweise' },
      { from: march + 1 },
      { to: march },
    ] satisfies RecordFilter[]) {
      assert.deepEqual(filteredReader(filter)(line), { at }, JSON.stringify(filter));
    }
  });

  it('does not exclude lines of an unknown format', () => {
    const line = lineOf(elicitationEntry(testOutcome(), 'full')).toString();
    const read = filteredReader({ text: 'nowhere' });
    // A line of an unknown format is parsed: whether it is an entry is not known before.
    for (const changed of ['hello', '', line.replace('"v":1', '"v":2'), line.replace('"kind":', '"king":')]) {
      assert.equal(read(Buffer.from(changed)), undefined, changed.slice(0, 20));
    }
    const spaced = JSON.stringify(JSON.parse(line), undefined, 1).replaceAll('\n', '');
    assert.ok(read(Buffer.from(spaced))?.entry);
    assert.ok(filteredReader({})(Buffer.from(line))?.entry);
    assert.ok(filteredReader({ text: 'ΟΔΟΣ' })(Buffer.from(line))?.entry);
  });
});
