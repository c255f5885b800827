import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { openReview, reviewFormScreen, sendReviewed } from '#test/pages/states/reviewStates.ts';
import { objectSchema } from '#test/pages/states/screenBuilders.ts';

describe('the review of a form', () => {
  const panel = usePanel();

  const { form } = reviewFormScreen();
  const street = () => panel().field(untranslated('street'));
  const edit = (label: string) => panel().button(`Edit ${untranslated(label)}`);
  const heading = () =>
    panel().page.getByRole('heading', { level: 2, name: `Review your answers to ${untranslated('bookings')}` });
  /** The keyboard is in the element, or in the component that it is a part of. */
  const isFocused = (locator: Locator) =>
    locator.evaluate((element) => {
      const root = element.getRootNode();
      return (root instanceof ShadowRoot ? root.host : element) === document.activeElement;
    });
  const row = (label: string) =>
    panel()
      .page.locator('.review-row')
      .filter({ hasText: untranslated(label) });
  const json = async () => JSON.parse((await panel().page.locator('.review-json pre').textContent()) ?? '');
  const acts = async () => {
    const byItself = new Set(['ready', 'drawn', 'edit']);
    return (await panel().posted()).map(({ type }) => type).filter((type) => !byItself.has(type));
  };
  const begin = async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await openReview(panel(), form);
  };

  it('comes before Submit, which is not there until then', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    assert.equal(await panel().button('Submit').count(), 0);
    assert.equal(await panel().button('Back to the Form').count(), 0);
    await openReview(panel(), form);
    assert.equal(await panel().button('Review').count(), 0);
    assert.equal(await street().isVisible(), false);
    await panel().button('Submit').click();
    const [sent] = await panel().postedOf('submit');
    assert.deepEqual(sent?.inputs, reviewFormScreen().inputs);
  });

  for (const chord of ['Control+Enter', 'Meta+Enter']) {
    it(`comes and is sent with ${chord}`, async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().press(chord);
      assert.deepEqual(await acts(), ['review']);
      await sendReviewed(panel(), form);
      await panel().press(chord);
      assert.deepEqual(await acts(), ['review', 'submit']);
    });
  }

  it('is not asked for while something is wrong, which is said at the fields', async () => {
    await panel().send(showScreen(reviewFormScreen({ content: {} })));
    await panel().button('Review').click();
    assert.equal(await isFocused(panel().page.getByRole('heading', { name: '2 answers need a change' })), true);
    assert.equal(await street().getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await acts(), []);
  });

  it('says in the form what only the extension finds wrong', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().button('Review').click();
    const summary = untranslated('1 answer needs a change');
    await panel().send({
      type: 'rejected',
      screen: 'question',
      summary,
      problems: [{ field: 0, message: untranslated('Not there') }],
    });
    assert.equal(await isFocused(panel().page.getByRole('heading', { name: summary })), true);
    assert.equal(await street().isVisible(), true);
    // And can be asked for again.
    await street().fill(untranslated('Herengracht 2'));
    await openReview(panel(), form);
    assert.equal(await heading().isVisible(), true);
  });

  it('says every answer, what is left out, and the JSON of it', async () => {
    await begin();
    assert.match(await row('street').innerText(), /‹Keizersgracht 1›/);
    assert.match(await row('country').innerText(), /‹France›/);
    assert.match(await row('line2').innerText(), /Left out/);
    assert.deepEqual(await json(), { street: untranslated('Keizersgracht 1'), country: 'FR' });
  });

  it('shows nothing of a review that was asked for before something else was typed', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().button('Review').click();
    await street().fill(untranslated('Herengracht 2'));
    await sendReviewed(panel(), form);
    assert.equal(await heading().count(), 0);
    assert.equal(await panel().button('Review').isVisible(), true);
  });

  it('is asked for again when it was overtaken, and then comes', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().press('Control+Enter');
    await street().fill(untranslated('Herengracht 2'));
    await sendReviewed(panel(), form);
    assert.deepEqual(await acts(), ['review', 'review']);
    await sendReviewed(panel(), form);
    assert.match(await row('street').innerText(), /‹Herengracht 2›/);
  });

  it('is not asked for again where what was typed since is wrong, but can be once it is right', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().press('Control+Enter');
    await street().fill('');
    await sendReviewed(panel(), form);
    assert.deepEqual(await acts(), ['review']);
    await street().fill(untranslated('Herengracht 2'));
    await openReview(panel(), form);
    assert.match(await row('street').innerText(), /‹Herengracht 2›/);
  });

  it('is gone with its question: the next one begins with its form', async () => {
    await begin();
    await panel().send(showScreen(reviewFormScreen({ id: 'next' })));
    assert.equal(await heading().count(), 0);
    assert.equal(await street().isVisible(), true);
  });

  it('has its counts said once it is there', async () => {
    await begin();
    assert.equal(await panel().page.getByText('Review: 2 answers, 1 left out').count(), 1);
  });

  it('can be declined, cancelled, and cancelled with Escape', async () => {
    for (const [act, go] of [
      ['decline', () => panel().button('Decline').click()],
      ['cancel', () => panel().button('Cancel').click()],
      ['cancel', () => panel().press('Escape')],
    ] as const) {
      await panel().load();
      await begin();
      await go();
      assert.deepEqual(await acts(), ['review', act]);
    }
  });

  describe('and a double click', () => {
    beforeEach(async () => {
      await panel().page.clock.pauseAt(await panel().page.evaluate(() => Date.now() + 1000));
    });
    afterEach(() => panel().page.clock.resume());

    it('on Review sends nothing: for 500 ms the buttons that appeared take no input', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().button('Review').click();
      const [asked] = await panel().postedOf('review');
      assert.ok(asked);
      await panel().send({ type: 'reviewed', screen: 'question', revision: asked.revision, values: [], secrets: [] });
      await panel().advanceTime(499);
      assert.equal(await panel().button('Submit').getAttribute('aria-disabled'), 'true');
      await panel().button('Submit').click({ force: true });
      await panel().press('Control+Enter');
      assert.deepEqual(await acts(), ['review']);
      await panel().advanceTime();
      await panel().button('Submit').click();
      assert.deepEqual(await acts(), ['review', 'submit']);
    });

    it('on Review asks once', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().button('Review').dblclick();
      assert.deepEqual(await acts(), ['review']);
    });
  });

  describe('the keyboard', () => {
    it('goes to its heading', async () => {
      await begin();
      assert.equal(await isFocused(heading()), true);
    });

    it('goes back to the field that it came from', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await street().focus();
      await panel().press('Control+Enter');
      await sendReviewed(panel(), form);
      await panel().button('Back to the Form').click();
      assert.equal(await isFocused(street()), true);
    });

    it('goes back to the Review button, where it came from there', async () => {
      await begin();
      await panel().button('Back to the Form').click();
      assert.equal(await isFocused(panel().button('Review')), true);
    });
  });

  describe('a field changed in it', () => {
    beforeEach(async () => {
      await begin();
      await edit('street').click();
    });

    it('is the field of the form, with the keyboard in it', async () => {
      assert.equal(await isFocused(street()), true);
      assert.equal(await street().inputValue(), untranslated('Keizersgracht 1'));
      assert.equal(await edit('street').count(), 0);
    });

    for (const [how, close] of [
      ['Done', () => panel().button('Done').click()],
      ['Enter', () => panel().press('Enter')],
    ] as const) {
      it(`is shown in words again with ${how}, as the extension says it, and the JSON follows`, async () => {
        await street().fill(untranslated('Herengracht 2'));
        await close();
        await sendReviewed(panel(), form);
        assert.match(await row('street').innerText(), /‹Herengracht 2›/);
        assert.deepEqual(await json(), { street: untranslated('Herengracht 2'), country: 'FR' });
        assert.equal(await isFocused(edit('street')), true);
        assert.deepEqual(await acts(), ['review', 'review']);
      });
    }

    it('is shown in words again when the keyboard leaves it, which stays where it went', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await edit('country').focus();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.equal(await edit('street').isVisible(), true);
      assert.equal(await isFocused(edit('country')), true);
    });

    it('makes room for another without losing the click that opens that', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await edit('line2').click();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.equal(await edit('street').isVisible(), true);
      assert.equal(await isFocused(panel().field(untranslated('line2'))), true);
    });

    it('stays open while the keyboard goes on in it, and while it is in another window', async () => {
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

    it('is closed without a word to the extension when nothing was changed', async () => {
      await panel().button('Done').click();
      assert.equal(await edit('street').isVisible(), true);
      assert.deepEqual(await acts(), ['review']);
    });

    it('stays open with what is wrong, said at the field', async () => {
      await street().fill('');
      await panel().button('Done').click();
      assert.equal(await isFocused(street()), true);
      assert.equal(await street().getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await acts(), ['review']);
    });

    it('stays open with what only the extension finds wrong', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      const problems = [{ field: 0, message: untranslated('Not there') }];
      await panel().send({ type: 'rejected', screen: 'question', summary: untranslated('One'), problems });
      // A press that is just over holds the message back until the turn after its click.
      await panel().page.getByText(untranslated('Not there')).waitFor();
      assert.equal(await heading().isVisible(), true);
      assert.equal(await isFocused(street()), true);
      await street().fill(untranslated('Prinsengracht 3'));
      await panel().press('Enter');
      await sendReviewed(panel(), form);
      assert.match(await row('street').innerText(), /‹Prinsengracht 3›/);
    });

    it('is opened where something is wrong that another change has brought about', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      const problems = [{ field: 1, message: untranslated('Now it is wanted') }];
      await panel().send({ type: 'rejected', screen: 'question', summary: untranslated('One'), problems });
      // A press that is just over holds the message back until the turn after its click.
      await panel().page.getByText(untranslated('Now it is wanted')).waitFor();
      assert.equal(await isFocused(panel().field(untranslated('line2'))), true);
    });

    it('leads back to the form with what is wrong with no field', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Done').click();
      await panel().send({ type: 'rejected', screen: 'question', summary: untranslated('Too few'), problems: [] });
      // A press that is just over holds the message back until the turn after its click.
      await heading().waitFor({ state: 'detached' });
      assert.equal(await isFocused(panel().page.getByRole('heading', { name: untranslated('Too few') })), true);
      assert.equal(await street().inputValue(), untranslated('Herengracht 2'));
    });

    it('is put back with Escape, which cancels nothing then', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().press('Escape');
      assert.equal(await edit('street').isVisible(), true);
      assert.match(await row('street').innerText(), /‹Keizersgracht 1›/);
      assert.equal(await isFocused(edit('street')), true);
      await sendReviewed(panel(), form);
      assert.deepEqual(await json(), { street: untranslated('Keizersgracht 1'), country: 'FR' });
      assert.equal((await acts()).includes('cancel'), false);
      await panel().press('Escape');
      assert.equal((await acts()).at(-1), 'cancel');
    });

    it('is put back with Escape from elsewhere too, before that cancels', async () => {
      await street().fill('');
      await heading().focus();
      await panel().advanceTime();
      assert.equal(await street().isVisible(), true);
      await panel().press('Escape');
      assert.equal(await street().isVisible(), false);
      assert.equal((await acts()).includes('cancel'), false);
    });

    it('is not sent by Submit before it was seen in the review, which says so', async () => {
      await street().fill(untranslated('Herengracht 2'));
      await panel().button('Submit').click();
      await panel().advanceTime();
      await sendReviewed(panel(), form);
      assert.deepEqual(await acts(), ['review', 'review']);
      assert.equal(await panel().page.getByText('You changed an answer.').isVisible(), true);
      assert.equal(await edit('street').isVisible(), true);
      await panel().button('Submit').click();
      assert.deepEqual(await acts(), ['review', 'review', 'submit']);
    });

    it('is sent at once by Submit when nothing was changed', async () => {
      await panel().button('Submit').click();
      assert.deepEqual(await acts(), ['review', 'submit']);
    });

    it('keeps what was typed on the way back to the form, in its place', async () => {
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

  describe('an open list', () => {
    const city = reviewFormScreen({
      schema: objectSchema({
        city: { type: 'string', enum: Array.from({ length: 30 }, (_, index) => untranslated(`City ${index}`)) },
        note: { type: 'string', maxLength: 500 },
      }),
      content: {},
    });

    it('is closed by the first Escape, the field by the second; Enter chooses first, and closes the field then', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await edit('city').click();
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

    it('in which words were typed that name no option leaves them, and Submit leads to them', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await edit('city').click();
      await panel().page.keyboard.type('elsewhere');
      await panel().button('Submit').click();
      assert.deepEqual(await panel().postedOf('submit'), []);
      assert.equal(await isFocused(panel().field(untranslated('city'))), true);
      assert.equal(await panel().field(untranslated('city')).inputValue(), 'elsewhere');
      await panel().press('Escape');
      assert.equal(await edit('city').isVisible(), true);
      await edit('city').click();
      assert.equal(await panel().field(untranslated('city')).inputValue(), '');
    });

    it('is no reason for Enter to end a text of several lines', async () => {
      await panel().send(showScreen(city));
      await openReview(panel(), city.form);
      await edit('note').click();
      await panel().page.keyboard.type('one');
      await panel().press('Enter');
      await panel().page.keyboard.type('two');
      assert.equal(await panel().field(untranslated('note')).inputValue(), 'one\ntwo');
    });
  });

  describe('a secret', () => {
    const secret = reviewFormScreen({
      schema: objectSchema({ user: { type: 'string' }, password: { type: 'string' } }),
      content: { user: untranslated('ada'), password: 'hunter2' },
    });
    const everything = () => panel().page.locator('body').innerText();

    beforeEach(async () => {
      await panel().send(showScreen(secret));
      await openReview(panel(), secret.form);
      await panel().page.getByText('Exact JSON').click();
    });

    it('is nowhere to be read, neither in words nor in the JSON, until it is shown', async () => {
      assert.doesNotMatch(await everything(), /hunter/);
      await panel()
        .button(`Show the answer to ${untranslated('password')}`)
        .click();
      assert.match(await row('password').innerText(), /hunter2/);
      assert.deepEqual(await json(), { user: untranslated('ada'), password: 'hunter2' });
      await panel()
        .button(`Hide the answer to ${untranslated('password')}`)
        .click();
      assert.doesNotMatch(await everything(), /hunter/);
    });

    it('takes its second step here, and again after one has been back at the form', async () => {
      const box = panel().page.getByRole('checkbox');
      await panel().button('Submit').click();
      assert.equal(await isFocused(box), true);
      await panel().advanceTime();
      await box.check();
      await panel().advanceTime();
      await panel().button('Back to the Form').click();
      assert.equal(await box.count(), 0);
      await panel().advanceTime();
      await openReview(panel(), secret.form);
      await panel().button('Submit').click();
      assert.equal(await box.isChecked(), false);
      assert.deepEqual(await panel().postedOf('submit'), []);
      await panel().advanceTime();
      await box.check();
      await panel().advanceTime();
      await panel().button('Submit').click();
      assert.deepEqual(
        (await panel().postedOf('submit')).map(({ confirmedSecrets }) => confirmedSecrets),
        [[1]],
      );
    });
  });

  it('draws what a hostile server would have it draw as text', async () => {
    const hostile = reviewFormScreen({
      server: { name: untranslated('</h2><img src=x onerror=alert(1)>') },
      schema: objectSchema({
        __proto__x: { type: 'string', default: '<script>alert(1)</script>\u202E' },
        constructor: { type: 'string', title: `‹${'W'.repeat(400)}›` },
      }),
      content: {},
    });
    await panel().send(showScreen(hostile));
    await openReview(panel(), hostile.form);
    assert.equal(await panel().page.locator('.review img, .review script').count(), 0);
    assert.match(await panel().page.locator('.review-rows').innerText(), /<script>alert\(1\)<\/script>\[U\+202E\]/);
  });
});
