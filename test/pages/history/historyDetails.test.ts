import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { HistoryRow } from '#bridge/historyMessages.ts';
import { openPage, usualSize, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { dayCounts, daysMessage, historyStates, pageMessage } from '#test/pages/states/historyStates.ts';
import { untranslated } from '#test/pages/states/pageState.ts';

const narrow = { width: 420, height: 650 };

/** Enough entries to scroll, and details that are higher than a row. */
const rows: readonly HistoryRow[] = Array.from({ length: 40 }, (_, index) => ({
  key: String(index),
  at: '2026-03-10T09:12:00Z',
  server: untranslated('bookings'),
  about: untranslated(`entry ${index}`),
  outcome: { word: untranslated('Accepted'), tone: 'done' },
}));

describe('the details in the history', () => {
  let history: WebviewPage<'history'>;
  const entry = (index: number) => history.page.locator('.entry').nth(index);
  const details = () => history.page.getByRole('region', { name: 'Details' });

  before(async () => {
    history = await openPage('history', { size: narrow });
  });
  after(() => history.close());
  beforeEach(async () => {
    await history.load();
    await history.resize(narrow);
    const [status] = historyStates[0]?.messages() ?? [];
    await history.send(...(status ? [status] : []), pageMessage({ rows: [...rows], hasMore: true }));
  });
  afterEach(() => assert.deepEqual(history.errors, []));

  /** The extension's response to the choice of an entry. */
  const respond = async (index: number, lines = 4) => {
    const values = Array.from({ length: lines }, (_, line) => untranslated(`line ${line}`));
    await history.send({
      type: 'details',
      key: String(index),
      details: [{ label: untranslated('Message'), values, style: 'words' }],
      hasExchange: true,
    });
    await history.advanceTime();
  };
  const choose = async (index: number) => {
    await entry(index).click();
    await respond(index);
  };
  const box = async (locator: Locator) => {
    const found = await locator.boundingBox();
    assert.ok(found, `${locator} is not drawn`);
    return { top: found.y, bottom: found.y + found.height, left: found.x, right: found.x + found.width };
  };
  const assertRowInSight = async (index: number) => {
    const { top, bottom } = await box(entry(index));
    const day = await box(history.page.locator('.day').first());
    const { height = 0 } = history.page.viewportSize() ?? {};
    assert.ok(top >= day.bottom - 1 && bottom <= height + 1, `the row is from ${top} to ${bottom}`);
  };
  const assertBelowRow = async (index: number) => {
    const [row, pane, next] = [await box(entry(index)), await box(details()), await box(entry(index + 1))];
    assert.ok(Math.abs(pane.top - row.bottom) <= 1, `the row ends at ${row.bottom}, the details begin at ${pane.top}`);
    assert.ok(Math.abs(next.top - pane.bottom) <= 1, `they end at ${pane.bottom}, the next row begins at ${next.top}`);
    assert.deepEqual([pane.left, pane.right], [row.left, row.right]);
  };

  it('are directly below the row of their entry if there is no room beside the list', async () => {
    for (const width of [300, 420, 660]) {
      await history.resize({ width, height: 650 });
      await choose(2);
      await assertBelowRow(2);
      await choose(5);
      await assertBelowRow(5);
    }
  });

  it('are beside the list in a wide panel', async () => {
    await history.resize(usualSize);
    await choose(2);
    const [row, pane, next] = [await box(entry(2)), await box(details()), await box(entry(3))];
    assert.ok(pane.left >= row.right);
    assert.equal(next.top, row.bottom);
    await history.resize(narrow);
    await assertBelowRow(2);
  });

  it('are not shown in a narrow panel until an entry is chosen', async () => {
    assert.equal(await details().isVisible(), false);
  });

  it('stay below their row when the notice about newer entries appears, and when the list is drawn again', async () => {
    await choose(2);
    await history.send({ type: 'newer' });
    await history.advanceTime();
    await assertBelowRow(2);
    await history.button('Refresh').click();
    const [first, ...others] = rows;
    assert.ok(first);
    const newer = [{ ...first, key: 'newer' }, first, ...others];
    await history.send(pageMessage({ query: 2, rows: newer, hasMore: true }));
    await history.advanceTime();
    await assertBelowRow(3);
  });

  it('stay below their row when the counts of its day come after the list was drawn again, or change', async () => {
    await choose(2);
    await history.page.getByLabel('Show tool calls').check();
    await history.send(pageMessage({ query: 2, rows: [...rows], hasMore: true }));
    await history.advanceTime();
    await assertBelowRow(2);
    for (const callers of [['Codex: 3 calls', 'This editor: 1 call'], ['This editor: 2 calls'], []]) {
      await history.send(daysMessage({ query: 2, days: [dayCounts('2026-03-10', callers)] }));
      await history.advanceTime();
      await assertBelowRow(2);
    }
  });

  it('leave the row of their entry in sight, however it is chosen', async () => {
    await choose(30);
    await assertRowInSight(30);
    await assertBelowRow(30);
    for (const index of [31, 32, 33]) {
      await history.press('ArrowDown');
      await respond(index, 60);
      await assertRowInSight(index);
      await assertBelowRow(index);
    }
    await history.press('Home');
    await respond(0);
    await assertRowInSight(0);
  });

  it('take the focus by Enter and give it back by Escape, with the row in sight', async () => {
    await choose(30);
    await respond(30, 60);
    await history.press('Enter');
    assert.equal(await details().evaluate((pane) => pane.contains(document.activeElement)), true);
    await assertRowInSight(30);
    await history.button('Show Wire').focus();
    await history.press('Escape');
    assert.equal(await history.page.getByRole('listbox').evaluate((list) => list === document.activeElement), true);
    await assertRowInSight(30);
  });

  it('come after the list and before the older entries for the keyboard', async () => {
    await choose(2);
    await history.press('Tab');
    assert.equal(await history.button('Show Wire').evaluate((one) => one === document.activeElement), true);
    await history.press('Tab');
    assert.equal(await history.button('Load Older').evaluate((one) => one === document.activeElement), true);
  });
});
