import assert from 'node:assert/strict';
import type { DraftLabel } from '#bridge/messages.ts';
import type { FieldInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { argumentsScreen, formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

const label: DraftLabel = { minutes: 10, otherWords: false, missing: [], startedOver: false };
const startedOver = { ...label, startedOver: true };
const untouched: FieldInput = { kind: 'text', text: '', touched: false };
const typed = (text: string): FieldInput => ({ kind: 'text', text, touched: true });

describe('a form that goes on where the person left off', () => {
  const panel = usePanel();

  const banner = () => panel().page.locator('.draft');
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

  it('says so, and from when that is', async () => {
    for (const [minutes, words] of [
      [0, 'from a moment ago'],
      [1, 'from 1 minute ago'],
      [10, 'from 10 minutes ago'],
      [60, 'from 1 hour ago'],
      [26 * 60, 'from yesterday'],
      [3 * 24 * 60, 'from 3 days ago'],
    ] as const) {
      await panel().load();
      await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: { ...label, minutes } })));
      assert.match(await banner().innerText(), new RegExp(`Continue where you left off\\. This is ${words}\\.`));
    }
  });

  it('says what is missing of it, and that the server asked in other words', async () => {
    await panel().send(
      showScreen(formScreen({ draft: { ...label, missing: [untranslated('Password')], otherWords: true } })),
    );
    assert.match(await banner().innerText(), /“‹Password›” is a secret and was not kept: fill it in again\./);
    assert.match(await banner().innerText(), /You were asked in other words then\./);
  });

  it('is only offered what was typed for another message', async () => {
    await panel().send(
      showScreen(formScreen({ draft: { ...label, otherWords: true, startedOver: true, offered: true } })),
    );
    assert.match(await banner().innerText(), /You filled in the same form 10 minutes ago, for another message\./);
    assert.equal(await name().inputValue(), '');
    await panel().advanceTime();
    await panel().button('Use What You Typed Before').click();
    assert.equal((await panel().postedOf('undoStartOver')).length, 1);
    await panel().send({
      type: 'fill',
      screen: 'question',
      inputs: [typed('Ada')],
      draft: { ...label, otherWords: true },
    });
    assert.equal(await name().inputValue(), 'Ada');
    await panel().button('Start Over').waitFor();
  });

  it('has no such words where it goes on with nothing', async () => {
    await panel().send(showScreen(formScreen()));
    assert.equal(await banner().count(), 0);
  });

  it('posts what was typed before it is begun anew, and again before that is taken back', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await panel().advanceTime();
    await name().focus();
    await panel().page.keyboard.type('!');
    await panel().button('Start Over').click();
    const all = (await panel().posted()).map(({ type }) => type);
    assert.ok(all.indexOf('edit') < all.indexOf('startOver'), String(all));
    await panel().send({
      type: 'fill',
      screen: 'question',
      inputs: [untouched],
      draft: startedOver,
    });
    await panel().button('Undo').click();
    assert.equal((await panel().postedOf('undoStartOver')).length, 1);
  });

  it('is filled in one step, and only where something else stands', async () => {
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
      screen: 'question',
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

  it('does not say of each list how many are chosen now', async () => {
    const loud = () => panel().page.locator('.count[aria-live=polite]', { hasText: 'chosen' });
    await panel().send(showScreen(formScreen({ schema: several, draft: label })));
    assert.equal(await loud().count(), 2);
    const inputs = formScreen({ schema: several, content: { days: ['Mon'], rooms: ['room 1'] } }).inputs;
    await panel().send({ type: 'fill', screen: 'question', inputs, draft: startedOver });
    assert.equal(await loud().count(), 0);
    await panel().page.getByRole('checkbox', { name: 'Tue' }).check();
    assert.deepEqual(await loud().allTextContents(), ['2 chosen']);
  });

  it('shows in every kind of field what it is filled with, says it to the extension, and leaves the keyboard alone', async () => {
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
    await panel().send({ type: 'fill', screen: 'question', inputs, draft: startedOver });
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
    const told = new Map(
      (await panel().postedOf('edit')).flatMap(({ changes }) => changes).map((one) => [one.field, one.input]),
    );
    assert.deepEqual(
      inputs.map((_, field) => told.get(field)),
      inputs,
    );
    const focused = await panel().page.evaluate(() => document.activeElement?.textContent);
    assert.equal(focused, 'Undo');
  });

  it('ignores what does not fit it', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await panel().send({ type: 'fill', screen: 'question', inputs: [{ kind: 'boolean', value: true }], draft: label });
    assert.equal(await name().inputValue(), 'Ada');
  });

  it('keeps a text of several lines whole in a field that was drawn for one', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'one\ntwo' }, draft: label })));
    assert.equal(await name().inputValue(), 'one\ntwo');
    await panel().load();
    await panel().send(showScreen(formScreen({ draft: label })));
    await panel().send({ type: 'fill', screen: 'question', inputs: [typed('one\ntwo')], draft: label });
    assert.equal(await name().inputValue(), 'one\ntwo');
  });

  it('says nothing of mistakes that nobody has made yet', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await name().fill('');
    await panel().button('Submit').click();
    await panel().page.getByText('1 answer needs a change').waitFor();
    await panel().send({
      type: 'fill',
      screen: 'question',
      inputs: [untouched],
      draft: startedOver,
    });
    await panel().advanceTime();
    assert.equal(await panel().page.getByText('1 answer needs a change').isVisible(), false);
    assert.equal(await name().getAttribute('aria-invalid'), 'false');
  });

  describe('and undo', () => {
    it('brings back what Start Over took away, and what was typed before', async () => {
      await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
      await name().focus();
      await panel().press('End');
      await panel().page.keyboard.type('!');
      await panel().send({
        type: 'fill',
        screen: 'question',
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

    it('of the page’s own brings many texts back at once, which are not typed one by one', async () => {
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
      const fill = { type: 'fill', screen: 'question' } as const;
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

    it('brings back what Now wrote over', async () => {
      const when = panel().field(untranslated('when'));
      await panel().send(
        showScreen(formScreen({ schema: objectSchema({ when: { type: 'string', format: 'date' } }) })),
      );
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

    it('brings back what was typed before a suggestion was taken, and asks for no others', async () => {
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

  describe('as JSON', () => {
    const json = (draft?: DraftLabel) =>
      ({
        kind: 'jsonArguments',
        id: 'json',
        server: { name: untranslated('bookings') },
        target: { kind: 'tool', name: untranslated('book') },
        reason: untranslated('It is not flat.'),
        schema: '{}',
        text: '{"a": 1}',
        ignoreInputMs: 0,
        ...(draft && { draft }),
      }) as const;
    const editor = () => panel().field('Arguments as JSON');

    it('is filled, told and undone like any other', async () => {
      await panel().send(showScreen(json(label)));
      await panel().button('Start Over').click();
      assert.equal((await panel().postedOf('startOver')).length, 1);
      await panel().send({ type: 'fillJson', screen: 'json', text: '{}', draft: startedOver });
      assert.equal(await editor().inputValue(), '{}');
      await panel().button('Undo').waitFor();
      assert.equal((await panel().postedOf('editJson')).at(-1)?.text, '{}');
      await editor().focus();
      await panel().press('ControlOrMeta+z');
      assert.equal(await editor().inputValue(), '{"a": 1}');
    });
  });

  describe('loses nothing', () => {
    it('of what somebody types who never pauses', async () => {
      await panel().send(showScreen(formScreen()));
      await name().focus();
      for (let count = 0; count < 12; count += 1) {
        await panel().page.keyboard.type('x');
        await panel().page.clock.runFor(100);
      }
      assert.ok((await panel().postedOf('edit')).length > 0);
    });

    it('of what was typed right before a key of the editor, which may close the tab', async () => {
      await panel().send(showScreen(formScreen()));
      await name().focus();
      await panel().page.keyboard.type('x');
      assert.deepEqual(await panel().postedOf('edit'), []);
      await panel().press('Control+F4');
      assert.equal((await panel().postedOf('edit')).length, 1);
    });
  });

  it('goes on without errors', () => assert.deepEqual(panel().errors, []));
});
