import assert from 'node:assert/strict';
import { setLanguage } from '#form/language.ts';
import { dateInWords } from '#webview/shell/dateWords.ts';

describe('a date in words', () => {
  afterEach(() => setLanguage('en'));

  it('is in the calendar of the field, also where another one is usual', () => {
    for (const tag of ['en', 'th', 'fa-u-nu-latn', 'ar-SA-u-nu-latn']) {
      setLanguage(tag);
      assert.match(dateInWords('2026-03-31', 'date') ?? '', /2026/, tag);
      assert.match(dateInWords('2026-07-31T12:00:00Z', 'date-time') ?? '', /2026/, tag);
    }
  });
});
