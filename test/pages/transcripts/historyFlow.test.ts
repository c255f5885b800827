import assert from 'node:assert/strict';
import { openPage } from '#test/pages/harness/webviewPage.ts';
import { detailsMessage, historyStates } from '#test/pages/states/historyStates.ts';
import { Transcript } from './transcript.ts';

describe('a screen reader announces', () => {
  it('an entry of the history', async () => {
    const page = await openPage('history');
    const list = historyStates.find(({ name }) => name === 'history-list');
    assert.ok(list);
    const transcript = await Transcript.start(page);
    await transcript.happens('The record is read.', ...list.messages());
    await transcript.tabTo('option');
    await transcript.happens('The first entry is shown.', detailsMessage('1'));
    await transcript.press('ArrowDown');
    await transcript.happens('The second entry is shown.', detailsMessage('2'));
    await transcript.press('Enter', 'Tab');
    await transcript.matches('history');
    assert.deepEqual(page.errors, []);
    await page.close();
  });
});
