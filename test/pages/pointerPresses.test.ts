import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { historyStates } from '#test/pages/states/historyStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

/** The duration of a long press. In milliseconds. */
const longPressMs = 1000;

/** Presses in the middle of a control and releases after a second at the same position. Runs `meanwhile` in between. */
async function pressOn(
  page: WebviewPage,
  control: Locator,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  const box = await control.boundingBox();
  assert.ok(box, 'the pressed control is not in sight');
  const { mouse } = page.page;
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await mouse.down();
  await meanwhile();
  await page.advanceTime(longPressMs);
  await mouse.up();
}

describe('a long press of the pointer', () => {
  const panel = usePanel();
  const radio = (name: string) => panel().page.getByRole('radio', { name, exact: true });
  const problems = () => panel().page.locator('.field .problem:not(:empty)');

  const press = (control: Locator, meanwhile?: () => Promise<void>) => pressOn(panel(), control, meanwhile);

  const schema = objectSchema({
    people: { type: 'number' },
    from: { type: 'string', format: 'date' },
    near: { type: 'boolean' },
  });

  it('selects an option; a problem above it appears only after the release', async () => {
    await panel().send(showScreen(formScreen({ schema })));
    await panel().field(untranslated('people')).fill('x');
    await press(radio('Yes'));
    await problems().first().waitFor();
    assert.equal(await radio('Yes').isChecked(), true);
  });

  it('selects an option even if the extension reports a problem meanwhile', async () => {
    await panel().send(showScreen(formScreen({ schema })));
    await panel().field(untranslated('people')).fill('4');
    await panel().advanceTime();
    const [{ revision = 0 } = {}] = await panel().postedOf('edit');
    await press(radio('Yes'), () =>
      panel().send({
        type: 'checked',
        screen: 'form',
        revision,
        problems: [{ field: 0, message: 'Too many for this table.' }],
        secrets: [{ field: 1, secretKind: 'a secret', reason: 'It looks like one.' }],
      }),
    );
    assert.equal(await radio('Yes').isChecked(), true);
  });

  it('selects an option even if notices arrive meanwhile', async () => {
    const screen = formScreen({ schema });
    await panel().send(showScreen(screen));
    const notices = [1, 2, 3].map((n) => ({ id: `${n}`, severity: 'info' as const, text: untranslated('A notice') }));
    await press(radio('Yes'), () => panel().send(showScreen({ kind: 'drawn', id: screen.id }, { notices })));
    await panel().page.getByText(untranslated('A notice')).first().waitFor();
    assert.equal(await radio('Yes').isChecked(), true);
  });

  it('selects an option below a calendar, which closes after the release', async () => {
    await panel().send(showScreen(formScreen({ schema })));
    await panel()
      .page.getByRole('button', { name: `Choose a date for ${untranslated('from')}` })
      .click();
    const dialog = panel().page.getByRole('dialog');
    await dialog.waitFor();
    await press(radio('Yes'));
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await radio('Yes').isChecked(), true);
  });

  it('does not delay changes forever if the page misses the release', async () => {
    await panel().send(showScreen(formScreen({ schema })));
    await panel().field(untranslated('people')).fill('x');
    await radio('Yes').evaluate((control) => {
      control.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, buttons: 1 }));
    });
    await panel().field(untranslated('from')).focus();
    await panel().advanceTime();
    assert.equal(await problems().count(), 0);
    await panel().page.mouse.move(10, 10);
    await problems().first().waitFor();
  });

  it('selects an entry of the history even if newer entries arrive meanwhile', async () => {
    const history = await openPage('history');
    try {
      const states = historyStates.find(({ name }) => name === 'history-list');
      await history.send(...(states?.messages() ?? []));
      const entry = history.page.locator('.entry').nth(1);
      await history.clearPosted();
      await pressOn(history, entry, () => history.send({ type: 'newer' }));
      await history.page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
      assert.deepEqual(
        (await history.postedOf('select')).map(({ key }) => key),
        ['2'],
      );
      assert.deepEqual(history.errors, []);
    } finally {
      await history.close();
    }
  });
});
