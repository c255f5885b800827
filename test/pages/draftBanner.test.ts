import assert from 'node:assert/strict';
import type { DraftLabel } from '#bridge/messages.ts';
import type { FieldInput } from '#form/model.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';

const label: DraftLabel = { minutes: 10, isMessageDifferent: false, missing: [], startedOver: false };
const startedOver = { ...label, startedOver: true };
const untouched: FieldInput = { kind: 'text', text: '', touched: false };
const typed = (text: string): FieldInput => ({ kind: 'text', text, touched: true });

describe('the line of a draft', () => {
  const panel = usePanel();
  const banner = () => panel().page.locator('.draft');
  const name = () => panel().field(untranslated('name'));

  it('shows the age of the draft', async () => {
    for (const [minutes, words] of [
      [0, 'just now'],
      [1, '1 minute ago'],
      [10, '10 minutes ago'],
      [60, '1 hour ago'],
      [26 * 60, 'yesterday'],
      [3 * 24 * 60, '3 days ago'],
    ] as const) {
      await panel().load();
      await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: { ...label, minutes } })));
      assert.match(await banner().innerText(), new RegExp(`Your earlier answers are filled in \\(${words}\\)\\.`));
    }
  });

  it('names missing secrets and says that the message has changed', async () => {
    await panel().send(
      showScreen(formScreen({ draft: { ...label, missing: [untranslated('Password')], isMessageDifferent: true } })),
    );
    assert.match(await banner().innerText(), /“‹Password›” is a secret and was not kept: fill it in again\./);
    assert.match(await banner().innerText(), /The message was different then\./);
  });

  it('offers the draft of another message instead of filling it in', async () => {
    await panel().send(
      showScreen(formScreen({ draft: { ...label, isMessageDifferent: true, startedOver: true, offered: true } })),
    );
    assert.match(await banner().innerText(), /You filled in the same form 10 minutes ago, for another message\./);
    assert.equal(await name().inputValue(), '');
    await panel().advanceTime();
    await panel().button('Use What You Typed Before').click();
    assert.equal((await panel().postedOf('undoStartOver')).length, 1);
    await panel().send({
      type: 'fill',
      secrets: [],
      screen: 'form',
      inputs: [typed('Ada')],
      draft: { ...label, isMessageDifferent: true },
    });
    assert.equal(await name().inputValue(), 'Ada');
    await panel().button('Start Over').waitFor();
  });

  it('is absent if there is no draft', async () => {
    await panel().send(showScreen(formScreen()));
    assert.equal(await banner().count(), 0);
  });

  it('posts pending edits before Start Over, and offers Undo afterwards', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft: label })));
    await panel().advanceTime();
    await name().focus();
    await panel().page.keyboard.type('!');
    await panel().button('Start Over').click();
    const all = (await panel().posted()).map(({ type }) => type);
    assert.ok(all.indexOf('edit') < all.indexOf('startOver'), String(all));
    await panel().send({
      type: 'fill',
      secrets: [],
      screen: 'form',
      inputs: [untouched],
      draft: startedOver,
    });
    await panel().button('Undo').click();
    assert.equal((await panel().postedOf('undoStartOver')).length, 1);
  });

  describe('above arguments as JSON', () => {
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
    const jsonField = () => panel().field('Arguments as JSON');

    it('starts over and posts the new text, which an undo in the text field reverts', async () => {
      await panel().send(showScreen(json(label)));
      await panel().button('Start Over').click();
      assert.equal((await panel().postedOf('startOver')).length, 1);
      await panel().send({ type: 'fillJson', screen: 'json', text: '{}', draft: startedOver });
      assert.equal(await jsonField().inputValue(), '{}');
      await panel().button('Undo').waitFor();
      assert.equal((await panel().postedOf('editJson')).at(-1)?.text, '{}');
      await jsonField().focus();
      await panel().press('ControlOrMeta+z');
      assert.equal(await jsonField().inputValue(), '{"a": 1}');
    });
  });
});
