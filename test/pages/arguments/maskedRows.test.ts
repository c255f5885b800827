import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import type { SecretFinding } from '#bridge/messages.ts';
import type { FieldInput, RowInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label = untranslated('tags');
const texts = { tags: { type: 'array', items: { type: 'string' } } };
const row = (text: string): RowInput => ({ kind: 'text', text, touched: true });

describe('the rows of a list with the rest of a secret', () => {
  const panel = usePanel();
  const rowAt = (number: number) => panel().page.getByLabel(t('{0}, row {1}', label, number), { exact: true });
  const isMasked = async (number: number) => ((await rowAt(number).getAttribute('class')) ?? '').includes('masked');
  const token = 'ghp_a1B2a1B2';
  const undo = () => panel().button(t('Undo in {0}', label));
  const preview = async () => {
    await panel()
      .page.locator('.json-preview')
      .evaluate((element) => element.setAttribute('open', ''));
    return panel().page.locator('.json-preview pre').innerText();
  };
  const check = async (...secrets: SecretFinding[]) => {
    await panel().advanceTime();
    const edits = await panel().postedOf('edit');
    const revision = edits.at(-1)?.revision ?? 0;
    await panel().send({ type: 'checked', screen: 'arguments', revision, problems: [], secrets });
  };
  const secret = { field: 0, secretKind: 'a token', reason: untranslated('So it looks.') };

  /** Shows the rows, has the first masked, and deletes its last character. */
  const showRest = async (...rows: string[]) => {
    await panel().send(showScreen(argumentsScreen({ schema: objectSchema(texts), content: { tags: rows } })));
    await check(secret);
    await rowAt(1).focus();
    await panel().press('End');
    await panel().press('Backspace');
    await check();
    assert.ok(await isMasked(1));
  };

  for (const rows of [[token], [token, 'b']]) {
    it(`are masked when one of ${rows.length} is removed and brought back`, async () => {
      await showRest(...rows);
      await panel()
        .button(t('Remove row {0} of {1}', 1, label))
        .click();
      await check();
      await undo().click();
      assert.equal(await rowAt(1).inputValue(), token.slice(0, -1));
      assert.ok(await isMasked(1));
      assert.doesNotMatch(await preview(), /ghp_/);
      await check();
      assert.ok(await isMasked(1));
    });
  }

  it('are masked when pasted lines are undone', async () => {
    await showRest(token);
    await panel().button(t('Add Row to {0}', label)).click();
    await panel().page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'x\ny');
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    });
    await check();
    await undo().click();
    assert.equal(await rowAt(1).inputValue(), token.slice(0, -1));
    assert.ok(await isMasked(1));
  });

  it('are masked when the form is filled in with them again', async () => {
    await showRest(token);
    const inputs = (text: string): FieldInput[] => [{ kind: 'list', rows: [row(text)], touched: true }];
    const fill = { type: 'fill', screen: 'arguments' } as const;
    await panel().send({ ...fill, inputs: inputs(''), secrets: [] });
    assert.ok(!(await isMasked(1)));
    await panel().send({ ...fill, inputs: inputs(token.slice(0, -1)), secrets: [secret] });
    assert.ok(await isMasked(1));
    assert.doesNotMatch(await preview(), /ghp_/);
  });

  it('are not masked any more once the field was emptied', async () => {
    await showRest(token);
    await rowAt(1).fill('');
    await check();
    await rowAt(1).fill('plain');
    await check();
    assert.ok(!(await isMasked(1)));
    assert.match(await preview(), /plain/);
  });
});
