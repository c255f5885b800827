import assert from 'node:assert/strict';
import { postedActions, tripleClickAt } from '#test/pages/harness/fastPresses.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { openReview, replyReviewed } from '#test/pages/states/reviewStates.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

/** Options in rows that are as wide as the form. */
const wideOptions = Array.from({ length: 4 }, (_, index) => untranslated(`${index} ${'wide '.repeat(30)}`));
const options = { type: 'string', enum: wideOptions };

describe('a triple click in a form', () => {
  const panel = usePanel();
  const checked = () => panel().page.locator('input:checked').count();

  it('on a day of the calendar chooses no option that is below the calendar', async () => {
    await panel().send(
      showScreen(
        formScreen({ schema: objectSchema({ from: { type: 'string', format: 'date' }, options }, ['options']) }),
      ),
    );
    await panel().advanceTime();
    await panel()
      .button(`Choose a date for ${untranslated('from')}`)
      .click();
    await panel().advanceTime();
    for (const day of ['11', '18', '25']) {
      if (!(await panel().page.getByRole('dialog').isVisible())) {
        await panel()
          .button(`Choose a date for ${untranslated('from')}`)
          .click();
        await panel().advanceTime();
      }
      await tripleClickAt(panel(), panel().page.getByRole('gridcell').getByText(day, { exact: true }));
      assert.equal(await panel().field(untranslated('from')).inputValue(), `2026-03-${day}`);
      assert.equal(await checked(), 0);
      await panel().advanceTime();
    }
  });

  it('turns the month of a calendar with each click', async () => {
    await panel().send(showScreen(formScreen({ schema: objectSchema({ from: { type: 'string', format: 'date' } }) })));
    await panel()
      .button(`Choose a date for ${untranslated('from')}`)
      .click();
    await tripleClickAt(panel(), panel().button('Next Month'));
    await panel().page.getByText('June 2026').waitFor();
  });

  it('on an option of a list chooses nothing that is below the list', async () => {
    const many = { type: 'string', enum: Array.from({ length: 40 }, (_, index) => untranslated(`city ${index}`)) };
    await panel().send(showScreen(formScreen({ schema: objectSchema({ many, options }, ['options']) })));
    await panel().advanceTime();
    for (const index of [0, 2, 4]) {
      await panel().field(untranslated('many')).click();
      await tripleClickAt(panel(), panel().page.getByRole('option').nth(index));
      assert.equal(await panel().page.getByRole('option').count(), 0);
      assert.equal(await checked(), 0);
      await panel().advanceTime();
    }
  });

  it('on Review does not submit, and on Back to the Form changes no answer', async () => {
    const screen = formScreen({
      schema: objectSchema({ name: { type: 'string' }, options, more: options }, ['options', 'more']),
      content: { options: wideOptions[3], more: wideOptions[3] },
      requiresReview: true,
    });
    await panel().send(showScreen(screen));
    await panel().advanceTime();
    await tripleClickAt(panel(), panel().button('Review'), () => replyReviewed(panel(), screen.form));
    assert.deepEqual(await postedActions(panel()), ['review']);
    await panel().advanceTime();
    await tripleClickAt(panel(), panel().button('Back to the Form'));
    await panel().button('Review').waitFor();
    await panel().advanceTime();
    assert.deepEqual(await panel().postedOf('edit'), []);
  });

  it('on Edit opens the field and changes no answer', async () => {
    const screen = formScreen({
      schema: objectSchema({ options, more: options }, ['options', 'more']),
      content: { options: wideOptions[3], more: wideOptions[3] },
      requiresReview: true,
    });
    await panel().send(showScreen(screen));
    await panel().advanceTime();
    await openReview(panel(), screen.form);
    for (const name of ['options', 'more']) {
      await tripleClickAt(panel(), panel().button(`Edit ${untranslated(name)}`));
      await panel().button('Done').waitFor();
      assert.equal(await panel().page.locator('input[type=radio]:visible').last().isChecked(), true);
      await panel().advanceTime();
      await panel().button('Done').click();
      await panel().advanceTime();
    }
    assert.deepEqual(await panel().postedOf('edit'), []);
  });

  it('on Start Over does not undo it', async () => {
    const draft = { minutes: 10, isMessageDifferent: false, missing: [], startedOver: false };
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, draft })));
    await panel().advanceTime();
    await tripleClickAt(panel(), panel().button('Start Over'), () =>
      panel().send({
        type: 'fill',
        screen: 'form',
        inputs: [{ kind: 'text', text: '', touched: false }],
        secrets: [],
        draft: { ...draft, startedOver: true },
      }),
    );
    assert.deepEqual(await postedActions(panel()), ['startOver']);
    await panel().advanceTime();
    await panel().button('Undo').click();
    assert.deepEqual(await postedActions(panel()), ['startOver', 'undoStartOver']);
  });
});

