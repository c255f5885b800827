import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dayAfterKey, firstWeekday, weeksOf } from '#webview/fields/dates/calendarDays.ts';

const [MONDAY, SATURDAY, SUNDAY] = [0, 5, 6];
const monday = { shift: false, first: MONDAY, rightToLeft: false };

describe('the days of a calendar', () => {
  it('are in weeks that start on the first weekday of the language, or on Monday if it is unknown', () => {
    assert.deepEqual(
      ['de', 'en', 'ar-EG', 'en-GB'].map((tag) => firstWeekday(tag)),
      [MONDAY, SUNDAY, SATURDAY, MONDAY],
    );
    for (const first of [MONDAY, SATURDAY, SUNDAY]) {
      const days = weeksOf('2026-03-31', first).flat();
      assert.equal(days.filter(Boolean).length, 31);
      assert.equal(days.indexOf('2026-03-01') % 7, (SUNDAY - first + 7) % 7);
    }
  });

  it('are in weeks from Monday to Sunday, without days of other months', () => {
    const weeks = weeksOf('2026-03-31', MONDAY);
    assert.equal(weeks.length, 6);
    assert.deepEqual(
      weeks[0]?.map((day) => day?.slice(8)),
      [...Array(6).fill(undefined), '01'],
    );
    assert.deepEqual(
      weeks[5]?.map((day) => day?.slice(8)),
      ['30', '31', ...Array(5).fill(undefined)],
    );
    assert.equal(weeksOf('2027-02-10', MONDAY).length, 4);
  });

  for (const [from, key, to] of [
    ['2026-03-01', 'ArrowLeft', '2026-02-28'],
    ['2024-02-28', 'ArrowRight', '2024-02-29'],
    ['2026-03-05', 'ArrowUp', '2026-02-26'],
    ['2026-12-28', 'ArrowDown', '2027-01-04'],
    ['2026-03-11', 'Home', '2026-03-09'],
    ['2026-03-11', 'End', '2026-03-15'],
    ['2026-03-31', 'PageUp', '2026-02-28'],
    ['2026-01-31', 'PageDown', '2026-02-28'],
    ['2024-02-29', 'Shift+PageDown', '2025-02-28'],
    ['2024-02-29', 'Shift+PageUp', '2023-02-28'],
    ['0001-01-01', 'ArrowLeft', '0001-01-01'],
    ['9999-12-31', 'PageDown', '9999-12-31'],
  ] as const) {
    it(`${key} moves from ${from} to ${to}`, () => {
      assert.equal(dayAfterKey(from, key.replace('Shift+', ''), { ...monday, shift: key.startsWith('Shift') }), to);
    });
  }

  it('Home and End move to the ends of the week of the language', () => {
    assert.equal(dayAfterKey('2026-03-11', 'Home', { ...monday, first: SATURDAY }), '2026-03-07');
    assert.equal(dayAfterKey('2026-03-11', 'End', { ...monday, first: SUNDAY }), '2026-03-14');
  });

  it('arrow keys are mirrored from right to left', () => {
    const rtl = { ...monday, rightToLeft: true };
    assert.equal(dayAfterKey('2026-03-11', 'ArrowLeft', rtl), '2026-03-12');
    assert.equal(dayAfterKey('2026-03-11', 'ArrowRight', rtl), '2026-03-10');
    assert.equal(dayAfterKey('2026-03-11', 'ArrowUp', rtl), '2026-03-04');
  });

  it('other keys do not move', () => assert.equal(dayAfterKey('2026-03-31', 'x', monday), undefined));

  it('arrow keys and their opposites return to the same day', () => {
    const days = fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10);
        for (const [there, back] of [
          ['ArrowLeft', 'ArrowRight'],
          ['ArrowUp', 'ArrowDown'],
        ] as const) {
          assert.equal(dayAfterKey(dayAfterKey(day, there, monday) ?? '', back, monday), day);
        }
        assert.ok(weeksOf(day, MONDAY).flat().includes(day));
      }),
    );
  });
});
