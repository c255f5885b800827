import assert from 'node:assert/strict';
import type { DraftLabel } from '#bridge/messages.ts';
import type { FieldInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label: DraftLabel = { minutes: 10, isMessageDifferent: false, missing: [], startedOver: false };
const startedOver = { ...label, startedOver: true };
const untouched: FieldInput = { kind: 'text', text: '', touched: false };
const typed = (text: string): FieldInput => ({ kind: 'text', text, touched: true });

describe('a form that the extension fills in', () => {
  const panel = usePanel();
  const name = () => panel().field(untranslated('name'));
  const rooms = Array.from({ length: 40 }, (_, number) => `room ${number + 1}`);
  const several = objectSchema({
    name: { type: 'string' },
    note: { type: 'string', maxLength: 2000 },
    soon: { type: 'boolean' },
    size: { type: 'string', enum: ['small', 'large'] },
    days: { type: 'array', items: { type: 'string', enum: ['Mon', 'Tue', 'Wed'] } },
    room: { type: 'string', enum: rooms },
    rooms: { type: 'array', items: { type: 'string', enum: rooms } },
  });

  it('posts one edit and moves the focus only into fields that change', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const schema = objectSchema(Object.fromEntries(names.map((name) => [name, { type: 'string' }])));
    await panel().send(showScreen(formScreen({ schema, content: { a: 'Ada', b: 'Bo' }, draft: label })));
    await panel().advanceTime();
    await panel().button('Start Over').focus();
    await panel().clearPosted();
    const entered = await panel().page.evaluateHandle(() => {
      const ids: string[] = [];
      document.addEventListener('focusin', ({ target }) =>
        ids.push(target instanceof HTMLInputElement ? target.id : ''),
      );
      return ids;
    });
    await panel().send({
      type: 'fill',
      secrets: [],
      screen: 'form',
      inputs: [typed('Ada'), untouched, untouched, typed('Di')],
      draft: startedOver,
    });
    const [edit, ...others] = await panel().postedOf('edit');
    assert.deepEqual(others, []);
    assert.deepEqual(
      edit?.changes.map(({ input }) => input),
      [typed('Ada'), untouched, untouched, typed('Di')],
    );
    const ids = await entered.jsonValue();
    assert.deepEqual(
      ids.filter((id) => id !== ''),
      ['field-1', 'field-3'],
    );
  });

  it('does not announce the counts of its lists', async () => {
    const loud = () => panel().page.locator('.count[aria-live=polite]', { hasText: 'chosen' });
    await panel().send(showScreen(formScreen({ schema: several, draft: label })));
    assert.equal(await loud().count(), 2);
    const inputs = formScreen({ schema: several, content: { days: ['Mon'], rooms: ['room 1'] } }).inputs;
    await panel().send({ type: 'fill', screen: 'form', secrets: [], inputs, draft: startedOver });
    assert.equal(await loud().count(), 0);
    await panel().page.getByRole('checkbox', { name: 'Tue' }).check();
    assert.deepEqual(await loud().allTextContents(), ['2 chosen']);
  });

  it('fills in every kind of field, posts the inputs, and keeps the focus', async () => {
    const inputs: FieldInput[] = [
      typed('Grace'),
      typed('one\ntwo'),
      { kind: 'boolean', value: true },
      { kind: 'choice', selected: 1 },
      { kind: 'multiChoice', selected: [0, 2], touched: true },
      { kind: 'choice', selected: 20 },
      { kind: 'multiChoice', selected: [30, 31], touched: true },
    ];
    await panel().send(showScreen(formScreen({ schema: several, draft: label })));
    await panel().advanceTime();
    await panel().button('Start Over').focus();
    await panel().clearPosted();
    await panel().send({ type: 'fill', screen: 'form', secrets: [], inputs, draft: startedOver });
    assert.equal(await name().inputValue(), 'Grace');
    assert.equal(await panel().field(untranslated('note')).inputValue(), 'one\ntwo');
    assert.equal(await panel().page.getByRole('radio', { name: 'Yes' }).isChecked(), true);
    assert.equal(await panel().page.getByRole('radio', { name: 'large' }).isChecked(), true);
    assert.deepEqual(
      await Promise.all(
        ['Mon', 'Tue', 'Wed'].map((day) => panel().page.getByRole('checkbox', { name: day }).isChecked()),
      ),
      [true, false, true],
    );
    assert.equal(await panel().field(untranslated('room')).inputValue(), 'room 21');
    assert.equal(await panel().page.getByText('room 32', { exact: true }).first().isVisible(), true);
    const postedInputs = new Map(
      (await panel().postedOf('edit')).flatMap(({ changes }) => changes).map((one) => [one.field, one.input]),
    );
    assert.deepEqual(
      inputs.map((_, field) => postedInputs.get(field)),
      inputs,
    );
    const focused = await panel().page.evaluate(() => document.activeElement?.textContent);
    assert.equal(focused, 'Undo');
  });

  it('ignores inputs that do not fit the form', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await panel().send({
      type: 'fill',
      screen: 'form',
      secrets: [],
      inputs: [{ kind: 'boolean', value: true }],
      draft: label,
    });
    assert.equal(await name().inputValue(), 'Ada');
  });

  it('keeps the lines of a text in a one-line field', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'one\ntwo' }, draft: label })));
    assert.equal(await name().inputValue(), 'one\ntwo');
    await panel().load();
    await panel().send(showScreen(formScreen({ draft: label })));
    await panel().send({ type: 'fill', screen: 'form', secrets: [], inputs: [typed('one\ntwo')], draft: label });
    assert.equal(await name().inputValue(), 'one\ntwo');
  });

  it('hides problems and the summary', async () => {
    const schema = objectSchema({ name: { type: 'string' }, mail: { type: 'string' } }, ['name', 'mail']);
    await panel().send(showScreen(formScreen({ schema, content: { name: 'Ada' }, draft: label })));
    await name().fill('');
    await panel().button('Submit').click();
    const summary = panel().page.getByRole('group', { name: 'Fix 2 answers' });
    await summary.waitFor();
    await panel().send({
      type: 'fill',
      secrets: [],
      screen: 'form',
      inputs: [untouched, untouched],
      draft: startedOver,
    });
    await panel().advanceTime();
    assert.equal(await summary.isVisible(), false);
    assert.equal(await name().getAttribute('aria-invalid'), 'false');
  });
});
