import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elicitationEntry } from '#core/record/entries/elicitationEntry.ts';
import type { ElicitationOutcome } from '#core/record/entries/elicitationOutcome.ts';
import { deciders, type ElicitationBody, recordedDecisions } from '#core/record/entries/entry.ts';
import { EntryAggregator, elicitationAggregation } from '#core/record/entries/entryAggregator.ts';
import { testOutcome, unseenOutcome } from '#test/unit/core/record/recordTestBed.ts';

/** The recorded entries of these outcomes, all within a minute. */
function recorded(outcomes: readonly ElicitationOutcome[]): readonly ElicitationBody[] {
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

const times = (bodies: readonly ElicitationBody[]) => bodies.reduce((sum, { times: more = 1 }) => sum + more, 0);
const many = (changes: Partial<ElicitationOutcome>, count = 1000) =>
  Array.from({ length: count }, (_, index) => unseenOutcome({ id: `${index}`, ...changes }));

describe('many requests that the user never saw', () => {
  const automatic: Readonly<Record<string, Partial<ElicitationOutcome>>> = {
    'refused because of the limit': { decision: 'rate_limited', decidedBy: 'host' },
    muted: { decision: 'muted', decidedBy: 'host' },
    'that cannot be shown': { decision: 'refused', decidedBy: 'host' },
    'that the server takes back': { decision: 'withdrawn', decidedBy: 'server' },
    'whose connection is lost': { decision: 'withdrawn', decidedBy: 'connection' },
    'whose call is cancelled': { decision: 'withdrawn', decidedBy: 'host' },
    'that could not be drawn': { decision: 'cancel', decidedBy: 'host' },
    'declined for the rest of the call': { decision: 'decline', decidedBy: 'person', reason: 'As before.' },
    'for a page that was answered before': { decision: 'cancel', decidedBy: 'person', reason: 'As before.' },
    'for a page that was opened before': { decision: 'accept', decidedBy: 'host', reason: 'As before.' },
  };
  for (const [name, changes] of Object.entries(automatic)) {
    it(`are merged into one entry: ${name}`, () => {
      const bodies = recorded(many(changes));
      assert.deepEqual([bodies.length, times(bodies)], [21, 1000]);
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
    const bodies = recorded(mixed);
    assert.equal(times(bodies), 3000);
    assert.ok(bodies.length <= 20 + 10, String(bodies.length));
  });

  it('are merged into an entry with only what they have in common', () => {
    const call = { id: 'c', kind: 'tool', target: 'a' } as const;
    const common: Partial<ElicitationOutcome> = {
      decision: 'withdrawn',
      decidedBy: 'server',
      reason: 'Taken back.',
      call,
    };
    const [same] = recorded(many(common, 30)).slice(-1);
    assert.deepEqual([same?.call, same?.reason, same?.times], [call, 'Taken back.', 10]);
    const outcomes = many(common, 30);
    const last = { ...unseenOutcome(common), call: { ...call, id: 'another' }, message: 'Another?', limits: ['muted'] };
    const [mixed] = recorded([...outcomes, last]).slice(-1);
    const { call: none, message, limits, reason, times: count } = mixed ?? assert.fail();
    assert.deepEqual([none, message, limits, reason, count], [undefined, undefined, undefined, 'Taken back.', 11]);
  });
});

describe('a request that the user saw or decided', () => {
  it('is never merged, whatever its outcome', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...recordedDecisions),
        fc.constantFrom(...deciders),
        fc.nat(),
        (decision, decidedBy, shownMs) => {
          const outcomes = Array.from({ length: 100 }, (_, index) =>
            testOutcome({ id: `${index}`, decision, decidedBy, shownMs }),
          );
          const bodies = recorded(outcomes);
          assert.deepEqual([bodies.length, bodies.some((body) => body.times !== undefined)], [100, false]);
        },
      ),
    );
  });

  it('is never merged if the user cancelled all requests of a server unseen, or if its page was opened', () => {
    assert.equal(recorded(many({ decision: 'cancel', decidedBy: 'person' }, 100)).length, 100);
    for (const opened of [true, 'unknown'] as const) {
      assert.equal(recorded(many({ decision: 'withdrawn', decidedBy: 'server', opened }, 100)).length, 100);
    }
  });
});
