import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema, urlScreen } from '#test/pages/states/screenBuilders.ts';

describe('the focus in the panel', () => {
  const panel = usePanel();

  const isFocused = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
  const name = () => panel().field(untranslated('name'));
  const heading = () => panel().page.getByRole('heading', { level: 1 });

  it('does not move when a request appears without an action of the user', async () => {
    await panel().send(showScreen(formScreen()));
    assert.equal(await panel().page.evaluate(() => document.activeElement === document.body), true);
  });

  it('moves to the first field when the user opens the request', async () => {
    await panel().send(showScreen(formScreen()), { type: 'focus', screen: 'form' });
    assert.equal(await isFocused(name()), true);
  });

  describe('in a first field with a default', () => {
    const guests = () => panel().field(untranslated('guests'));
    const schema = objectSchema({ guests: { type: 'integer', default: 2 } });
    const open = () => panel().send(showScreen(formScreen({ schema })), { type: 'focus', screen: 'form' });

    it('selects the default, so that what is typed replaces it, but not what was typed', async () => {
      await open();
      await panel().page.keyboard.type('40');
      assert.equal(await guests().inputValue(), '40');
      await panel().button('Cancel').focus();
      await panel().send({ type: 'focus', screen: 'form' });
      await panel().press('End');
      await panel().page.keyboard.type('0');
      assert.equal(await guests().inputValue(), '400');
    });

    it('selects nothing when the user clicks', async () => {
      await panel().send(showScreen(formScreen({ schema })));
      await guests().click();
      await panel().press('End');
      await panel().page.keyboard.type('4');
      assert.equal(await guests().inputValue(), '24');
    });
  });

  it('moves to the heading of a form without fields', async () => {
    await panel().send(showScreen(formScreen({ schema: objectSchema({}) })), { type: 'focus', screen: 'form' });
    assert.equal(await isFocused(heading()), true);
  });

  it('moves to the heading of the next screen if it was in the previous one', async () => {
    await panel().send(showScreen(formScreen()));
    await name().focus();
    await panel().send(showScreen(urlScreen('https://bookings.example/')));
    assert.equal(await isFocused(heading()), true);
    assert.match(await heading().innerText(), /Please sign in to go on/);
  });

  it('stays in the field, with the caret, when the same screen is shown again', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada Lovelace' } })));
    await name().focus();
    await name().evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5));
    await panel().send(showScreen(formScreen(), { waitingBehind: 2 }));
    assert.equal(await isFocused(name()), true);
    const range = await name().evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
    assert.deepEqual(range, [3, 5]);
  });

  it('moves to the heading when its card is removed', async () => {
    const notice = { id: 'gone', severity: 'info', text: untranslated('It is gone.') } as const;
    await panel().send(showScreen(formScreen(), { notices: [notice] }));
    await panel().button('Dismiss').focus();
    await panel().send(showScreen(formScreen()));
    assert.equal(await isFocused(heading()), true);
  });

  describe('after Submit of a form with problems', () => {
    beforeEach(async () => {
      const properties = { name: { type: 'string' }, mail: { type: 'string', format: 'email' } };
      await panel().send(showScreen(formScreen({ schema: objectSchema(properties, ['name', 'mail']) })));
      await panel().button('Submit').click();
    });

    it('moves to the first field with a problem', async () => {
      assert.equal(await isFocused(name()), true);
      assert.equal(await panel().page.getByRole('group', { name: 'Fix 2 answers' }).isVisible(), true);
      assert.deepEqual(await panel().postedOf('submit'), []);
    });

    it('moves from the summary to the field that it names', async () => {
      await panel().button(untranslated('mail')).click();
      assert.equal(await isFocused(panel().field(untranslated('mail'))), true);
    });

    it('moves from the first button back to the summary', async () => {
      await panel().button('Submit').focus();
      await panel().press('Shift+Tab');
      assert.equal(await isFocused(panel().button(untranslated('mail'))), true);
    });

    it('can be in a field with a problem, which is aria-invalid and described by a visible text', async () => {
      for (const label of ['name', 'mail']) {
        const field = panel().field(untranslated(label));
        assert.equal(await field.getAttribute('aria-invalid'), 'true');
        assert.match(await linkedText(field, 'aria-describedby'), /^Required\.$/m, label);
      }
    });

    it('can be in a corrected field, which is not described by a problem', async () => {
      await name().fill('Ada');
      assert.equal(await name().getAttribute('aria-invalid'), 'false');
      assert.equal(await linkedText(name(), 'aria-describedby'), '');
    });
  });
});

/** The visible text of the elements whose ids are in an attribute. All of them must exist. */
function linkedText(field: Locator, attribute: string): Promise<string> {
  return field.evaluate((element, name) => {
    const ids = (element.getAttribute(name) ?? '').split(' ').filter(Boolean);
    const texts = ids.map((id) => {
      const named = document.getElementById(id);
      if (!named) throw new Error(`${name} names ${id}, which is not there`);
      return named.checkVisibility() ? named.innerText.trim() : '';
    });
    return texts.filter(Boolean).join('\n');
  }, attribute);
}
