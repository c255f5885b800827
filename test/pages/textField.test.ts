import assert from 'node:assert/strict';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useFieldPage } from './fieldPage.ts';

describe('a text field', () => {
  const { firstInput, liveTexts, options, panel, postedTypes, showForm } = useFieldPage();

  const paste = (text: string) =>
    panel().page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const how = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent('paste', how));
    }, text);

  it('keeps the lines of a pasted text', async () => {
    await showForm(objectSchema({ name: { type: 'string' } }), { name: 'AC' });
    const field = panel().field(untranslated('name'));
    await field.focus();
    await panel().press('Home');
    await panel().press('ArrowRight');
    await paste('1\r\n2\r\n');
    assert.equal(await field.inputValue(), 'A1\n2C');
    await panel().page.keyboard.type('B');
    assert.deepEqual(await firstInput(), { kind: 'text', text: 'A1\n2BC', touched: true });
    assert.equal(await field.evaluate((element) => element.localName), 'textarea');
  });

  it('undoes a pasted text of several lines', async () => {
    await showForm(objectSchema({ name: { type: 'string' } }), { name: 'AC' });
    const field = panel().field(untranslated('name'));
    await field.focus();
    await panel().press('End');
    await paste('1\n2');
    assert.equal(await field.inputValue(), 'AC1\n2');
    await panel().press('ControlOrMeta+z');
    assert.equal(await field.inputValue(), 'AC');
    assert.deepEqual(await firstInput(), { kind: 'text', text: 'AC', touched: true });
  });

  it('keeps the lines of a pasted secret and masks it until the user shows it', async () => {
    await panel().load();
    const secret = { field: 0, secretKind: 'a private key', reason: untranslated('So it is called.') };
    await panel().send(
      showScreen({ ...formScreen({ schema: objectSchema({ key: { type: 'string' } }) }), secrets: [secret] }),
    );
    const field = panel().field(untranslated('key'));
    assert.equal(await field.getAttribute('type'), 'password');
    await field.focus();
    await paste('BEGIN\nabc\nEND\n');
    assert.equal(await field.inputValue(), 'BEGIN\nabc\nEND');
    assert.match((await field.getAttribute('class')) ?? '', /masked/);
    await panel().button('Show password: ‹key›').click();
    assert.doesNotMatch((await field.getAttribute('class')) ?? '', /masked/);
  });

  it('has no suggestions after a text of several lines was pasted', async () => {
    await panel().load();
    await panel().send(
      showScreen(argumentsScreen({ schema: objectSchema({ name: { type: 'string' } }), offersCompletions: true })),
    );
    await panel().field(untranslated('name')).pressSequentially('A');
    await panel().advanceTime();
    const revision = (await panel().postedOf('complete')).at(-1)?.revision ?? 0;
    await panel().send({ type: 'completions', screen: 'arguments', field: 0, revision, values: ['Ada'] });
    assert.equal(await options().count(), 1);
    await panel().clearPosted();
    await panel().stopClock();
    await panel().page.keyboard.type('d');
    await panel().send({ type: 'completions', screen: 'arguments', field: 0, revision: revision + 1, values: ['Ada'] });
    await paste('1\n2');
    await panel().advanceTime();
    assert.equal(await options().count(), 0);
    assert.deepEqual(await panel().postedOf('complete'), []);
  });

  it('has suggestions after an empty text was replaced by a value', async () => {
    await panel().load();
    const schema = objectSchema({ name: { type: 'string' } }, ['name']);
    await panel().send(showScreen(argumentsScreen({ schema, offersCompletions: true })));
    await panel().button('Send Empty Text in ‹name›').click();
    await panel().button('Enter a Value for ‹name›').click();
    assert.equal(
      await panel()
        .field(untranslated('name'))
        .evaluate((input) => input === document.activeElement),
      true,
    );
    await panel().page.keyboard.type('a');
    await panel().advanceTime();
    const [{ revision = 0, text } = {}] = await panel().postedOf('complete');
    assert.equal(text, 'a');
    await panel().send({ type: 'completions', screen: 'arguments', field: 0, revision, values: ['Ada'] });
    assert.equal(await options().count(), 1);
  });

  it('grows with its text up to its maximum height', async () => {
    await showForm(objectSchema({ text: { type: 'string', maxLength: 5000 } }));
    const field = panel().field(untranslated('text'));
    const height = () => field.evaluate((element) => element.getBoundingClientRect().height);
    const empty = await height();
    await field.fill('line\n'.repeat(10));
    assert.ok((await height()) > empty * 1.5);
    await field.fill('line\n'.repeat(400));
    assert.ok((await height()) <= 0.6 * 700 + 1);
  });

  it('does not submit on Enter', async () => {
    await showForm(objectSchema({ text: { type: 'string', maxLength: 5000 }, name: { type: 'string' } }));
    for (const label of ['text', 'name']) {
      await panel().field(untranslated(label)).focus();
      await panel().press('Enter');
    }
    assert.ok(!(await postedTypes()).includes('submit'));
  });

  it('sends a local time with its UTC offset and shows the sent value', async () => {
    await showForm(objectSchema({ when: { type: 'string', format: 'date-time' } }));
    await panel().field(untranslated('when')).fill('2026-11-21 14:30');
    const input = await firstInput();
    assert.deepEqual(input, { kind: 'text', text: '2026-11-21 14:30', touched: true, offsets: [0] });
    assert.ok(
      (await liveTexts()).includes('Sent as 2026-11-21T14:30:00+00:00, your local time (UTC).'),
      `${await liveTexts()}`,
    );
  });
});
