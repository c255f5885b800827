import assert from 'node:assert/strict';
import { useFieldPage } from '#test/pages/harness/fieldPage.ts';
import { cityMultiChoiceSchema } from '#test/pages/states/fieldStates.ts';

describe('any of many options', () => {
  const { firstInput, liveTexts, options, panel, postedTypes, pressComposing, showForm } = useFieldPage();

  const filter = () => panel().page.getByRole('combobox', { name: 'Search the options of ‹stops›' });
  const list = () => panel().page.getByRole('listbox', { name: 'Options of ‹stops›' });
  const chips = () => panel().page.getByRole('list', { name: 'Chosen for ‹stops›' }).getByRole('button');

  beforeEach(() => showForm(cityMultiChoiceSchema));

  it('are found and chosen without leaving the filter, and stand above as what can be removed', async () => {
    assert.ok((await options().count()) < 50);
    await filter().fill('city 4999');
    await panel().press('Enter');
    await filter().fill('city 4998');
    await panel().press('Enter');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4997, 4998], touched: true });
    assert.deepEqual(await chips().allTextContents(), ['‹City 4998›', '‹City 4999›']);
    assert.equal(await options().first().getAttribute('aria-selected'), 'true');
    await panel().press('Enter');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4998], touched: true });
  });

  it('are chosen in the list itself with Space', async () => {
    await list().focus();
    await panel().press('End');
    await panel().press('Space');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4999], touched: true });
  });

  it('are chosen once by a key that is held', async () => {
    await filter().fill('city 4999');
    for (const [place, key] of [
      [filter(), 'Enter'],
      [list(), 'Space'],
      [list(), 'Enter'],
    ] as const) {
      await place.focus();
      const before = await chips().count();
      for (let down = 0; down < 4; down += 1) await panel().page.keyboard.down(key);
      await panel().page.keyboard.up(key);
      assert.equal(await chips().count(), 1 - before, `${key}`);
    }
  });

  it('are counted aloud, and it is said when they are too many', async () => {
    assert.ok((await liveTexts()).includes('0 of 1 to 3 chosen'));
    await list().focus();
    for (let count = 0; count < 4; count += 1) {
      await panel().press('ArrowDown');
      await panel().press('Space');
    }
    assert.ok((await liveTexts()).includes('4 of 1 to 3 chosen: 1 too many'), `${await liveTexts()}`);
  });

  it('hand the keyboard on when a chip is removed', async () => {
    await showForm(cityMultiChoiceSchema, { stops: ['‹City 1›', '‹City 2›'] });
    await chips().first().focus();
    await panel().press('Enter');
    assert.equal(await panel().page.evaluate(() => document.activeElement?.ariaLabel), 'Remove ‹City 2›');
    await panel().press('Enter');
    assert.equal(await filter().evaluate((element) => element === document.activeElement), true);
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [], touched: true });
  });

  it('forget the filter with Escape, and only the next Escape cancels the question', async () => {
    await filter().fill('city 7');
    await panel().press('Escape');
    assert.equal(await filter().inputValue(), '');
    assert.ok(!(await postedTypes()).includes('cancel'));
    await panel().press('Escape');
    assert.ok((await postedTypes()).includes('cancel'));
  });

  it('leave keys to an input method that composes', async () => {
    await filter().fill('city 7');
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await pressComposing(key);
    assert.equal(await filter().inputValue(), 'city 7');
    assert.deepEqual(await postedTypes(), []);
  });
});
