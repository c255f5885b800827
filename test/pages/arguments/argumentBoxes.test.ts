import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label = untranslated('it');
const person = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
};

describe('the button of a box that inserts required keys', () => {
  const panel = usePanel();
  const box = () => panel().field(label);

  const show = async (it: object, required: readonly string[] = ['it']) => {
    await panel().send(showScreen(argumentsScreen({ schema: objectSchema({ it }, required) })));
  };

  it('stands there only while keys are missing', async () => {
    await show(person);
    const insert = panel().button(t('Insert Required Keys into {0}', label));
    assert.equal(await insert.isVisible(), false, 'the box begins with the keys');
    await box().fill('{ "age": 3 }');
    await insert.click();
    assert.deepEqual(JSON.parse(await box().inputValue()), { age: 3, name: '' });
    assert.ok(await box().evaluate((element) => element === document.activeElement));
    assert.equal(await insert.isVisible(), false);
    await box().fill('{}');
    await insert.click();
    assert.deepEqual(JSON.parse(await box().inputValue()), { name: '', age: null });
  });

  it('adds an element to a list while the list is valid', async () => {
    await show({ type: 'array', items: person }, []);
    const add = panel().button(t('Add Item to {0}', label));
    await add.click();
    await add.click();
    const item = { name: '', age: null };
    assert.deepEqual(JSON.parse(await box().inputValue()), [item, item]);
    await box().fill('[{}');
    assert.equal(await add.isVisible(), false);
  });
});

describe('a box of which the schema names all values', () => {
  const panel = usePanel();

  it('is sent as it begins', async () => {
    const it = { type: 'object', properties: { mode: { const: 'fast' } }, required: ['mode'] };
    await panel().send(showScreen(argumentsScreen({ schema: objectSchema({ it }, ['it']) })));
    await panel().button('Run').click();
    const [submit] = await panel().postedOf('submit');
    assert.deepEqual(submit?.inputs, [{ kind: 'json', text: '{\n  "mode": "fast"\n}', touched: false }]);
  });
});
