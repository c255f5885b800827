import assert from 'node:assert/strict';
import { localDate, localDateTime } from '#webview/fields/dates/localClock.ts';

describe('the local clock', () => {
  const now = new Date(2026, 2, 5, 4, 3, 2);

  it('returns the local day', () => {
    assert.equal(localDate(now), '2026-03-05');
  });

  it('returns a local time of the same moment', () => {
    const text = localDateTime(now);
    assert.match(text, /^2026-03-05T04:03:02[+-]\d\d:\d\d$/);
    assert.equal(new Date(text).getTime(), now.getTime());
  });

  it('returns negative UTC offsets and those of half hours', () => {
    const at = (offset: number) => Object.assign(new Date(now), { getTimezoneOffset: () => offset });
    assert.match(localDateTime(at(210)), /-03:30$/);
    assert.match(localDateTime(at(-345)), /\+05:45$/);
    assert.match(localDateTime(at(0)), /\+00:00$/);
  });
});
