import assert from 'node:assert/strict';
import { openPage } from '#test/pages/harness/webviewPage.ts';
import {
  choicesMessage,
  daysMessage,
  detailsMessage,
  historyStates,
  pageMessage,
  statusMessage,
} from '#test/pages/states/historyStates.ts';
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

  it('the filters of the history, and that they exclude everything', async () => {
    const page = await openPage('history');
    const transcript = await Transcript.start(page);
    await transcript.happens('The record is read.', statusMessage(), choicesMessage(), pageMessage(), daysMessage());
    await transcript.tabTo('combobox');
    await transcript.press('o');
    await transcript.happens('Nothing of this caller is found.', pageMessage({ query: 2, rows: [] }));
    await transcript.tabTo('checkbox');
    await transcript.press('Space');
    await transcript.happens('It has made calls.', pageMessage({ query: 3 }), daysMessage({ query: 3 }));
    await transcript.press('Tab', 'Enter');
    await transcript.happens('Everything is listed again.', pageMessage({ query: 4 }));
    await transcript.matches('history-filters');
    assert.deepEqual(page.errors, []);
    await page.close();
  });
});
