import assert from 'node:assert/strict';
import { maxJsonLength } from '#bridge/messages.ts';
import { maxTextLength } from '#form/formLimits.ts';
import { jsonArgumentsScreen } from '#test/pages/states/argumentStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useFieldPage } from './fieldPage.ts';

describe('the form in the panel', () => {
  const { panel, postedTypes, showForm } = useFieldPage();

  const schema = objectSchema({
    a: { type: 'string' },
    b: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
  });
  const sameScreen = showScreen({ kind: 'drawn', id: 'form' });

  it('posts only the fields that were changed', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Os');
    await panel().advanceTime();
    assert.deepEqual(await panel().postedOf('edit'), [
      {
        type: 'edit',
        screen: 'form',
        revision: 1,
        changes: [{ field: 0, input: { kind: 'text', text: 'Os', touched: true } }],
      },
    ]);
  });

  it('posts the last edit before it submits', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Oslo');
    await panel().button('Submit').click();
    assert.deepEqual((await postedTypes()).slice(0, 2), ['edit', 'submit']);
  });

  it('posts edits while the user types without a pause', async () => {
    await panel().send(showScreen(formScreen()));
    await panel().field(untranslated('name')).focus();
    for (let count = 0; count < 12; count += 1) {
      await panel().page.keyboard.type('x');
      await panel().page.clock.runFor(100);
    }
    assert.ok((await panel().postedOf('edit')).length > 0);
  });

  it('posts edits before a shortcut of the editor, which can close the tab', async () => {
    await panel().send(showScreen(formScreen()));
    await panel().field(untranslated('name')).focus();
    await panel().page.keyboard.type('x');
    assert.deepEqual(await panel().postedOf('edit'), []);
    await panel().press('Control+F4');
    assert.equal((await panel().postedOf('edit')).length, 1);
  });

  it('posts no text that is too long and shows a problem, but posts the other fields', async () => {
    await showForm(objectSchema({ a: { type: 'string' }, b: { type: 'string' } }));
    const fill = (label: string, text: string) =>
      panel()
        .field(untranslated(label))
        .evaluate((element: HTMLInputElement, written) => {
          element.value = written;
          element.dispatchEvent(new Event('input', { bubbles: true }));
        }, text);
    await fill('a', 'x'.repeat(maxTextLength + 1));
    await fill('b', 'Os');
    await panel().advanceTime();
    const changed = async () => (await panel().postedOf('edit')).flatMap(({ changes }) => changes);
    assert.deepEqual(await changed(), [{ field: 1, input: { kind: 'text', text: 'Os', touched: true } }]);
    await panel().field(untranslated('a')).blur();
    await panel()
      .page.getByText('This is too long, and is not kept: at most 1,000,000 characters can be sent.', { exact: true })
      .waitFor();
    await fill('a', 'Oslo');
    await panel().advanceTime();
    assert.deepEqual((await changed()).at(-1), { field: 0, input: { kind: 'text', text: 'Oslo', touched: true } });
  });

  it('posts no JSON that is too long and shows a problem', async () => {
    await panel().load();
    await panel().send(showScreen(jsonArgumentsScreen('{}')));
    await panel().clearPosted();
    await panel()
      .field('Arguments as JSON')
      .evaluate((element: HTMLTextAreaElement, longest) => {
        element.value = `"${'x'.repeat(longest)}"`;
        element.dispatchEvent(new Event('input', { bubbles: true }));
      }, maxJsonLength);
    await panel().advanceTime();
    await panel()
      .page.getByText('This is too long, and is not kept: at most 5,000,000 characters can be sent.')
      .waitFor();
    assert.deepEqual(await panel().page.evaluate(() => window.posted.length), 0);
  });

  it('keeps its text and focus when the extension shows it again', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Os');
    await panel().send(sameScreen);
    assert.equal(await panel().field(untranslated('a')).inputValue(), 'Os');
    assert.equal(
      await panel()
        .field(untranslated('a'))
        .evaluate((element) => element === document.activeElement),
      true,
    );
  });

  it('requests a screen that this document has not drawn', async () => {
    await panel().load();
    await panel().clearPosted();
    await panel().send(sameScreen);
    assert.deepEqual(await panel().posted(), [{ type: 'ready' }]);
  });

  it('changes only the lines of the summary whose problems are solved', async () => {
    const names = ['a', 'b', 'c', 'd'];
    await showForm(objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string' }])), names));
    await panel().button('Submit').click();
    const changes = await panel().page.evaluateHandle(() => {
      const records: MutationRecord[] = [];
      const observer = new MutationObserver((newer) => records.push(...newer));
      for (const list of document.querySelectorAll('.summary ul')) {
        observer.observe(list, { childList: true, subtree: true });
      }
      return { count: () => records.length };
    });
    await panel().send({ type: 'checked', screen: 'form', revision: 0, problems: [], secrets: [] });
    assert.equal(await changes.evaluate((one) => one.count()), 0);
    await panel().field(untranslated('b')).fill('Ada');
    assert.deepEqual(
      await panel().page.locator('.summary li').allTextContents(),
      ['a', 'c', 'd'].map((name) => untranslated(name)),
    );
  });
});

describe('fields with the same title', () => {
  const { panel, showForm } = useFieldPage();

  const street = { type: 'string', title: 'Street' };
  const town = { type: 'string', title: 'Town' };

  it('keep their accessible names and show the names of their properties', async () => {
    await showForm({
      type: 'object',
      properties: { home_street: street, work_street: { ...street, title: 'STREET' }, town },
    });
    const described = async (name: string) =>
      panel()
        .page.getByRole('textbox', { name, exact: true })
        .evaluate((control) =>
          (control.getAttribute('aria-describedby') ?? '')
            .split(' ')
            .map((id) => document.getElementById(id)?.textContent)
            .filter(Boolean),
        );
    assert.deepEqual(await described('Street'), ['home_street', 'optional']);
    assert.deepEqual(await described('STREET'), ['work_street', 'optional']);
    assert.deepEqual(await described('Town'), ['optional']);
    await panel().page.getByText('work_street', { exact: true }).waitFor();
    assert.equal(await panel().page.getByText('town', { exact: true }).count(), 0);
  });

  it('differ by property name as groups, in the problem summary and in the review', async () => {
    const near = { type: 'boolean', title: 'Near' };
    await panel().load();
    const schema = { type: 'object', properties: { home: near, work: near }, required: ['home', 'work'] };
    await panel().send(showScreen(formScreen({ schema, requiresReview: true })));
    const group = panel().page.getByRole('radiogroup', { name: 'Near', exact: true }).nth(1);
    assert.match((await group.ariaSnapshot()) ?? '', /radiogroup "Near"/);
    await panel().button('Review').click();
    await panel().button('Near (work)').click();
    await group.getByRole('radio', { name: 'Yes' }).click();
    await panel()
      .page.getByRole('radiogroup', { name: 'Near', exact: true })
      .first()
      .getByRole('radio', { name: 'No', exact: true })
      .click();
    await panel().button('Review').click();
    const [{ revision = 0 } = {}] = (await panel().postedOf('review')).slice(-1);
    await panel().send({
      type: 'reviewed',
      screen: 'form',
      revision,
      values: [
        { field: 0, value: false },
        { field: 1, value: true },
      ],
      secrets: [],
    });
    await panel().page.getByRole('button', { name: 'Edit Near (work)', exact: true }).waitFor();
    assert.deepEqual(await panel().page.locator('.review-label').allInnerTexts(), ['Near home', 'Near work']);
  });
});
