import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { deciders, type ElicitationBody, recordedDecisions } from '#core/record/entries/entry.ts';
import { EntryAggregator, elicitationAggregation } from '#core/record/entries/entryAggregator.ts';
import { testOutcome, unseenOutcome } from '#test/unit/core/record/recordTestBed.ts';

/** Records these outcomes within a minute. Returns the entries. */
function recordAll(outcomes: readonly ElicitationOutcome[]): readonly ElicitationBody[] {
  const bodies: ElicitationBody[] = [];
  const aggregator = new EntryAggregator<ElicitationBody>(elicitationAggregation, (body) =>
    bodies.push(JSON.parse(JSON.stringify(body))),
  );
  for (const one of outcomes) {
    aggregator.add(elicitationEntry(one, 'redacted'));
  }
  aggregator.flush();
  return bodies;
}

const countRequests = (bodies: readonly ElicitationBody[]) =>
  bodies.reduce((sum, { times: more = 1 }) => sum + more, 0);
const many = (changes: Partial<ElicitationOutcome>, count = 1000) =>
  Array.from({ length: count }, (_, index) => unseenOutcome({ id: `${index}`, ...changes }));

describe('many requests that were never shown', () => {
  const automatic: Readonly<Record<string, Partial<ElicitationOutcome>>> = {
    'refused by the rate limit': { decision: 'rate_limited', decidedBy: 'host' },
    muted: { decision: 'muted', decidedBy: 'host' },
    'that cannot be shown': { decision: 'refused', decidedBy: 'host' },
    'that the server cancels': { decision: 'withdrawn', decidedBy: 'server' },
    'whose connection is lost': { decision: 'withdrawn', decidedBy: 'connection' },
    'whose call is cancelled': { decision: 'withdrawn', decidedBy: 'host' },
    'that could not be shown': { decision: 'cancel', decidedBy: 'host' },
    'declined for the rest of the call': { decision: 'decline', decidedBy: 'person', reason: 'As before.' },
    'for a page that was answered before': { decision: 'cancel', decidedBy: 'person', reason: 'As before.' },
    'for a page that was opened before': { decision: 'accept', decidedBy: 'host', reason: 'As before.' },
  };
  for (const [name, changes] of Object.entries(automatic)) {
    it(`are merged into one entry after the first twenty: ${name}`, () => {
      const bodies = recordAll(many(changes));
      assert.deepEqual([bodies.length, countRequests(bodies)], [21, 1000]);
    });
  }

  it('are merged into few entries if a server mixes outcomes', () => {
    const mixed = Array.from({ length: 300 }, () => Object.values(automatic))
      .flat()
      .map((changes, index) =>
        unseenOutcome({
          id: `${index}`,
          message: `${index}`,
          call: { id: `${index}`, kind: 'tool', target: 'a' },
          ...changes,
        }),
      );
    const bodies = recordAll(mixed);
    assert.equal(countRequests(bodies), 3000);
    assert.ok(bodies.length <= 20 + 10, String(bodies.length));
  });

  it('are merged into an entry with only their common properties', () => {
    const call = { id: 'c', kind: 'tool', target: 'a' } as const;
    const common: Partial<ElicitationOutcome> = {
      decision: 'withdrawn',
      decidedBy: 'server',
      reason: 'Taken back.',
      call,
    };
    const [same] = recordAll(many(common, 30)).slice(-1);
    assert.deepEqual([same?.call, same?.reason, same?.times], [call, 'Taken back.', 10]);
    const outcomes = many(common, 30);
    const last = { ...unseenOutcome(common), call: { ...call, id: 'another' }, message: 'Another?', limits: ['muted'] };
    const [mixed] = recordAll([...outcomes, last]).slice(-1);
    const { call: none, message, limits, reason, times: count } = mixed ?? assert.fail();
    assert.deepEqual([none, message, limits, reason, count], [undefined, undefined, undefined, 'Taken back.', 11]);
  });
});

describe('a request that was shown or decided by the user', () => {
  it('is never merged, with any outcome', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recordedDecisions),
        fc.constantFrom(...deciders),
        fc.nat(),
        (decision, decidedBy, shownMs) => {
          const outcomes = Array.from({ length: 100 }, (_, index) =>
            testOutcome({ id: `${index}`, decision, decidedBy, shownMs }),
          );
          const bodies = recordAll(outcomes);
          assert.deepEqual([bodies.length, bodies.some((body) => body.times !== undefined)], [100, false]);
        },
      ),
    );
  });

  it('is never merged if the user cancelled it unseen, or if its page was opened', () => {
    assert.equal(recordAll(many({ decision: 'cancel', decidedBy: 'person' }, 100)).length, 100);
    for (const opened of [true, 'unknown'] as const) {
      assert.equal(recordAll(many({ decision: 'withdrawn', decidedBy: 'server', opened }, 100)).length, 100);
    }
  });
});
