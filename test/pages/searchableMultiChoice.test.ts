import assert from 'node:assert/strict';
import { cityMultiChoiceSchema } from '#test/pages/states/fieldStates.ts';
import { useFieldPage } from './fieldPage.ts';

describe('the searchable list of a field with any of many options', () => {
  const { firstInput, liveTexts, options, panel, postedTypes, pressComposing, showForm } = useFieldPage();

  const filter = () => panel().page.getByRole('combobox', { name: 'Search the options of ‹stops›' });
  const list = () => panel().page.getByRole('listbox', { name: 'Options of ‹stops›' });
  const chips = () => panel().page.getByRole('list', { name: 'Chosen for ‹stops›' }).getByRole('button');

  beforeEach(() => showForm(cityMultiChoiceSchema));

  it('finds options by the filter, chooses them, and shows them as chips', async () => {
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

  it('chooses with Space in the list', async () => {
    await list().focus();
    await panel().press('End');
    await panel().press('Space');
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [4999], touched: true });
  });

  it('chooses once while a key is held', async () => {
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

  it('announces the number of chosen options, and whether there are too many', async () => {
    assert.ok((await liveTexts()).includes('0 chosen (pick 1-3)'));
    await list().focus();
    for (let count = 0; count < 4; count += 1) {
      await panel().press('ArrowDown');
      await panel().press('Space');
    }
    assert.ok((await liveTexts()).includes('4 chosen (pick 1-3): 1 too many'), `${await liveTexts()}`);
  });

  it('moves the focus to the next chip, and from the last one to the filter', async () => {
    await showForm(cityMultiChoiceSchema, { stops: ['‹City 1›', '‹City 2›'] });
    await chips().first().focus();
    await panel().press('Enter');
    assert.equal(await panel().page.evaluate(() => document.activeElement?.ariaLabel), 'Remove ‹City 2›');
    await panel().press('Enter');
    assert.equal(await filter().evaluate((element) => element === document.activeElement), true);
    assert.deepEqual(await firstInput(), { kind: 'multiChoice', selected: [], touched: true });
  });

  it('clears the filter on the first Escape and cancels the request on the second', async () => {
    await filter().fill('city 7');
    await panel().press('Escape');
    assert.equal(await filter().inputValue(), '');
    assert.ok(!(await postedTypes()).includes('cancel'));
    await panel().press('Escape');
    assert.ok((await postedTypes()).includes('cancel'));
  });

  it('ignores keys of an input method', async () => {
    await filter().fill('city 7');
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await pressComposing(key);
    assert.equal(await filter().inputValue(), 'city 7');
    assert.deepEqual(await postedTypes(), []);
  });
});
