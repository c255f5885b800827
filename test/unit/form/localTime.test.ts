import assert from 'node:assert/strict';
import fc from 'fast-check';
import { evaluate } from '#form/evaluate.ts';
import { completeDateTime, type UtcOffsetAt, utcOffsetsOf, utcOffsetText } from '#form/localTime.ts';
import { formOfSchema } from './fieldCases.ts';

/** The offsets of a time zone, from the tables of the JavaScript engine. */
function offsetsOf(timeZone: string): UtcOffsetAt {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return (moment) => {
    const name = format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = '0', minutes = '0'] = /GMT([+-])?(?:(\d\d):(\d\d))?/.exec(name) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  };
}

const berlin = offsetsOf('Europe/Berlin');
const form = formOfSchema({ type: 'object', properties: { at: { type: 'string', format: 'date-time' } } });
const evaluated = (text: string, offsetAt: UtcOffsetAt) =>
  evaluate(form, [{ kind: 'text', text, touched: true, offsets: utcOffsetsOf(text, offsetAt) }]);

describe('a local date and time', () => {
  for (const [typed, zone, sent] of [
    ['2026-11-21 14:30', 'Europe/Berlin', '2026-11-21T14:30:00+01:00'],
    ['2026-07-01T09:05', 'Europe/Berlin', '2026-07-01T09:05:00+02:00'],
    ['2026-07-01 9:05:06.75', 'Europe/Berlin', '2026-07-01T09:05:06.75+02:00'],
    [' 2026-11-21t14:30:00 ', 'America/St_Johns', '2026-11-21T14:30:00-03:30'],
    ['2026-11-21 14:30', 'Asia/Kathmandu', '2026-11-21T14:30:00+05:45'],
    ['2026-11-21 14:30', 'UTC', '2026-11-21T14:30:00+00:00'],
    ['2026-03-29 01:59', 'Europe/Berlin', '2026-03-29T01:59:00+01:00'],
    ['2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T03:00:00+02:00'],
    ['2026-10-25 01:59', 'Europe/Berlin', '2026-10-25T01:59:00+02:00'],
    ['2026-10-25 03:00', 'Europe/Berlin', '2026-10-25T03:00:00+01:00'],
    ['2024-02-29 00:00', 'Pacific/Kiritimati', '2024-02-29T00:00:00+14:00'],
  ] as const) {
    it(`${typed} in ${zone} is sent as ${sent}`, () => {
      assert.deepEqual(evaluated(typed, offsetsOf(zone)), { content: { at: sent }, problems: [] });
    });
  }

  for (const [what, typed, zone] of [
    ['an hour in spring', '2026-03-29 02:30', 'Europe/Berlin'],
    ['half an hour', '2026-10-04 02:15', 'Australia/Lord_Howe'],
    ['a whole day', '2011-12-30 12:00', 'Pacific/Apia'],
  ] as const) {
    it(`is not sent if the clocks skip it: ${what}`, () => {
      assert.deepEqual(evaluated(typed, offsetsOf(zone)), {
        content: {},
        problems: [
          { field: 0, message: 'Your clocks skip this time, because they are set forward. Enter another time.' },
        ],
      });
    });
  }

  it('is not sent if it occurs twice; the message contains both moments, and each can be entered', () => {
    const { content, problems } = evaluated('2026-10-25 02:30', berlin);
    assert.deepEqual(content, {});
    assert.equal(
      problems[0]?.message,
      'Your clocks are set back, so this time comes twice. Enter 2026-10-25T02:30:00+02:00 for the first or 2026-10-25T02:30:00+01:00 for the second.',
    );
    for (const text of ['2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00']) {
      assert.deepEqual(evaluated(text, berlin).content, { at: text });
    }
  });

  for (const typed of ['2026-11-21 14:30Z', '2026-11-21', '2026-02-30 14:30', '2026-11-21 24:00', '14:30', '', 'now']) {
    it(`is not ${JSON.stringify(typed)}`, () => assert.equal(utcOffsetsOf(typed, berlin), undefined));
  }

  it('is sent unchanged if it has a zone, in any time zone of the user', () => {
    const input = { kind: 'text', text: '2026-11-21T14:30:00Z', touched: true, offsets: [60] } as const;
    assert.deepEqual(evaluate(form, [input]).content, { at: '2026-11-21T14:30:00Z' });
  });

  it('is sent as the moment at which the clocks show it, in every zone and year', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Tehran', 'Africa/Casablanca'];
    const offsetTables = zones.map(offsetsOf);
    fc.assert(
      fc.property(
        fc.constantFrom(...offsetTables),
        fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2037, 0) }),
        (offsetAt, at) => {
          const moment = Math.floor(at / 60_000) * 60_000;
          const local = new Date(moment + offsetAt(moment) * 60_000).toISOString().slice(0, 16);
          const offsets = utcOffsetsOf(local, offsetAt) ?? [];
          const moments = offsets.map((offset) => Date.parse(completeDateTime(local, [offset])));
          assert.ok(moments.includes(moment), `${local} is none of ${offsets.map(utcOffsetText).join()}`);
        },
      ),
      { numRuns: 300 },
    );
  });
});
