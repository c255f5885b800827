import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '#test/eventually.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useFieldPage } from './fieldPage.ts';

describe('the help line of a field', () => {
  const { liveTexts, panel, postedTypes, showForm } = useFieldPage();

  const schema = objectSchema({ first: { type: 'string' }, second: { type: 'string' } });
  const first = () => panel().field(untranslated('first'));
  const second = () => panel().field(untranslated('second'));
  const problem = () => panel().page.locator('#field-0-problem');
  const longProblem = untranslated('One has to know a lot to fill this in. '.repeat(12).trim());

  const top = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);
  const bottom = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().bottom);

  /** Has the extension report a problem of the first field after the user has changed it. */
  const showLongProblem = async () => {
    await showForm(schema);
    await first().fill('x');
    await panel().advanceTime();
    const revision = (await panel().postedOf('edit')).at(-1)?.revision ?? 0;
    const problems = [{ field: 0, message: longProblem }];
    await panel().send({ type: 'checked', screen: 'form', revision, problems, secrets: [] });
    await problem().getByText(longProblem).waitFor();
  };

  it('shows a problem in the place of the hint, and moves nothing', async () => {
    await showForm(objectSchema({ first: { type: 'integer', minimum: 1, maximum: 5 }, second: { type: 'string' } }));
    const [before, hint] = [await top(second()), panel().page.getByText('1 to 5')];
    assert.equal(await hint.isVisible(), true);
    await first().fill('9');
    await panel().advanceTime();
    await problem().getByText('Enter 1 to 5.').waitFor();
    assert.equal(await hint.filter({ hasText: /^1 to 5$/ }).isVisible(), false);
    assert.equal(await top(second()), before);
  });

  it('lets a longer problem cover what follows, where it takes no clicks', async () => {
    await showForm(schema);
    const before = await top(second());
    await showLongProblem();
    assert.equal(await top(second()), before);
    assert.ok((await bottom(problem())) > before, 'the problem covers the next field');
    await second().click();
    assert.equal(await second().evaluate((element) => element === document.activeElement), true);
  });

  it('does not cover a later field that has the focus', async () => {
    await showLongProblem();
    await second().focus();
    assert.ok((await bottom(problem())) <= (await top(second())));
    await first().focus();
    assert.ok((await bottom(problem())) > (await top(second())));
  });

  it('gives a problem an edge only where it covers what follows', async () => {
    // The edge is drawn in the frame after the one in which the size has changed.
    const hasEdge = (style: string) =>
      eventually(`the edge is ${style}`, () =>
        problem().evaluate((element, expected) => getComputedStyle(element).outlineStyle === expected, style),
      );
    await showLongProblem();
    await hasEdge('solid');
    await second().focus();
    await hasEdge('none');
    await first().focus();
    await hasEdge('solid');
    await panel().press('Escape');
    await hasEdge('none');
  });

  it('makes room for a long problem in a low panel, which it would fill', async () => {
    await panel().resize({ width: 210, height: 325 });
    await showLongProblem();
    assert.ok((await bottom(problem())) <= (await top(second())));
    const distance = async () => (await top(second())) - (await top(first()));
    const before = await distance();
    await second().focus();
    assert.equal(await distance(), before, 'the problem is not cut while a later field has the focus');
    await panel().resize(usualSize);
  });

  for (const place of ['in the field', 'on a button']) {
    it(`uncovers what follows on Escape ${place}, and only then cancels`, async () => {
      await showLongProblem();
      if (place === 'on a button') await panel().button('Submit').focus();
      await panel().press('Escape');
      assert.ok((await bottom(problem())) <= (await top(second())));
      assert.ok(!(await postedTypes()).includes('cancel'));
      await panel().press('Escape');
      assert.ok((await postedTypes()).includes('cancel'));
    });
  }

  it('warns of a secret that is typed without moving anything', async () => {
    await showForm(schema);
    const before = await top(second());
    await first().fill('x');
    await panel().advanceTime();
    const revision = (await panel().postedOf('edit')).at(-1)?.revision ?? 0;
    const secrets = [{ field: 0, secretKind: 'a password', reason: untranslated('So it looks.') }];
    await panel().send({ type: 'checked', screen: 'form', revision, problems: [], secrets });
    await panel().page.getByText(untranslated('So it looks.')).waitFor();
    assert.equal(await top(second()), before);
    await panel()
      .button(`Show password: ${untranslated('first')}`)
      .waitFor();
  });

  it('repeats nothing of what is masked, in sight or for screen readers', async () => {
    const token = 'sk-live-abcdefgh';
    const tokens = { type: 'array', title: 'API tokens', items: { type: 'string', minLength: 60 } };
    const pin = '1,234';
    await panel().load();
    await panel().send(
      showScreen({
        ...formScreen({ schema: objectSchema({ tokens, pin: { type: 'number' } }) }),
        secrets: [0, 1].map((field) => ({ field, secretKind: 'a secret', reason: untranslated('So it is called.') })),
      }),
    );
    await panel().page.locator('#field-0').fill(`\n${token}`);
    await panel().advanceTime();
    await problem().getByText('Line 2: Enter at least 60 characters').waitFor();
    await panel().field(untranslated('pin')).fill(pin);
    await panel().advanceTime();
    const pinProblem = panel().page.locator('#field-1-problem');
    await pinProblem.getByText('Enter a number, such as 12.5.').waitFor();
    const shown = [...(await panel().page.locator('.problem').allTextContents()), ...(await liveTexts())].join(' ');
    for (const typed of [token, pin, '1234', '1.234']) {
      assert.ok(!shown.includes(typed), shown);
    }
  });

  it('shows the length of a text only near its limit', async () => {
    await showForm(objectSchema({ first: { type: 'string', maxLength: 10 } }));
    const note = panel().page.locator('#field-0-note');
    await first().fill('1234567');
    assert.equal(await note.textContent(), '');
    await first().fill('12345678');
    assert.equal(await note.textContent(), '8 of 10 characters');
  });
});

describe('the width of an input', () => {
  const { panel, showForm } = useFieldPage();

  it('follows what is to be typed', async () => {
    const text = { type: 'string' };
    await showForm(
      objectSchema({
        table: { type: 'integer', minimum: 1, maximum: 99 },
        code: { ...text, maxLength: 10 },
        day: { ...text, format: 'date' },
        name: text,
      }),
    );
    const widths = await Promise.all(
      ['table', 'code', 'day', 'name'].map((name) =>
        panel()
          .field(untranslated(name))
          .evaluate((element) => element.getBoundingClientRect().width),
      ),
    );
    assert.deepEqual(
      widths.toSorted((a, b) => a - b),
      widths,
    );
    assert.ok(widths.every((width) => width <= 26 * 16));
  });
});
