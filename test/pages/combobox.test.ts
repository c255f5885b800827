import assert from 'node:assert/strict';
import { cityChoiceSchema } from '#test/pages/states/fieldStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, formScreen } from '#test/pages/states/screenBuilders.ts';
import { useFieldPage } from './fieldPage.ts';

describe('the combobox of a field with many options', () => {
  const { activeOption, firstInput, liveTexts, options, panel, postedTypes, pressComposing, showForm } = useFieldPage();

  const box = () => panel().field(untranslated('city'));

  const isActiveInSight = () =>
    panel()
      .page.getByRole('listbox')
      .evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const active = list.querySelector('.active')?.getBoundingClientRect();
        return active !== undefined && active.top >= top - 1 && active.bottom <= bottom + 1;
      });

  beforeEach(() => showForm(cityChoiceSchema));

  it('draws only the options in sight', async () => {
    assert.equal(await options().count(), 0);
    await box().click();
    const count = await options().count();
    assert.ok(count > 5 && count < 50, `${count} options are in the page`);
    assert.equal(await options().first().getAttribute('aria-setsize'), '5000');
    assert.equal(await options().first().getAttribute('aria-posinset'), '1');
  });

  it('finds options by label, value and description, and announces their number', async () => {
    for (const [typed, first, count] of [
      ['city 4999', '‹City 4999›', '1 of 5,000 options'],
      ['c4998', '‹City 4998›', '1 of 5,000 options'],
      ['RIVER 4998 widest', '‹City 4999›', '1 of 5,000 options'],
      ['nowhere', undefined, 'No option matches.'],
    ] as const) {
      await box().fill(typed);
      assert.equal(await activeOption(), first);
      assert.ok((await liveTexts()).includes(count), `${await liveTexts()}`);
    }
  });

  it('marks the matches in the options', async () => {
    await box().fill('4999');
    assert.deepEqual(await panel().page.locator('mark').allTextContents(), ['4999']);
  });

  it('moves by keyboard to the ends, by one option and by a page, and chooses with Enter', async () => {
    await box().focus();
    await panel().press('ArrowDown');
    assert.equal(await box().getAttribute('aria-expanded'), 'true');
    await panel().press('ArrowDown');
    assert.equal(await activeOption(), '‹City 1›');
    await panel().press('End');
    assert.equal(await activeOption(), '‹City 5000›');
    await panel().press('ArrowUp');
    assert.equal(await activeOption(), '‹City 4999›');
    await panel().press('PageUp');
    const before = await activeOption();
    await panel().press('PageDown');
    assert.notEqual(before, '‹City 4999›');
    assert.equal(await activeOption(), '‹City 4999›');
    await panel().press('Home');
    assert.equal(await activeOption(), '‹City 1›');
    await panel().press('Enter');
    assert.equal(await box().inputValue(), '‹City 1›');
    assert.equal(await box().getAttribute('aria-expanded'), 'false');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 0 });
    assert.ok(!(await postedTypes()).includes('submit'));
  });

  it('has the active option in sight after the panel became narrower while the list was closed', async () => {
    await box().click();
    await panel().press('Escape');
    await panel().page.setViewportSize({ width: 240, height: 600 });
    await box().click();
    for (const key of ['End', 'PageUp', 'Home', 'PageDown']) {
      await panel().press(key);
      assert.deepEqual([key, await isActiveInSight()], [key, true]);
    }
  });

  it('chooses by mouse and keeps the focus in the input', async () => {
    await box().click();
    await options().nth(2).click();
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 2 });
    assert.equal(await box().evaluate((element) => element === document.activeElement), true);
  });

  it('closes its list on the first Escape and cancels the request on the second', async () => {
    await box().fill('city 7');
    await panel().press('Escape');
    assert.equal(await options().count(), 0);
    assert.equal(await box().inputValue(), '');
    assert.ok(!(await postedTypes()).includes('cancel'));
    await panel().press('Escape');
    assert.ok((await postedTypes()).includes('cancel'));
  });

  it('requests no completions from the server', async () => {
    await panel().load();
    await panel().send(showScreen(argumentsScreen({ schema: cityChoiceSchema, offersCompletions: true })));
    await panel().clearPosted();
    await box().pressSequentially('city 49');
    await panel().advanceTime();
    assert.ok((await options().count()) > 1);
    assert.ok(!(await postedTypes()).includes('complete'));
  });

  it('can be cleared', async () => {
    await showForm(cityChoiceSchema, { city: 'c7' });
    assert.equal(await box().inputValue(), '‹City 7›');
    await panel().button('Clear ‹city›').click();
    assert.equal(await box().inputValue(), '');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: null });
    assert.equal(await panel().button('Clear ‹city›').count(), 0);
  });

  it('selects the only match when the focus leaves', async () => {
    await box().fill('city 4999');
    await panel().press('Tab');
    assert.equal(await box().inputValue(), '‹City 4999›');
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: 4998 });
  });

  it('keeps a text that names no option, shows a problem, and does not submit', async () => {
    const problem = panel().page.locator('.problem');
    for (const content of [{}, { city: 'c7' }]) {
      await showForm(cityChoiceSchema, content);
      for (const typed of ['elsewhere', 'city']) {
        await box().fill(typed);
        await panel().press('Tab');
        assert.equal(await box().inputValue(), typed);
        assert.equal(await problem.textContent(), 'Choose one of the options, or leave the field empty.');
        assert.equal(await box().getAttribute('aria-invalid'), 'true');
      }
      assert.deepEqual(await firstInput(), { kind: 'choice', selected: null, text: 'city' });
      await panel().press('Control+Enter');
      assert.ok(!(await postedTypes()).includes('submit'));
      await box().fill('');
      await panel().press('Tab');
      assert.equal(await problem.textContent(), '');
      await panel().press('Control+Enter');
      assert.ok((await postedTypes()).includes('submit'));
    }
  });

  it('shows a text that names no option again after a reload of the window, and does not submit without it', async () => {
    await box().fill('elsewhere');
    await panel().press('Tab');
    const input = await firstInput();
    assert.ok(input);
    await panel().reloadWindow();
    await panel().send(showScreen({ ...formScreen({ schema: cityChoiceSchema }), inputs: [input] }));
    assert.equal(await box().inputValue(), 'elsewhere');
    await panel().press('Control+Enter');
    assert.ok(!(await postedTypes()).includes('submit'));
    assert.match(
      (await panel().page.locator('.problem').textContent()) ?? '',
      /^Choose one of the options, or leave the field empty\.$/,
    );
    await panel().button('Clear ‹city›').click();
    assert.deepEqual(await firstInput(), { kind: 'choice', selected: null });
    await panel().press('Control+Enter');
    assert.ok((await postedTypes()).includes('submit'));
  });

  it('removes a text that names no option on Escape and on Clear', async () => {
    for (const takeBack of [
      async () => {
        await box().click();
        await panel().press('Escape');
      },
      () => panel().button('Clear ‹city›').click(),
    ]) {
      await box().fill('elsewhere');
      await panel().press('Tab');
      await takeBack();
      assert.equal(await box().inputValue(), '');
      assert.equal(await panel().page.locator('.problem').textContent(), '');
    }
  });

  it('selects the option whose label was typed when the form is submitted', async () => {
    await box().fill('‹city 12›');
    await panel().press('Control+Enter');
    const [submit] = await panel().postedOf('submit');
    assert.deepEqual(submit?.inputs, [{ kind: 'choice', selected: 11 }]);
  });

  it('ignores keys of an input method', async () => {
    await box().fill('city 7');
    for (const key of ['Enter', 'Escape', 'ArrowDown']) await pressComposing(key);
    assert.equal(await activeOption(), '‹City 7›');
    assert.equal(await box().inputValue(), 'city 7');
    assert.deepEqual(await postedTypes(), []);
  });
});
