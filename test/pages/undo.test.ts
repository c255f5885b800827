import assert from 'node:assert/strict';
import type { DraftLabel } from '#bridge/messages.ts';
import type { FieldInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label: DraftLabel = { minutes: 10, isMessageDifferent: false, missing: [], startedOver: false };
const startedOver = { ...label, startedOver: true };
const untouched: FieldInput = { kind: 'text', text: '', touched: false };
const typed = (text: string): FieldInput => ({ kind: 'text', text, touched: true });

describe('undo in the fields of a form', () => {
  const panel = usePanel();
  const name = () => panel().field(untranslated('name'));

  it('restores the text before Start Over, then the text before typing', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await name().focus();
    await panel().press('End');
    await panel().page.keyboard.type('!');
    await panel().send({
      type: 'fill',
      secrets: [],
      screen: 'form',
      inputs: [untouched],
      draft: startedOver,
    });
    assert.equal(await name().inputValue(), '');
    await panel().press('ControlOrMeta+z');
    assert.equal(await name().inputValue(), 'Ada!');
    await panel().press('ControlOrMeta+z');
    assert.equal(await name().inputValue(), 'Ada');
    await panel().press('ControlOrMeta+Shift+z');
    assert.equal(await name().inputValue(), 'Ada!');
    await panel().advanceTime();
    assert.deepEqual((await panel().postedOf('edit')).at(-1)?.changes, [{ field: 0, input: typed('Ada!') }]);
  });

  it('of Start Over restores many texts at once and keeps the focus', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `part${index}`);
    const schema = objectSchema(Object.fromEntries(names.map((part) => [part, { type: 'string' }])), names);
    const content = Object.fromEntries(names.map((part) => [part, `this is ${part}`]));
    const { inputs } = formScreen({ schema, content });
    const values = () =>
      panel()
        .page.locator('input[type=text]')
        .evaluateAll((all) => all.map((one) => 'value' in one && one.value));
    await panel().send(showScreen(formScreen({ schema, content, draft: label })));
    await panel().button('Start Over').focus();
    const fill = { type: 'fill' as const, screen: 'form', secrets: [] };
    await panel().send({ ...fill, inputs: names.map(() => untouched), draft: startedOver });
    assert.deepEqual(
      await values(),
      names.map(() => ''),
    );
    assert.equal((await panel().postedOf('edit')).at(-1)?.changes.length, names.length);
    assert.equal(await panel().page.evaluate(() => document.activeElement?.textContent?.trim()), 'Undo');
    await panel().send({ ...fill, inputs, draft: label });
    assert.deepEqual(await values(), Object.values(content));
  });

  it('restores the text that the Today button has replaced', async () => {
    const when = panel().field(untranslated('when'));
    await panel().send(showScreen(formScreen({ schema: objectSchema({ when: { type: 'string', format: 'date' } }) })));
    await when.focus();
    await panel().page.keyboard.type('in May');
    await panel()
      .button(`Today, for ${untranslated('when')}`)
      .click();
    assert.equal(await when.inputValue(), '2026-03-10');
    await when.focus();
    await panel().press('ControlOrMeta+z');
    assert.equal(await when.inputValue(), 'in May');
  });

  it('restores the text before a suggestion was inserted, and requests no completions', async () => {
    await panel().send(showScreen(argumentsScreen({ offersCompletions: true })));
    await name().focus();
    await panel().page.keyboard.type('Par');
    await panel().advanceTime(300);
    const [asked] = await panel().postedOf('complete');
    await panel().send({
      type: 'completions',
      screen: 'arguments',
      field: 0,
      revision: asked?.revision ?? 0,
      values: ['Paris'],
    });
    await panel().press('ArrowDown');
    await panel().press('Enter');
    assert.equal(await name().inputValue(), 'Paris');
    await panel().advanceTime(300);
    assert.equal((await panel().postedOf('complete')).length, 1);
    await panel().press('ControlOrMeta+z');
    assert.equal(await name().inputValue(), 'Par');
  });
});
