import assert from 'node:assert/strict';
import { setLanguage } from '#form/language.ts';
import { endOfDay, momentText, recentMomentText, startOfDay } from '#webview/shell/localDates.ts';

describe('a day of a date field', () => {
  it('begins and ends at local midnight', () => {
    const beginning = startOfDay('2026-03-29') ?? 0;
    assert.equal(new Date(beginning).toLocaleDateString('en-GB'), '29/03/2026');
    assert.equal(endOfDay('2026-03-29'), startOfDay('2026-03-30'));
    assert.equal(endOfDay('2026-12-31'), startOfDay('2027-01-01'));
  });

  it('is undefined for a text that is not a day', () => {
    assert.deepEqual([startOfDay(''), endOfDay(''), startOfDay('tomorrow')], [undefined, undefined, undefined]);
  });
});

describe('the text of a moment', () => {
  it('has the day only if that is not today, in the language of the user', () => {
    const at = new Date(2026, 2, 9, 21, 15).getTime();
    const plain = (text: string) => text.replace(/\s/g, ' ');
    assert.equal(plain(recentMomentText(at, new Date(2026, 2, 9, 23, 59).getTime())), '9:15 PM');
    const nextDay = new Date(2026, 2, 10, 0, 1).getTime();
    assert.equal(plain(recentMomentText(at, nextDay)), 'Mar 9, 9:15 PM');
    setLanguage('de');
    assert.equal(plain(recentMomentText(at, nextDay)), '9. März, 21:15');
    setLanguage('en');
  });

  it('says so if the text is not a date', () => {
    assert.equal(momentText('never'), 'unknown time');
  });
});
