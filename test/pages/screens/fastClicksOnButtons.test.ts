import assert from 'node:assert/strict';
import type { Screen } from '#bridge/messages.ts';
import { postedActions, tripleClickAt } from '#test/pages/harness/fastPresses.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { pictureStates } from '#test/pages/pictures/statePictures.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { yesNoSchema } from '#test/pages/states/formStates.ts';
import { openState, type PanelState, showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { argumentsScreen, formScreen, objectSchema, titledTool, urlScreen } from '#test/pages/states/screenBuilders.ts';

/** The states that have most to show. Others have the same buttons. */
const panelStates = allStates.filter(
  (state): state is PanelState => state.page === 'panel' && pictureStates.includes(state.name),
);

describe('a triple click on a button', function () {
  this.timeout(120_000);
  const panel = usePanel();
  const buttons = () => panel().page.locator('button:visible, [role^=menuitem]:visible');

  /** The screens' kinds and buttons that were pressed: many states have the same. */
  const pressed = new Set<string>();

  for (const state of panelStates) {
    it(`does at most one thing in ${state.name}`, async () => {
      await openState(panel(), state);
      const names = await buttons().evaluateAll((all) =>
        all.map((one) =>
          `${one.ariaLabel ?? one.getAttribute('title') ?? ''} ${one.textContent ?? ''}`.replaceAll(/‹[^›]*›|\d/g, ''),
        ),
      );
      const kind = state.name.split('-')[0];
      let isOpen = true;
      for (const [index, name] of names.entries()) {
        const key = `${kind} ${name}`;
        if (pressed.has(key)) {
          continue;
        }
        pressed.add(key);
        if (!isOpen) {
          await openState(panel(), state);
        }
        isOpen = false;
        await panel().clearPosted();
        await tripleClickAt(panel(), buttons().nth(index));
        const actions = await postedActions(panel());
        assert.ok(actions.length <= 1, `${name}: ${actions.join(', ')}`);
      }
    });
  }
});

/** The screens whose buttons answer or begin something, and these buttons. */
const answered: readonly (readonly [name: string, screen: () => Screen, buttons: readonly string[]])[] = [
  ['a form', () => formScreen({ content: { name: 'Ada' } }), ['Submit', 'Decline', 'Cancel']],
  ['a question', () => formScreen({ schema: yesNoSchema }), ['Yes', 'No', 'Decline', 'Cancel']],
  ['an address', () => urlScreen('https://bookings.example/'), ['Open in Browser', 'Decline', 'Cancel']],
  ['arguments', () => argumentsScreen({ content: { name: 'Ada' } }), ['Run', 'Cancel']],
  [
    'a result',
    () =>
      resultScreen(
        { kind: 'result', failed: false, parts: [] },
        { target: titledTool, canChangeArguments: true, canGoBack: true, callArguments: '{}' },
      ),
    ['Run Again', 'Change Arguments', 'Close', 'Back'],
  ],
];

/** Rows of options that are as wide as the form, one below the other. */
const wideOptions = Array.from({ length: 4 }, (_, index) => untranslated(`${index} ${'wide '.repeat(30)}`));
const manyOptions = objectSchema(
  Object.fromEntries(
    ['first', 'second', 'third', 'fourth', 'fifth'].map((name) => [name, { type: 'string', enum: wideOptions }]),
  ),
);

/** Screens that have controls almost everywhere, and take input at once. */
const nextScreens: readonly (readonly [name: string, screen: () => Screen])[] = [
  ['a form of options', () => formScreen({ id: 'next', schema: manyOptions })],
  ['a question', () => formScreen({ id: 'next', schema: yesNoSchema })],
];

describe('a triple click on a button whose screen is replaced at the first click', () => {
  const panel = usePanel();

  for (const [name, screen, buttons] of answered) {
    for (const button of buttons) {
      it(`of ${name} does only what ${button} is for`, async () => {
        for (const [nextName, next] of nextScreens) {
          await panel().load();
          await panel().send(showScreen({ ...screen(), id: 'first' }));
          await panel().advanceTime();
          await panel().clearPosted();
          await tripleClickAt(panel(), panel().button(button), () => panel().send(showScreen(next())));
          await panel().advanceTime();
          assert.equal((await postedActions(panel())).length, 1, nextName);
          const edits = await panel().postedOf('edit');
          assert.deepEqual(
            edits.filter(({ screen: edited }) => edited === 'next'),
            [],
            nextName,
          );
        }
      });
    }
  }

  it('takes input again after half a second', async () => {
    await panel().send(showScreen(formScreen({ id: 'first', schema: yesNoSchema })));
    await panel().advanceTime();
    const place = panel().button('Yes');
    await tripleClickAt(panel(), place, () =>
      panel().send(showScreen(formScreen({ id: 'next', schema: yesNoSchema }))),
    );
    await panel().advanceTime();
    await panel().button('Yes').click();
    const submits = await panel().postedOf('submit');
    assert.deepEqual(
      submits.map(({ screen }) => screen),
      ['first', 'next'],
    );
  });
});
