import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import type { FieldInput, RowInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label = untranslated('tags');
const texts = { tags: { type: 'array', items: { type: 'string' } } };
const row = (text: string): RowInput => ({ kind: 'text', text, touched: true });

describe('the rows of a list', () => {
  const panel = usePanel();
  const rowAt = (number: number) => panel().page.getByLabel(t('{0}, row {1}', label, number), { exact: true });
  const remove = (number: number) => panel().button(t('Remove row {0} of {1}', number, label));

  const show = async (content: Readonly<Record<string, unknown>> = {}, properties: Record<string, object> = texts) => {
    await panel().send(showScreen(argumentsScreen({ schema: objectSchema(properties), content })));
  };

  /** The texts of the rows, as the extension has them. */
  const sentTexts = async () => {
    const input = await lastInput();
    assert.ok(input?.kind === 'list');
    return input.rows.map((one) => (one.kind === 'text' ? one.text : one.kind));
  };

  const lastInput = async (): Promise<FieldInput | undefined> => {
    await panel().advanceTime();
    const edits = await panel().postedOf('edit');
    return edits.at(-1)?.changes.at(-1)?.input;
  };

  const paste = (text: string) =>
    panel().page.evaluate((pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);

  it('are filled in by keyboard: Enter begins the next row', async () => {
    await show();
    await rowAt(1).focus();
    for (const text of ['a', 'b c', 'd']) {
      await panel().page.keyboard.type(text);
      await panel().press('Enter');
    }
    assert.deepEqual(await sentTexts(), ['a', 'b c', 'd', '']);
    assert.ok(await rowAt(4).evaluate((element) => element === document.activeElement));
  });

  it('do not begin another row after one into which nothing was entered', async () => {
    await show();
    await rowAt(1).focus();
    await panel().press('Enter');
    assert.equal(await panel().page.locator('.row-item').count(), 1);
  });

  it('take several lines with Shift+Enter', async () => {
    await show();
    await rowAt(1).focus();
    await panel().page.keyboard.type('a');
    await panel().press('Shift+Enter');
    await panel().page.keyboard.type('b');
    assert.deepEqual(await sentTexts(), ['a\nb']);
  });

  it('are removed, and restored by Undo with the focus in them', async () => {
    await show({ tags: ['a', 'b', 'c'] });
    await remove(2).focus();
    await panel().press('Enter');
    assert.deepEqual(await sentTexts(), ['a', 'c']);
    assert.ok(await rowAt(2).evaluate((element) => element === document.activeElement));
    await panel().button(t('Undo in {0}', label)).focus();
    await panel().press('Enter');
    assert.deepEqual(await sentTexts(), ['a', 'b', 'c']);
    assert.ok(await rowAt(2).evaluate((element) => element === document.activeElement));
  });

  it('lose one row by a double click on its button', async () => {
    await show({ tags: ['a', 'b', 'c'] });
    await panel().stopClock();
    await remove(1).dblclick();
    assert.deepEqual(await sentTexts(), ['b', 'c']);
  });

  it('keep one row into which nothing was entered', async () => {
    await show({ tags: ['a'] });
    await remove(1).click();
    assert.deepEqual(await sentTexts(), ['']);
  });

  it('are made of the lines of a text that is pasted into an empty one', async () => {
    await show();
    await rowAt(1).focus();
    await paste('a\r\nb\n\nc\n');
    assert.deepEqual(await sentTexts(), ['a', 'b', 'c']);
    await panel().button(t('Undo in {0}', label)).click();
    assert.deepEqual(await sentTexts(), ['']);
  });

  it('are not pasted if they do not all fit, and the user sees why', async () => {
    await show({ tags: ['first'] }, { tags: { ...texts.tags, maxItems: 3 } });
    await panel().button(t('Add Row to {0}', label)).click();
    await paste('a\nb\nc');
    await panel()
      .page.getByText(t('Nothing was added: there are {0} lines, and room for {1} rows.', '3', '2'))
      .waitFor();
    assert.equal(await panel().page.locator('.row-item').count(), 2);
    await rowAt(2).focus();
    await paste('a\nb');
    assert.deepEqual(await sentTexts(), ['first', 'a', 'b']);
  });

  it('may be as many as the lines that can be sent', async () => {
    await show();
    await rowAt(1).focus();
    const lines = Array.from({ length: 1000 }, (_, line) => `line ${line}`);
    await paste(lines.join('\n'));
    assert.deepEqual(await sentTexts(), lines);
  });

  it('can be pasted again by undo only until the user changes one', async () => {
    await show();
    await rowAt(1).focus();
    await paste('a\nb');
    await rowAt(1).fill('typed afterwards');
    assert.equal(await panel().button(t('Undo in {0}', label)).count(), 0);
    assert.deepEqual(await sentTexts(), ['typed afterwards', 'b']);
  });

  it('are restored by the Undo of a removal, also if others were pasted before it', async () => {
    await show();
    await rowAt(1).focus();
    await paste('a\nb');
    await remove(2).focus();
    await panel().press('Enter');
    await rowAt(1).fill('typed afterwards');
    await panel().button(t('Undo in {0}', label)).focus();
    await panel().press('Enter');
    assert.deepEqual(await sentTexts(), ['typed afterwards', 'b']);
  });

  it('send the empty text where the user adds it', async () => {
    await show({ tags: ['a'] });
    await panel().button(t('Add Empty Text to {0}', label)).click();
    assert.deepEqual(await lastInput(), {
      kind: 'list',
      rows: [row('a'), { kind: 'empty', as: 'text' }],
      touched: true,
    });
  });

  it('end at the most rows that the server takes', async () => {
    await show({ tags: ['a', 'b'] }, { tags: { ...texts.tags, maxItems: 2 } });
    const add = panel().button(t('Add Row to {0}', label));
    assert.equal(await add.getAttribute('aria-disabled'), 'true');
    await add.click({ force: true });
    assert.equal(await panel().page.locator('.row-item').count(), 2);
    await panel().page.getByText(t('You can enter at most {0} rows.', '2')).waitFor();
  });

  it('are masked if they are secrets', async () => {
    await show({ tags: ['a'] });
    const secret = { field: 0, secretKind: 'a password', reason: untranslated('So it is called.') };
    await panel().send({ type: 'checked', screen: 'arguments', revision: 0, problems: [], secrets: [secret] });
    await panel().button(t('Add Row to {0}', label)).click();
    for (const number of [1, 2]) {
      assert.match((await rowAt(number).getAttribute('class')) ?? '', /masked/);
    }
  });
});

describe('the rows of a list of choices', () => {
  const panel = usePanel();

  it('are not sent without the row whose text names no option, also after another row was changed', async () => {
    const schema = objectSchema({ tags: { type: 'array', items: { type: 'number', enum: [1, 2, 4] } } });
    await panel().send(showScreen(argumentsScreen({ schema, content: { tags: [1, 2] } })));
    const boxes = panel().page.getByRole('combobox');
    await boxes.nth(0).fill('nothing like that');
    await boxes.nth(1).fill('4');
    await panel().press('Enter');
    await panel().button('Run').click();
    assert.deepEqual(await panel().postedOf('submit'), []);
    await panel().page.getByText('Row 1: Choose one of the options.').first().waitFor();
  });

  it('are drawn again with a text that names no option', async () => {
    const schema = objectSchema({ tags: { type: 'array', items: { type: 'number', enum: [1, 2, 4] } } });
    await panel().send(showScreen(argumentsScreen({ schema, content: { tags: [1, 2] } })));
    const boxes = panel().page.getByRole('combobox');
    await boxes.nth(0).fill('nothing like that');
    await boxes.nth(1).focus();
    await panel().advanceTime();
    const input = (await panel().postedOf('edit')).at(-1)?.changes.at(-1)?.input;
    assert.ok(input);
    await panel().load();
    await panel().send(showScreen({ ...argumentsScreen({ schema }), inputs: [input] }));
    assert.equal(await boxes.nth(0).inputValue(), 'nothing like that');
    await panel().button('Run').click();
    assert.deepEqual(await panel().postedOf('submit'), []);
  });
});

describe('the rows of a record', () => {
  const panel = usePanel();

  it('take a name and a value, by keyboard', async () => {
    const schema = objectSchema({ tags: { type: 'object', additionalProperties: { type: 'string' } } });
    await panel().send(showScreen(argumentsScreen({ schema })));
    await panel()
      .page.getByLabel(t('{0}, name in row {1}', label, 1))
      .focus();
    await panel().page.keyboard.type('LANG');
    await panel().press('Enter');
    await panel().page.keyboard.type('de');
    await panel().press('Enter');
    await panel().page.keyboard.type('__proto__');
    await panel().advanceTime();
    const edits = await panel().postedOf('edit');
    assert.deepEqual(edits.at(-1)?.changes.at(-1)?.input, {
      kind: 'record',
      rows: [
        { key: 'LANG', value: row('de') },
        { key: '__proto__', value: { kind: 'text', text: '', touched: true } },
      ],
      touched: true,
    });
  });
});

describe('a field that sends null', () => {
  const panel = usePanel();

  it('takes a value instead', async () => {
    const schema = objectSchema({ tags: { type: ['string', 'null'] } }, ['tags']);
    await panel().send(showScreen(argumentsScreen({ schema, content: { tags: null } })));
    await panel().button(t('Enter a Value for {0}', label)).click();
    await panel().page.keyboard.type('a');
    await panel().button('Run').click();
    const [submit] = await panel().postedOf('submit');
    assert.deepEqual(submit?.inputs, [row('a')]);
  });
});
