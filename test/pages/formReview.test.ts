import assert from 'node:assert/strict';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { openReview, reviewFormScreen, sendReviewed } from '#test/pages/states/reviewStates.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useReviewPage } from './reviewPage.ts';

describe('the review of a form', () => {
  const { heading, isFocused, json, panel, postedActions, row, showReview, street, unfoldLeftOut } = useReviewPage();
  const { form } = reviewFormScreen();

  it('precedes Submit, which is hidden until the review is shown', async () => {
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
    it(`opens and submits with ${chord}`, async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().press(chord);
      assert.deepEqual(await postedActions(), ['review']);
      await sendReviewed(panel(), form);
      await panel().press(chord);
      assert.deepEqual(await postedActions(), ['review', 'submit']);
    });
  }

  it("opens at its start, with the server's message and the way back in sight, wherever a long form was scrolled to", async () => {
    const names = Array.from({ length: 30 }, (_, field) => `field ${field}`);
    const screen = formScreen({
      schema: objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string' }]))),
      content: Object.fromEntries(names.map((name) => [name, untranslated('filled in')])),
      requiresReview: true,
    });
    await panel().send(showScreen(screen));
    await panel().field(untranslated('field 29')).focus();
    await openReview(panel(), screen.form);
    for (const shown of [panel().page.locator('h1'), panel().button('Back to the Form'), heading()]) {
      const header = await panel().page.locator('.panel-header').boundingBox();
      const box = await shown.boundingBox();
      assert.ok(box && header && box.y >= header.y + header.height && box.y + box.height < 325, JSON.stringify(box));
    }
  });

  it('is not requested while the form has problems, and shows these at their fields', async () => {
    await panel().send(showScreen(reviewFormScreen({ content: {} })));
    await panel().button('Review').click();
    assert.equal(await isFocused(street()), true);
    await panel().page.getByRole('group', { name: 'Fix 2 answers' }).waitFor();
    assert.equal(await street().getAttribute('aria-invalid'), 'true');
    assert.deepEqual(await postedActions(), []);
  });

  it('does not open if the extension finds problems, which are shown in the form', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().button('Review').click();
    const summary = untranslated('Not sent');
    await panel().send({
      type: 'rejected',
      screen: 'form',
      summary,
      problems: [{ field: 0, message: untranslated('Not there') }],
    });
    assert.equal(await panel().page.getByRole('group', { name: summary }).isVisible(), true);
    assert.equal(await isFocused(street()), true);
    // The review can be requested again.
    await street().fill(untranslated('Herengracht 2'));
    await panel().advanceTime();
    await openReview(panel(), form);
    assert.equal(await heading().isVisible(), true);
  });

  it('shows every answer, every omitted field, and the JSON', async () => {
    await showReview();
    assert.match(await row('street').innerText(), /‹Keizersgracht 1›/);
    assert.match(await row('country').innerText(), /‹France›/);
    assert.equal(await row('line2').isVisible(), false);
    await unfoldLeftOut();
    assert.match(await row('line2').innerText(), /Left out/);
    assert.deepEqual(await json(), { street: untranslated('Keizersgracht 1'), country: 'FR' });
  });

  it('is not shown if the inputs have changed since it was requested', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().button('Review').click();
    await street().fill(untranslated('Herengracht 2'));
    await sendReviewed(panel(), form);
    assert.equal(await heading().count(), 0);
    assert.equal(await panel().button('Review').isVisible(), true);
  });

  it('is requested again if the inputs have changed, and then opens', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().press('Control+Enter');
    await street().fill(untranslated('Herengracht 2'));
    await sendReviewed(panel(), form);
    assert.deepEqual(await postedActions(), ['review', 'review']);
    await sendReviewed(panel(), form);
    assert.match(await row('street').innerText(), /‹Herengracht 2›/);
  });

  it('is not requested again while changed inputs have problems, but can be afterwards', async () => {
    await panel().send(showScreen(reviewFormScreen()));
    await panel().press('Control+Enter');
    await street().fill('');
    await sendReviewed(panel(), form);
    assert.deepEqual(await postedActions(), ['review']);
    await street().fill(untranslated('Herengracht 2'));
    await openReview(panel(), form);
    assert.match(await row('street').innerText(), /‹Herengracht 2›/);
  });

  it('ends with its request: the next request starts with its form', async () => {
    await showReview();
    await panel().send(showScreen(reviewFormScreen({ id: 'next' })));
    assert.equal(await heading().count(), 0);
    assert.equal(await street().isVisible(), true);
  });

  it('announces its counts', async () => {
    await showReview();
    assert.equal(await panel().page.getByText('Review: 2 answers, 1 left out').count(), 1);
  });

  it('leads back to the form on Escape, and only there cancels', async () => {
    await showReview();
    await panel().press('Escape');
    assert.equal(await street().isVisible(), true);
    // The buttons have moved, so that they ignore a second press.
    await panel().press('Escape');
    assert.deepEqual(await postedActions(), ['review']);
    await panel().advanceTime();
    await panel().press('Escape');
    assert.deepEqual(await postedActions(), ['review', 'cancel']);
  });

  it('shows a date in words, with the exact value as the description and on hover', async () => {
    const dated = reviewFormScreen({
      schema: objectSchema({ day: { type: 'string', format: 'date' }, when: { type: 'string', format: 'date-time' } }),
      content: { day: '2026-03-31', when: '2026-03-31T14:30:00+02:00' },
    });
    await panel().send(showScreen(dated));
    await openReview(panel(), dated.form);
    const times = panel().page.locator('.review time');
    const texts = await times.allTextContents();
    assert.equal(texts[0], 'Tuesday, March 31, 2026');
    assert.match(texts[1] ?? '', /^Tuesday, March 31, 2026 at 12:30:00\sPM UTC$/);
    assert.equal(await times.first().getAttribute('title'), '2026-03-31');
    assert.equal(await times.last().getAttribute('aria-description'), '2026-03-31T14:30:00+02:00');
  });

  it('can be declined and cancelled', async () => {
    for (const [act, go] of [
      ['decline', () => panel().button('Decline').click()],
      ['cancel', () => panel().button('Cancel').click()],
    ] as const) {
      await panel().load();
      await showReview();
      await go();
      assert.deepEqual(await postedActions(), ['review', act]);
    }
  });

  describe('after a double click', () => {
    beforeEach(() => panel().stopClock());

    it('on Review sends nothing, because new buttons ignore input for 500 ms', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().button('Review').click();
      const [asked] = await panel().postedOf('review');
      assert.ok(asked);
      await panel().send({ type: 'reviewed', screen: 'form', revision: asked.revision, values: [], secrets: [] });
      await panel().advanceTime(499);
      assert.equal(await panel().button('Submit').getAttribute('aria-disabled'), 'true');
      await panel().button('Submit').click({ force: true });
      await panel().press('Control+Enter');
      assert.deepEqual(await postedActions(), ['review']);
      await panel().advanceTime();
      await panel().button('Submit').click();
      assert.deepEqual(await postedActions(), ['review', 'submit']);
    });

    it('on Review requests one review', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await panel().button('Review').dblclick();
      assert.deepEqual(await postedActions(), ['review']);
    });
  });

  describe('the focus', () => {
    it('moves to the heading', async () => {
      await showReview();
      assert.equal(await isFocused(heading()), true);
    });

    it('moves back to its field', async () => {
      await panel().send(showScreen(reviewFormScreen()));
      await street().focus();
      await panel().press('Control+Enter');
      await sendReviewed(panel(), form);
      await panel().button('Back to the Form').click();
      assert.equal(await isFocused(street()), true);
    });

    it('moves back to the Review button', async () => {
      await showReview();
      await panel().button('Back to the Form').click();
      assert.equal(await isFocused(panel().button('Review')), true);
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

    it('is masked in the list and in the JSON until the user shows it', async () => {
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

    it('needs a confirmation, and another one after a return to the form', async () => {
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

  it('shows HTML from the server as text', async () => {
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
    assert.match(
      await panel().page.locator('.review-rows').first().innerText(),
      /<script>alert\(1\)<\/script>\[U\+202E\]/,
    );
  });
});
