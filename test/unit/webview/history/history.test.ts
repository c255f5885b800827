import assert from 'node:assert/strict';
import { lineAfterKey } from '#webview/history/moving.ts';
import { endOfDay, momentText, startOfDay } from '#webview/shell/localDates.ts';

describe('the keys of the history', () => {
  it('lead within the list and not beyond', () => {
    const of = (key: string, index: number) => lineAfterKey(key, index, 30);
    assert.deepEqual([of('ArrowDown', 3), of('ArrowUp', 3), of('PageDown', 3), of('PageUp', 13)], [4, 2, 13, 3]);
    assert.deepEqual([of('Home', 3), of('End', 3)], [0, 29]);
    assert.deepEqual([of('ArrowUp', 0), of('ArrowDown', 29), of('PageDown', 25), of('PageUp', 2)], [0, 29, 29, 0]);
    assert.deepEqual([of('ArrowDown', -1), of('ArrowUp', -1)], [0, 0]);
    assert.deepEqual([of('a', 3), of('Enter', 3), lineAfterKey('End', -1, 0)], [undefined, undefined, undefined]);
  });
});

describe('the days of the history', () => {
  it('begin and end at midnight here', () => {
    const beginning = startOfDay('2026-03-29') ?? 0;
    assert.equal(new Date(beginning).toLocaleDateString('en-GB'), '29/03/2026');
    assert.equal(endOfDay('2026-03-29'), startOfDay('2026-03-30'));
    assert.equal(endOfDay('2026-12-31'), startOfDay('2027-01-01'));
  });

  it('are nothing where there is none', () => {
    assert.deepEqual([startOfDay(''), endOfDay(''), startOfDay('tomorrow')], [undefined, undefined, undefined]);
    assert.equal(momentText('never'), 'at no time that a calendar has');
  });
});
