import assert from 'node:assert/strict';
import { localDate, localDateTime } from '#webview/fields/dates/localClock.ts';

describe('the present, for date fields', () => {
  const now = new Date(2026, 2, 5, 4, 3, 2);

  it('writes the day of the calendar on the wall', () => {
    assert.equal(localDate(now), '2026-03-05');
  });

  it('writes a time that names the same moment', () => {
    const text = localDateTime(now);
    assert.match(text, /^2026-03-05T04:03:02[+-]\d\d:\d\d$/);
    assert.equal(new Date(text).getTime(), now.getTime());
  });

  it('writes zones west of Greenwich and such with half hours', () => {
    const at = (offset: number) => Object.assign(new Date(now), { getTimezoneOffset: () => offset });
    assert.match(localDateTime(at(210)), /-03:30$/);
    assert.match(localDateTime(at(-345)), /\+05:45$/);
    assert.match(localDateTime(at(0)), /\+00:00$/);
  });
});
