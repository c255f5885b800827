import assert from 'node:assert/strict';
import { maxJsonLength } from '#bridge/messages.ts';
import { maxTextLength } from '#form/formLimits.ts';
import { useFieldPage } from '#test/pages/harness/fieldPage.ts';
import { jsonArgumentsScreen } from '#test/pages/states/callStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

describe('a form that is drawn', () => {
  const { panel, postedTypes, showForm } = useFieldPage();

  const schema = objectSchema({
    a: { type: 'string' },
    b: { type: 'array', items: { type: 'string', enum: ['x', 'y'] } },
  });
  const drawn = showScreen({ kind: 'drawn', id: 'question' });

  it('sends the fields that were changed, and no others', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Os');
    await panel().advanceTime();
    assert.deepEqual(await panel().postedOf('edit'), [
      {
        type: 'edit',
        screen: 'question',
        revision: 1,
        changes: [{ field: 0, input: { kind: 'text', text: 'Os', touched: true } }],
      },
    ]);
  });

  it('sends what was typed last before it is submitted', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Oslo');
    await panel().button('Submit').click();
    assert.deepEqual((await postedTypes()).slice(0, 2), ['edit', 'submit']);
  });

  it('loses nothing else to a text that is too long to be kept, and says so of that', async () => {
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
      .page.getByText('This is too long, and is not kept: at most 1,000,000 characters can be sent.')
      .waitFor();
    await fill('a', 'Oslo');
    await panel().advanceTime();
    assert.deepEqual((await changed()).at(-1), { field: 0, input: { kind: 'text', text: 'Oslo', touched: true } });
  });

  it('keeps no JSON that is too long, and says so', async () => {
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

  it('stays as it is when the extension tells of it again', async () => {
    await showForm(schema);
    await panel().field(untranslated('a')).fill('Os');
    await panel().send(drawn);
    assert.equal(await panel().field(untranslated('a')).inputValue(), 'Os');
    assert.equal(
      await panel()
        .field(untranslated('a'))
        .evaluate((element) => element === document.activeElement),
      true,
    );
  });

  it('that is not there is asked for', async () => {
    await panel().load();
    await panel().clearPosted();
    await panel().send(drawn);
    assert.deepEqual(await panel().posted(), [{ type: 'ready' }]);
  });

  it('says again only what is no longer so, when the extension has judged it', async () => {
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
    await panel().send({ type: 'checked', screen: 'question', revision: 0, problems: [], secrets: [] });
    assert.equal(await changes.evaluate((one) => one.count()), 0);
    await panel().field(untranslated('b')).fill('Ada');
    assert.deepEqual(
      await panel().page.locator('.summary li').allTextContents(),
      ['a', 'c', 'd'].map((name) => `${untranslated(name)}: Enter some text.`),
    );
  });
});

describe('fields with the same title', () => {
  const { panel, showForm } = useFieldPage();

  const street = { type: 'string', title: 'Street' };
  const town = { type: 'string', title: 'Town' };

  it('keep their accessible names, and are told apart by the names of their properties', async () => {
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

  it('are told apart as groups, in the list of problems and in the review', async () => {
    const near = { type: 'boolean', title: 'Near' };
    await panel().load();
    const schema = { type: 'object', properties: { home: near, work: near }, required: ['home', 'work'] };
    await panel().send(showScreen(formScreen({ schema, requiresReview: true })));
    const group = panel().page.getByRole('radiogroup', { name: 'Near', exact: true }).nth(1);
    assert.match((await group.ariaSnapshot()) ?? '', /radiogroup "Near"/);
    await panel().button('Review').click();
    await panel()
      .page.getByRole('button', { name: /^Near \(work\): / })
      .click();
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
      screen: 'question',
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
