import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { rateLimitCard, suspendedCall } from '#test/pages/states/aboveScreenStates.ts';
import { jsonArgumentsScreen } from '#test/pages/states/argumentStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { argumentsScreen, formScreen, objectSchema, urlScreen } from '#test/pages/states/screenBuilders.ts';

describe('the panel', () => {
  const panel = usePanel();

  /** The types of the messages that were posted because of the user's actions. */
  const acts = async () => {
    const byItself = new Set(['ready', 'drawn', 'edit', 'complete']);
    return (await panel().posted()).map(({ type }) => type).filter((type) => !byItself.has(type));
  };
  const name = () => panel().field(untranslated('name'));

  for (const chord of ['Control+Enter', 'Meta+Enter']) {
    it(`submits with ${chord} from a field`, async () => {
      await panel().send(showScreen(formScreen()));
      await name().fill('Ada');
      await panel().press(chord);
      const [sent] = await panel().postedOf('submit');
      assert.deepEqual(sent?.inputs, [{ kind: 'text', text: 'Ada', touched: true }]);
      assert.deepEqual(await acts(), ['submit']);
    });
  }

  it('submits with Ctrl+Enter on a focused Decline button', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' } })));
    await panel().button('Decline').focus();
    await panel().press('Control+Enter');
    assert.deepEqual(await acts(), ['submit']);
  });

  it('does not submit with Enter in a text field', async () => {
    const schema = objectSchema({ name: { type: 'string' }, long: { type: 'string', maxLength: 500 } });
    await panel().send(showScreen(formScreen({ schema, content: { name: 'Ada' } })));
    for (const field of [name(), panel().field(untranslated('long'))]) {
      await field.focus();
      await panel().press('Enter');
    }
    await panel().advanceTime();
    assert.deepEqual(await acts(), []);
    assert.equal(await panel().field(untranslated('long')).inputValue(), '\n');
  });

  it('cancels with Escape', async () => {
    await panel().send(showScreen(formScreen()));
    await name().focus();
    await panel().press('Escape');
    assert.deepEqual(await acts(), ['cancel']);
  });

  it('opens the walkthrough with ? outside of text fields', async () => {
    const schema = objectSchema({ name: { type: 'string' }, sure: { type: 'boolean' } });
    await panel().send(showScreen(formScreen({ schema })));
    await name().focus();
    await panel().press('?');
    assert.deepEqual(await acts(), []);
    assert.equal(await name().inputValue(), '?');
    for (const control of [panel().page.getByRole('radio').first(), panel().button('Decline')]) {
      await control.focus();
      await panel().press('?');
    }
    const opened = await panel().postedOf('runCommand');
    assert.deepEqual(
      opened.map(({ command }) => command),
      ['openWalkthrough', 'openWalkthrough'],
    );
  });

  it('opens it once for a ? that is held, and not for one that a control has handled', async () => {
    await panel().send(showScreen(formScreen()));
    await panel().button('Decline').focus();
    for (const press of ['first', 'held', 'held'] as const) {
      await panel().page.keyboard.down('?');
      assert.equal((await panel().postedOf('runCommand')).length, 1, press);
    }
    await panel().page.keyboard.up('?');
    await panel()
      .button('Decline')
      .evaluate((button) => button.addEventListener('keydown', (event) => event.preventDefault()));
    await panel().press('?');
    assert.equal((await panel().postedOf('runCommand')).length, 1);
  });

  it('closes a list of suggestions on the first Escape and cancels on the second', async () => {
    await panel().send(showScreen(argumentsScreen({ offersCompletions: true })));
    await name().focus();
    await panel().press('ArrowDown');
    const [asked] = await panel().postedOf('complete');
    assert.ok(asked);
    const { screen, field, revision } = asked;
    await panel().send({ type: 'completions', screen, field, revision, values: ['Ada', 'Alan'] });
    const list = panel().page.getByRole('listbox');
    assert.equal(await list.isVisible(), true);
    await panel().press('Escape');
    assert.equal(await list.isVisible(), false);
    assert.deepEqual(await acts(), []);
    await panel().press('Escape');
    assert.deepEqual(await acts(), ['cancel']);
  });

  it('does not open a URL with a shortcut', async () => {
    await panel().send(showScreen(urlScreen('https://bookings.example/')));
    await panel().press('Control+Enter');
    await panel().press('Enter');
    assert.deepEqual(await acts(), []);
  });

  describe('while an input method composes', () => {
    const keys = [{ key: 'Enter', ctrlKey: true }, { key: 'Enter', metaKey: true }, { key: 'Escape' }];
    /** Presses the keys in the focused field. */
    const pressAll = (more: { isComposing?: boolean; keyCode?: number }) =>
      panel().page.evaluate(
        ([all, extra]) => {
          document.activeElement?.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
          for (const init of all) {
            document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init, ...extra }));
          }
        },
        [keys, more] as const,
      );

    for (const [how, more] of [
      ['isComposing', { isComposing: true }],
      ['key code 229, as in WebKit', { keyCode: 229 }],
    ] as const) {
      it(`ignores shortcuts (${how})`, async () => {
        await panel().send(showScreen(formScreen({ content: { name: 'Ada' } })));
        await name().focus();
        await pressAll(more);
        assert.deepEqual(await acts(), []);
        // The same keys work after the composition.
        await pressAll({});
        assert.notDeepEqual(await acts(), []);
      });
    }
  });

  it('ignores shortcuts of a held key', async () => {
    await panel().send(showScreen(formScreen({ content: { name: 'Ada' } })));
    await name().focus();
    await panel().page.evaluate(() => {
      for (const key of ['Escape', 'Enter']) {
        const init = { key, ctrlKey: key === 'Enter', repeat: true, bubbles: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
      }
    });
    assert.deepEqual(await acts(), []);
  });

  describe('in the first 500 ms of a request that appeared without an action of the user', () => {
    beforeEach(async () => {
      await panel().stopClock();
      await panel().send(showScreen(formScreen({ content: { name: 'Ada' }, ignoreInputMs: 500 })));
    });

    it('ignores clicks and keys on buttons, which are aria-disabled', async () => {
      await panel().advanceTime(499);
      for (const label of ['Submit', 'Decline', 'Cancel']) {
        assert.equal(await panel().button(label).getAttribute('aria-disabled'), 'true');
        await panel().button(label).click({ force: true });
        await panel().button(label).press('Enter');
      }
      await panel().press('Control+Enter');
      await panel().press('Escape');
      assert.deepEqual(await acts(), []);
    });

    it('ignores a press that begins in this time, even if it ends later', async () => {
      const { x, y, width, height } = (await panel().button('Decline').boundingBox()) ?? assert.fail('no button');
      await panel().page.mouse.move(x + width / 2, y + height / 2);
      await panel().page.mouse.down();
      await panel().advanceTime(501);
      await panel().page.mouse.up();
      assert.deepEqual(await acts(), []);
      await panel().advanceTime();
      await panel().button('Decline').click();
      assert.deepEqual(await acts(), ['decline']);
    });

    for (const [what, begin] of [
      ['a key that only moves the focus', async () => panel().page.keyboard.press('Tab')],
      [
        'a press that ends beside the button',
        async () => {
          const { x, y, width, height } = (await panel().button('Decline').boundingBox()) ?? assert.fail('no button');
          await panel().page.mouse.move(x + width / 2, y + height / 2);
          await panel().page.mouse.down();
          await panel().page.mouse.move(1, 1);
          await panel().page.mouse.up();
        },
      ],
    ] as const) {
      it(`takes the click of a screen reader after ${what}`, async () => {
        await panel().button('Decline').focus();
        await begin();
        await panel().advanceTime(501);
        // The click of a screen reader has no press.
        await panel()
          .button('Decline')
          .evaluate((element: HTMLElement) => element.click());
        assert.deepEqual(await acts(), ['decline']);
      });
    }

    it('ignores input on buttons again when it becomes visible later', async () => {
      await panel().advanceTime(501);
      await panel().send({ type: 'ignoreInput', screen: 'other', ms: 500 });
      assert.equal(await panel().button('Submit').getAttribute('aria-disabled'), null);
      await panel().send({ type: 'ignoreInput', screen: 'form', ms: 500 });
      await panel().advanceTime(499);
      await panel().button('Decline').click({ force: true });
      await panel().press('Control+Enter');
      assert.deepEqual(await acts(), []);
      await panel().advanceTime();
      await panel().button('Decline').click();
      assert.deepEqual(await acts(), ['decline']);
    });

    it('accepts input in fields', async () => {
      await name().fill('Grace');
      await panel().advanceTime();
      await panel().button('Submit').click();
      const [sent] = await panel().postedOf('submit');
      assert.deepEqual(sent?.inputs, [{ kind: 'text', text: 'Grace', touched: true }]);
    });
  });

  it('ignores input on the buttons of a card when it becomes visible', async () => {
    await panel().stopClock();
    await panel().send(
      showScreen(formScreen(), { suspendedCalls: [suspendedCall()], rateLimitCards: [rateLimitCard(false)] }),
    );
    await panel().advanceTime();
    await panel().send({ type: 'ignoreCardInput', cards: ['hold', 'user:false', 'gone'], ms: 500 });
    for (const label of ['Stop the Call', 'Mute']) {
      assert.equal(await panel().button(label).getAttribute('aria-disabled'), 'true');
      await panel().button(label).press('Enter');
    }
    assert.deepEqual(await acts(), []);
    await panel().advanceTime();
    for (const label of ['Stop the Call', 'Mute']) {
      await panel().button(label).press('Enter');
    }
    assert.deepEqual(await acts(), ['stopSuspendedCall', 'changeRateLimit']);
  });

  describe('after a second click or Ctrl+Enter that was meant for the previous screen', () => {
    for (const [what, screen, label] of [
      ['a result', () => resultScreen({ kind: 'cancelled' }, { ignoreInputMs: 500 }), 'Run Again'],
      ['arguments', () => argumentsScreen({ content: { name: 'Ada' }, ignoreInputMs: 500 }), 'Run'],
      ['arguments in JSON', () => jsonArgumentsScreen('{}', { ignoreInputMs: 500 }), 'Run'],
    ] as const) {
      it(`does not run ${what}`, async () => {
        await panel().stopClock();
        await panel().send(showScreen(screen()));
        await panel().button(label).click({ force: true });
        await panel().press('Control+Enter');
        assert.deepEqual(
          (await acts()).filter((type) => type !== 'editJson'),
          [],
        );
        await panel().advanceTime();
        await panel().button(label).click();
        assert.equal((await acts()).length, 1);
      });
    }
  });
});
