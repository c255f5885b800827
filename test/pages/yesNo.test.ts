import assert from 'node:assert/strict';
import type { ScreenOf } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { yesNoSchema } from '#test/pages/states/formStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import {
  argumentsScreen,
  bookingTool,
  formScreen,
  objectSchema,
  urlScreen,
} from '#test/pages/states/screenBuilders.ts';

describe('a form that only asks yes or no', () => {
  const panel = usePanel();
  const show = (more: Partial<ScreenOf<'form'>> = {}) =>
    panel().send(showScreen(formScreen({ schema: yesNoSchema, ...more })));

  beforeEach(() => panel().load());

  for (const [name, value] of [
    ['Yes', true],
    ['No', false],
  ] as const) {
    it(`submits ${value} with ${name}, in one press`, async () => {
      await show();
      await panel().button(name).click();
      const [submit] = await panel().postedOf('submit');
      assert.deepEqual(submit?.inputs, [{ kind: 'boolean', value }]);
    });
  }

  it('has buttons of one look, in a group that is named and described by the question', async () => {
    await show();
    const group = panel().page.getByRole('group', { name: untranslated('Delete the table') });
    assert.deepEqual(await group.getByRole('button').allTextContents(), ['Yes', 'No']);
    const classes = await group.getByRole('button').evaluateAll((buttons) => buttons.map(({ className }) => className));
    assert.equal(classes[0], classes[1]);
    assert.equal(await panel().button('Submit').count(), 0);
  });

  it('says of Decline and Cancel that they do not answer', async () => {
    await show();
    for (const name of ['Decline', 'Cancel']) {
      assert.equal(await panel().button(name).getAttribute('aria-description'), 'Does not answer Yes or No');
    }
  });

  it('is not answered by Ctrl+Enter, nor by Enter when it appears', async () => {
    await show();
    await panel().send({ type: 'focus', screen: 'form' });
    await panel().press('Control+Enter');
    await panel().press('Enter');
    assert.deepEqual(await panel().postedOf('submit'), []);
  });

  it('ignores presses at first, and a second press', async () => {
    await panel().stopClock();
    await show({ ignoreInputMs: 500 });
    await panel().button('Yes').click({ force: true });
    assert.deepEqual(await panel().postedOf('submit'), []);
    await panel().advanceTime();
    await panel().button('Yes').dblclick();
    assert.equal((await panel().postedOf('submit')).length, 1);
  });

  for (const [reason, more] of [
    ['the answer is reviewed', { requiresReview: true }],
    ['the tool is destructive', { call: { ...bookingTool, isDestructive: true } }],
    ['there is an earlier answer', { inputs: [{ kind: 'boolean', value: true }] }],
  ] as const) {
    it(`has radio buttons and Submit or Review if ${reason}`, async () => {
      await show(more as Partial<ScreenOf<'form'>>);
      assert.equal(await panel().page.getByRole('radio', { name: 'Yes' }).count(), 1);
      assert.equal(await panel().button('Yes').count(), 0);
    });
  }

  it('has radio buttons in a form with another field, with a default, and if it may be left out', async () => {
    const really = { type: 'boolean' };
    for (const schema of [
      objectSchema({ really, name: { type: 'string' } }, ['really']),
      objectSchema({ really: { ...really, default: true } }, ['really']),
      objectSchema({ really }),
    ]) {
      await panel().load();
      await panel().send(showScreen(formScreen({ schema })));
      assert.equal(await panel().button('Yes').count(), 0);
      assert.equal(await panel().button('Submit').count(), 1);
    }
  });
});

describe('a screen that takes the place of another', () => {
  const panel = usePanel();

  beforeEach(() => panel().stopClock());

  it('ignores its buttons at first, also if the user asked for it, and takes text at once', async () => {
    await panel().send(showScreen(argumentsScreen()));
    await panel().button('Cancel').waitFor();
    await panel().send(showScreen(formScreen({ ignoreInputMs: 0 })));
    await panel().clearPosted();
    await panel().field(untranslated('name')).fill('Ada');
    await panel().press('Control+Enter');
    await panel().button('Submit').click({ force: true });
    assert.deepEqual(await panel().postedOf('submit'), []);
    assert.equal(await panel().field(untranslated('name')).inputValue(), 'Ada');
    await panel().advanceTime();
    await panel().button('Submit').click();
    assert.equal((await panel().postedOf('submit')).length, 1);
  });

  it('ignores the buttons in its content, too', async () => {
    await panel().send(showScreen(formScreen()));
    await panel().send(showScreen({ kind: 'welcome', id: 'welcome' }));
    await panel().clearPosted();
    await panel().page.getByRole('button').first().click();
    assert.deepEqual(await panel().posted(), []);
    await panel().advanceTime();
    await panel().page.getByRole('button').first().click();
    assert.equal((await panel().posted()).length, 1);
  });
});

describe('the main button', () => {
  const panel = usePanel();
  const primary = () => panel().page.locator('button.primary');
  const call = { ...bookingTool, isDestructive: true } as const;

  for (const [what, screen] of [
    ['a form', () => formScreen({ call })],
    ['a form to be reviewed', () => formScreen({ call, requiresReview: true })],
    ['arguments', () => argumentsScreen({ target: call })],
    ['a page to open', () => urlScreen('https://example.com/', { call })],
  ] as const) {
    it(`of ${what} is no more obvious than the others if the tool is destructive`, async () => {
      await panel().load();
      await panel().send(showScreen(screen()));
      assert.equal(await primary().count(), 0);
    });
  }

  it('of a page to open is no more obvious than the others if the address is dangerous', async () => {
    await panel().load();
    await panel().send(showScreen(urlScreen('https://bank.example@evil.example/')));
    assert.equal(await primary().count(), 0);
    await panel().load();
    await panel().send(showScreen(urlScreen('https://example.com/')));
    assert.equal(await primary().count(), 1);
  });
});
