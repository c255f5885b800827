import assert from 'node:assert/strict';
import type { ResultRow } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { bookingTool } from '#test/pages/states/screenBuilders.ts';

describe('the list of results', () => {
  const panel = usePanel();
  const row = (id: string, minute: number): ResultRow => ({
    id,
    server: { name: id },
    target: bookingTool,
    at: Date.UTC(2026, 2, 10, 12, minute),
    outcome: 'result',
    isNew: true,
  });
  const serverNames = () => panel().page.locator('.result-row .server-name').allInnerTexts();
  const show = (...results: ResultRow[]) => panel().send(showScreen({ kind: 'drawn', id: 'welcome', results }));
  const [first, second, third] = [row('first', 1), row('second', 2), row('third', 3)] as const;

  beforeEach(async () => {
    await panel().send(showScreen({ kind: 'welcome', id: 'welcome', results: [first] }));
    await panel().stopClock();
    await panel().advanceTime(2000);
  });

  it('tells the day of a result that is not of today, also when the day ends while the list is shown', async () => {
    const { page } = panel();
    const time = page.locator('.result-row time');
    const yesterday: ResultRow = { ...second, at: Date.UTC(2026, 2, 9, 12, 2) };
    await show(first, yesterday);
    assert.deepEqual(await time.allInnerTexts(), ['12:01 PM', 'Mar 9, 12:02 PM']);
    await page.clock.setSystemTime(Date.UTC(2026, 2, 11, 0, 1));
    await show(first, yesterday);
    assert.deepEqual(await time.allInnerTexts(), ['Mar 10, 12:01 PM', 'Mar 9, 12:02 PM']);
  });

  it('ignores input when it has just taken the place of another screen', async () => {
    const { page } = panel();
    await panel().send(showScreen({ kind: 'results', id: 'results', results: [second, first], ignoreInputMs: 500 }));
    const open = page.getByRole('button', { name: /^Open the result: .* on second$/ });
    await open.click();
    assert.deepEqual(await panel().postedOf('openResult'), []);
    await panel().advanceTime(600);
    await open.click();
    assert.equal((await panel().postedOf('openResult')).length, 1);
  });

  it('does nothing at the second click on the button that dismisses a result, and offers to restore it in its place', async () => {
    const { page } = panel();
    await show(second, first);
    await panel().advanceTime(2000);
    const before = await page.locator('.result-row').nth(1).boundingBox();
    const dismiss = await page.getByRole('button', { name: 'Remove the result' }).first().boundingBox();
    assert.ok(dismiss);
    await page.mouse.move(dismiss.x + dismiss.width / 2, dismiss.y + dismiss.height / 2);
    await page.mouse.down();
    await page.mouse.up();
    await show({ ...second, removed: 'alone' }, first);
    const undo = page.getByRole('button', { name: /^Undo removing the result: .* on second$/ });
    assert.equal(await undo.evaluate((button) => button === document.activeElement), true);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    assert.equal((await panel().postedOf('dismissResult')).length, 1);
    assert.deepEqual(await page.locator('.result-row').nth(1).boundingBox(), before);
    await undo.click();
    assert.deepEqual(
      (await panel().postedOf('restoreResult')).map(({ result }) => result),
      ['second'],
    );
  });

  it('offers to restore all results after they were cleared', async () => {
    const { page } = panel();
    await page.getByRole('button', { name: 'Remove All' }).click();
    assert.equal((await panel().postedOf('clearResults')).length, 1);
    await show({ ...first, removed: 'all' });
    await page.getByText('1 result removed.').waitFor();
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    assert.equal(await undo.evaluate((button) => button === document.activeElement), true);
    await panel().advanceTime(600);
    await undo.click();
    assert.equal((await panel().postedOf('restoreResults')).length, 1);
    await show(first);
    assert.deepEqual(await serverNames(), ['first']);
  });

  it('adds a new result at the top and keeps the focus', async () => {
    await panel().page.getByRole('button', { name: 'Open the result' }).focus();
    await show(second, first);
    await show(third, second, first);
    assert.deepEqual(await serverNames(), ['third', 'second', 'first']);
    await panel().page.keyboard.press('Enter');
    assert.deepEqual(
      (await panel().postedOf('openResult')).map(({ result }) => result),
      ['first'],
    );
  });

  it('ignores a click right after a row has moved under the pointer', async () => {
    const { page } = panel();
    const box = await page.getByRole('button', { name: 'Remove the result' }).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await show(second, first);
    await page.mouse.down();
    await page.mouse.up();
    assert.deepEqual(await panel().postedOf('dismissResult'), []);
    await panel().advanceTime(600);
    await page.mouse.down();
    await page.mouse.up();
    assert.deepEqual(
      (await panel().postedOf('dismissResult')).map(({ result }) => result),
      ['second'],
    );
  });

  describe('while results keep arriving', () => {
    const opened = async () => (await panel().postedOf('openResult')).map(({ result }) => result);
    /** Adds four results, one every 300 ms. */
    const arrive = async () => {
      const rows = [first];
      for (const minute of [2, 3, 4, 5]) {
        rows.unshift(row(`result ${minute}`, minute));
        await show(...rows);
        await panel().advanceTime(300);
      }
    };

    it('accepts a click on a row to which the pointer moves', async () => {
      await arrive();
      await panel()
        .page.locator('.result-row')
        .filter({ hasText: 'first' })
        .getByRole('button', { name: 'Open' })
        .click();
      assert.deepEqual(await opened(), ['first']);
    });

    it('does not move rows under a resting pointer before its click', async () => {
      const { page } = panel();
      await page.getByRole('button', { name: 'Open the result' }).hover();
      await arrive();
      assert.deepEqual(await serverNames(), ['result 2', 'first']);
      await page.mouse.down();
      await page.mouse.up();
      assert.deepEqual(await opened(), ['result 2']);
      await panel().advanceTime(600);
      assert.deepEqual(await serverNames(), ['result 5', 'result 4', 'result 3', 'result 2', 'first']);
    });
  });
});
