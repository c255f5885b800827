import assert from 'node:assert/strict';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { openReview, reviewFormScreen, sendReviewed } from '#test/pages/states/reviewStates.ts';
import { objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useReviewPage } from './reviewPage.ts';

describe('in the review of a form', () => {
  const { editButton, heading, isFocused, json, panel, postedActions, row, showReview, street, unfoldLeftOut } =
    useReviewPage();
  const { form } = reviewFormScreen();

  describe('a field that is edited', () => {
    beforeEach(async () => {
      await showReview();
      await editButton('street').click();
    });

    it('shows the field of the form and focuses it', async () => {
      assert.equal(await isFocused(street()), true);
      assert.equal(await street().inputValue(), untranslated('Keizersgracht 1'));
      assert.equal(await editButton('street').count(), 0);
    });

    for (const [how, close] of [
      ['Done', () => panel().button('Done').click()],
      ['Enter', () => panel().press('Enter')],
    ] as const) {
      it(`closes with ${how} and shows the value and the JSON that the extension reports`, async () => {
        await street().fill(untranslated('Herengracht 2'));
        await close();
        await sendReviewed(panel(), form);
        assert.match(await row('street').innerText(), /‹Herengracht 2›/);
        assert.deepEqual(await json(), { street: untranslated('Herengracht 2'), country: 'FR' });
        assert.equal(await isFocused(editButton('street')), true);
        assert.deepEqual(await postedActions(), ['review', 'review']);
      });
    }

    it('closes when the focus leaves it, and does not move the focus', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await editButton('country').focus();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.equal(await editButton('street').isVisible(), true);
      assert.equal(await isFocused(editButton('country')), true);
    });

    it('closes without losing the click that opens another field', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await editButton('country').click();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.equal(await editButton('street').isVisible(), true);
      assert.equal(await isFocused(panel().page.getByRole('radio', { name: untranslated('France') })), true);
    });

    it('stays open while the focus moves in it, or is in another window', async () => {
      await panel().press('Tab');
      assert.equal(await isFocused(panel().button('Done')), true);
      await panel().advanceTime();
      assert.equal(await street().isVisible(), true);
      await panel().page.evaluate(() => {
        document.hasFocus = () => false;
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      });
      await panel().advanceTime();
      assert.equal(await street().isVisible(), true);
    });

    it('closes without a message to the extension if nothing has changed', async () => {
      await panel().button('Done').click();
      assert.equal(await editButton('street').isVisible(), true);
      assert.deepEqual(await postedActions(), ['review']);
    });

    it('stays open with a problem, shown at the field', async () => {
      await street().fill('');
      await panel().button('Done').click();
      assert.equal(await isFocused(street()), true);
      assert.equal(await street().getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await postedActions(), ['review']);
    });

    it('stays open with a problem that only the extension finds', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      const problems = [{ field: 0, message: untranslated('Not there') }];
      await panel().send({ type: 'rejected', screen: 'form', summary: untranslated('One'), problems });
      // The panel may handle the message later: after the press of the pointer and its click event.
      await panel().page.getByText(untranslated('Not there')).waitFor();
      assert.equal(await heading().isVisible(), true);
      assert.equal(await isFocused(street()), true);
      await street().fill(untranslated('Prinsengracht 3'));
      await panel().press('Enter');
      await sendReviewed(panel(), form);
      assert.match(await row('street').innerText(), /‹Prinsengracht 3›/);
    });

    it('opens another field if the change causes a problem there', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      const problems = [{ field: 1, message: untranslated('Now it is wanted') }];
      await panel().send({ type: 'rejected', screen: 'form', summary: untranslated('One'), problems });
      // The panel may handle the message later: after the press of the pointer and its click event.
      await panel().page.getByText(untranslated('Now it is wanted')).waitFor();
      assert.equal(await isFocused(panel().field(untranslated('line2'))), true);
    });

    it('is shown in the form again for a problem that belongs to no single field', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      await panel().send({ type: 'rejected', screen: 'form', summary: untranslated('Too few'), problems: [] });
      // The panel may handle the message later: after the press of the pointer and its click event.
      await heading().waitFor({ state: 'detached' });
      assert.equal(await isFocused(panel().page.getByRole('group', { name: untranslated('Too few') })), true);
      assert.equal(await street().inputValue(), untranslated('Herengracht 2'));
    });

    it('is restored on Escape, which does not cancel the request', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().press('Escape');
      assert.equal(await editButton('street').isVisible(), true);
      assert.match(await row('street').innerText(), /‹Keizersgracht 1›/);
      assert.equal(await isFocused(editButton('street')), true);
      await sendReviewed(panel(), form);
      assert.deepEqual(await json(), { street: untranslated('Keizersgracht 1'), country: 'FR' });
      assert.equal((await postedActions()).includes('cancel'), false);
      await panel().advanceTime();
      await panel().press('Escape');
      assert.equal(await street().isVisible(), true);
      assert.equal((await postedActions()).includes('cancel'), false);
    });

    it('is also restored on Escape while the focus is outside of it', async () => {
      await street().fill('');
      await heading().focus();
      await panel().advanceTime();
      assert.equal(await street().isVisible(), true);
      await panel().press('Escape');
      assert.equal(await street().isVisible(), false);
      assert.equal((await postedActions()).includes('cancel'), false);
    });

    it('closes on Submit after a change; the form is reviewed again, and sent only on the next Submit', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Submit').click();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.deepEqual(await postedActions(), ['review', 'review']);
      assert.equal(await panel().page.getByText('You changed an answer.').isVisible(), true);
      assert.equal(await editButton('street').isVisible(), true);
      await panel().button('Submit').click();
      assert.deepEqual(await postedActions(), ['review', 'review', 'submit']);
    });

    it('lets Submit send the form if nothing has changed', async () => {
      await panel().button('Submit').click();
      assert.deepEqual(await postedActions(), ['review', 'submit']);
    });

    it('keeps its text and its position when the user returns to the form', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Back to the Form').click();
      assert.equal(await street().inputValue(), untranslated('Herengracht 2'));
      const labels = await panel().page.locator('.fields .label-row').allInnerTexts();
      assert.deepEqual(
        labels.map((label) => label.split('\n')[0]),
        ['street', 'line2', 'country'].map(untranslated),
      );
    });
  });

  describe('a field that handles Enter or Escape itself', () => {
    const city = reviewFormScreen({
      schema: objectSchema({
        city: { type: 'string', enum: Array.from({ length: 30 }, (_, index) => untranslated(`City ${index}`)) },
        note: { type: 'string', maxLength: 500 },
      }),
      content: {},
    });

    it('closes its list on Escape; Enter first chooses an option, then closes the field', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await unfoldLeftOut();
      await editButton('city').click();
      await panel().press('ArrowDown');
      await panel().page.getByRole('listbox').waitFor();
      await panel().press('Escape');
      assert.equal(await panel().page.getByRole('listbox').count(), 0);
      assert.equal(await panel().field(untranslated('city')).isVisible(), true);
      await panel().page.keyboard.type('City 7');
      await panel().press('Enter');
      assert.equal(await panel().field(untranslated('city')).inputValue(), untranslated('City 7'));
      await panel().press('Enter');
      await sendReviewed(panel(), city.form);
      assert.match(await row('city').innerText(), /‹City 7›/);
    });

    it('keeps a text that names no option, and Submit focuses it', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await unfoldLeftOut();
      await editButton('city').click();
      await panel().page.keyboard.type('elsewhere');
      await panel().button('Submit').click();
      assert.deepEqual(await panel().postedOf('submit'), []);
      assert.equal(await isFocused(panel().field(untranslated('city'))), true);
      assert.equal(await panel().field(untranslated('city')).inputValue(), 'elsewhere');
      await panel().press('Escape');
      assert.equal(await editButton('city').isVisible(), true);
      await editButton('city').click();
      assert.equal(await panel().field(untranslated('city')).inputValue(), '');
    });

    it('inserts a line break on Enter in a text of several lines', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await unfoldLeftOut();
      await editButton('note').click();
      await panel().page.keyboard.type('one');
      await panel().press('Enter');
      await panel().page.keyboard.type('two');
      assert.equal(await panel().field(untranslated('note')).inputValue(), 'one\ntwo');
    });
  });
});
