import assert from 'node:assert/strict';
import { endOfDay, momentText, startOfDay } from '#webview/shell/localDates.ts';

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
  it('says so if the text is not a date', () => {
    assert.equal(momentText('never'), 'unknown time');
  });
});