describe('a triple click above a question', () => {
  const panel = usePanel();

  it('on Dismiss dismisses one notice, and neither the next one nor answers what moves to its place', async () => {
    const notices = Array.from({ length: 6 }, (_, index) => ({
      id: `${index}`,
      severity: 'warning' as const,
      text: untranslated('The server took back what it asked.'),
      runAgain: true as const,
    }));
    const show = (from: number) => panel().send(showScreen(formScreen(), { notices: notices.slice(from) }));
    for (const name of ['Dismiss', 'Run Again With These Answers']) {
      await panel().load();
      await show(0);
      await panel().advanceTime();
      await tripleClickAt(panel(), panel().button(name).first(), () => show(1));
      assert.equal((await postedActions(panel())).length, 1);
    }
  });

  it('on Stop stops one call', async () => {
    const calls = ['first', 'second', 'third'].map((id) => ({
      id,
      server: { name: untranslated('bookings') },
      target: { kind: 'tool' as const, name: untranslated(id) },
      elapsed: 0,
      waiting: 0,
    }));
    const show = (from: number) =>
      panel().send(showScreen({ kind: 'running', id: 'running', answered: [] }, { calls: calls.slice(from) }));
    await show(0);
    await panel().advanceTime();
    await tripleClickAt(panel(), panel().button('Stop the Call').first(), () => show(1));
    assert.deepEqual(
      (await panel().postedOf('stopCall')).map(({ call }) => call),
      ['first'],
    );
  });
});

describe('a click right after typing', () => {
  const panel = usePanel();
  const schema = objectSchema(
    { people: { type: 'integer', minimum: 3 }, near: { type: 'boolean' }, more: { type: 'string', minLength: 3 } },
    ['people'],
  );
  /** Types into a field, and clicks where the control stands at that moment, as a user does who aims before the field is left. */
  const typeAndClick = async (text: string, control: ReturnType<ReturnType<typeof panel>['button']>) => {
    await panel().field(untranslated('people')).focus();
    const box = await control.boundingBox();
    assert.ok(box, 'the control is not in sight');
    await panel().page.keyboard.type(text);
    await panel().page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  };

  for (const text of ['5', '1']) {
    it(`on an option keeps both the text ${text} and the option`, async () => {
      await panel().send(showScreen(formScreen({ schema })));
      await panel().advanceTime();
      await typeAndClick(text, panel().page.getByRole('radio', { name: 'Yes' }));
      assert.equal(await panel().page.getByRole('radio', { name: 'Yes' }).isChecked(), true);
      await panel().advanceTime();
      const inputs = (await panel().postedOf('edit')).flatMap(({ changes }) => changes);
      assert.deepEqual(
        inputs.map(({ field, input }) => [field, 'text' in input ? input.text : 'value' in input && input.value]),
        [
          [0, text],
          [1, true],
        ],
      );
    });
  }

  it('on Submit or Review sends the text', async () => {
    for (const [button, requiresReview] of [
      ['Submit', false],
      ['Review', true],
    ] as const) {
      await panel().load();
      await panel().send(showScreen(formScreen({ schema, requiresReview })));
      await panel().advanceTime();
      await typeAndClick('5', panel().button(button));
      const [message] = await panel().postedOf(requiresReview ? 'review' : 'submit');
      assert.deepEqual(message?.inputs[0], { kind: 'text', text: '5', touched: true });
    }
  });

  it('on Submit with a problem moves nothing, so that a second click reaches no other button', async () => {
    await panel().send(showScreen(formScreen({ schema })));
    await panel().advanceTime();
    const before = await panel().button('Submit').boundingBox();
    await typeAndClick('1', panel().button('Submit'));
    assert.deepEqual(await panel().button('Submit').boundingBox(), before);
    assert.deepEqual(await postedActions(panel()), []);
  });
});

describe('the buttons of a result', () => {
  const panel = usePanel();
  const show = () =>
    panel().send(
      showScreen(
        resultScreen({ kind: 'result', failed: false, parts: [] }, { canChangeArguments: true, canGoBack: true }),
      ),
    );

  for (const [first, type, others] of [
    ['Run Again', 'runAgain', ['Change Arguments', 'Back']],
    ['Change Arguments', 'changeArguments', ['Run Again', 'Back']],
  ] as const) {
    it(`begin no second call after ${first}, and work again if none was sent`, async () => {
      await show();
      await panel().button(first).click();
      for (const other of others) {
        await panel().button(other).click({ force: true });
      }
      assert.deepEqual(await postedActions(panel()), [type]);
      await panel().advanceTime();
      await panel().send({ type: 'rejected', screen: 'result', summary: '', problems: [] });
      await panel().button(others[0]).click();
      assert.equal((await postedActions(panel())).length, 2);
    });
  }
});
