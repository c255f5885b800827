import assert from 'node:assert/strict';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { rememberedFormScreen } from '#test/pages/states/rememberedStates.ts';
import { openReview, reviewFormScreen, sendReviewed } from '#test/pages/states/reviewStates.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';

describe('remembered answers', () => {
  const panel = usePanel();

  const box = () => panel().page.getByRole('checkbox', { name: 'Use these answers next time' });
  const schema = objectSchema({ name: { type: 'string', default: 'nobody' }, note: { type: 'string' } });
  const content = { name: 'Ada', note: 'by the window' };
  const screen = (forgotten: readonly number[] = []) => rememberedFormScreen({ schema, content }, forgotten);
  const name = () => panel().field(untranslated('name'));
  const remarks = () => panel().page.locator('.remark > span').allInnerTexts();
  const forget = (label: string) => panel().button(`Forget the remembered answer to ${untranslated(label)}`);
  const undo = (label: string) => panel().button(`Undo forgetting the answer to ${untranslated(label)}`);
  const marked = (forgotten: readonly number[]) =>
    showScreen({ kind: 'drawn', id: 'form', remembered: screen(forgotten).remembered });
  const remarkTexts = async () => {
    const id = await name().getAttribute('aria-describedby');
    const texts = (id ?? '').split(' ').map((one) => panel().page.locator(`[id="${one}"]`).textContent());
    return (await Promise.all(texts)).join(' ');
  };

  it("are marked, with the server's default if it differs, and the mark describes the field", async () => {
    await panel().send(showScreen(screen()));
    assert.deepEqual(await remarks(), ['Remembered; the server suggests nobody', 'Remembered']);
    assert.match(await remarkTexts(), /Remembered; the server suggests nobody/);
  });

  it('are marked in every kind of field', async () => {
    await panel().send(showScreen(rememberedFormScreen()));
    const all = await remarks();
    assert.equal(all.filter((text) => text.startsWith('Remembered')).length, 8);
    for (const role of ['radiogroup', 'group', 'combobox', 'textbox'] as const) {
      const described = await panel()
        .page.getByRole(role)
        .evaluateAll((elements) =>
          elements.some((element) =>
            (element.getAttribute('aria-describedby') ?? '')
              .split(' ')
              .some((id) => document.getElementById(id)?.textContent?.startsWith('Remembered')),
          ),
        );
      assert.ok(described, role);
    }
  });

  it('are not submitted while buttons ignore input', async () => {
    await panel().send(showScreen({ ...screen(), ignoreInputMs: 60_000 }));
    await panel().button('Submit').click({ force: true });
    assert.deepEqual(await panel().postedOf('submit'), []);
    await panel().advanceTime(60_000);
    await panel().button('Submit').click();
    assert.deepEqual((await panel().postedOf('submit'))[0]?.inputs, screen().inputs);
  });

  it("are marked as changed while the user's input differs", async () => {
    await panel().send(showScreen(screen()));
    await name().fill('Grace');
    assert.equal((await remarks())[0], 'Differs from the remembered answer');
    await name().fill('Ada');
    assert.match((await remarks())[0] ?? '', /^Remembered;/);
  });

  it("can be forgotten, which fills in the server's default, and restored with Undo", async () => {
    await panel().send(showScreen(screen()));
    await panel().advanceTime();
    await forget('name').click();
    assert.deepEqual(await panel().postedOf('forgetRemembered'), [
      { type: 'forgetRemembered', screen: 'form', field: 0 },
    ]);
    assert.equal(await name().inputValue(), 'nobody');
    await panel().send(marked([0]));
    assert.equal((await remarks())[0], 'Forgotten');
    assert.match(await remarkTexts(), /Forgotten/);
    await panel().advanceTime();
    await undo('name').click();
    assert.equal(await name().inputValue(), 'Ada');
    assert.equal((await panel().postedOf('recallRemembered')).length, 1);
    await panel().send(marked([]));
    assert.match((await remarks())[0] ?? '', /^Remembered;/);
  });

  it('can be forgotten by keyboard, and the focus stays at the button', async () => {
    await panel().send(showScreen(screen()));
    await forget('note').focus();
    await panel().press('Enter');
    await panel().send(marked([1]));
    assert.equal(await undo('note').evaluate((element) => element === document.activeElement), true);
    await panel().press('Enter');
    assert.equal(await panel().field(untranslated('note')).inputValue(), 'by the window');
  });

  it("can be forgotten and restored without losing the user's input", async () => {
    await panel().send(showScreen(screen()));
    await name().fill('Grace');
    await forget('name').click();
    assert.equal(await name().inputValue(), 'Grace');
    await panel().send(marked([0]));
    await undo('name').click();
    assert.equal(await name().inputValue(), 'Grace');
  });

  it('stay in the form when they are forgotten in another panel', async () => {
    await panel().send(showScreen(screen()));
    await panel().send(marked([0, 1]));
    assert.deepEqual(await remarks(), ['Forgotten', 'Forgotten']);
    assert.equal(await name().inputValue(), 'Ada');
  });

  it('are marked in the review while they are unchanged', async () => {
    const reviewed = { ...rememberedFormScreen({ schema, content, requiresReview: true }) };
    const marks = () => panel().page.locator('.review-origin').allInnerTexts();
    await panel().send(showScreen(reviewed));
    await openReview(panel(), reviewed.form);
    assert.deepEqual(await marks(), ['remembered, changed from nobody', 'remembered']);
    await panel()
      .button(`Edit ${untranslated('name')}`)
      .click();
    await name().fill('Grace');
    await panel().button('Done').click();
    await sendReviewed(panel(), reviewed.form);
    assert.deepEqual(await marks(), ['changed from nobody', 'remembered']);
  });

  it('are saved with a checkbox that is initially unticked and has an explanation', async () => {
    await panel().send(showScreen(formScreen({ remember: false })));
    assert.equal(await box().isChecked(), false);
    await panel()
      .page.getByText(
        `They are filled in when ${untranslated('bookings')} asks for the same. Nothing is sent by itself.`,
      )
      .waitFor();
    await box().click();
    await box().click();
    assert.deepEqual(
      (await panel().postedOf('remember')).map(({ on }) => on),
      [true, false],
    );
  });

  it('have the checkbox in the state that the extension sends', async () => {
    await panel().send(showScreen(formScreen({ remember: true })));
    assert.equal(await box().isChecked(), true);
  });

  it('have no checkbox if nothing can be remembered', async () => {
    await panel().send(showScreen(formScreen()));
    assert.equal(await box().count(), 0);
  });

  it('are named if they are secret or too long to be remembered', async () => {
    await panel().send(showScreen(formScreen({ schema, remember: true })));
    const except = panel().page.locator('#remember-except');
    assert.equal(await except.textContent(), '');
    await name().fill('x'.repeat(9999));
    assert.equal(await except.textContent(), '“‹name›” is too long to be remembered.');
    await name().fill('x'.repeat(9998));
    assert.equal(await except.textContent(), '');
    await name().fill('x');
    await panel().advanceTime();
    const revision = (await panel().postedOf('edit')).at(-1)?.revision ?? 0;
    const secret = { field: 0, secretKind: 'a password', reason: untranslated('So it looks.') };
    await panel().send({ type: 'checked', screen: 'form', revision, problems: [], secrets: [secret] });
    assert.equal(await except.textContent(), '“‹name›” is a secret and is not remembered.');
  });

  it('have their checkbox in the review if there is a review', async () => {
    const reviewed = reviewFormScreen({ remember: false });
    await panel().send(showScreen(reviewed));
    assert.equal(await box().isVisible(), false);
    await openReview(panel(), reviewed.form);
    await box().click();
    assert.equal((await panel().postedOf('remember')).length, 1);
    await panel().button('Back to the Form').click();
    assert.equal(await box().isVisible(), false);
    await openReview(panel(), reviewed.form);
    assert.equal(await box().isChecked(), true);
  });
});
