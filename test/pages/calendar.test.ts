import assert from 'node:assert/strict';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { useFieldPage } from './fieldPage.ts';

describe('the calendar of a date field', () => {
  const { firstInput, liveTexts, panel, postedTypes, showForm } = useFieldPage();

  const day = () => panel().field(untranslated('day'));
  const button = () => panel().button('Choose a date for ‹day›');
  const dialog = () => panel().page.getByRole('dialog', { name: 'Choose a date for ‹day›' });
  const focused = () => panel().page.evaluate(() => document.activeElement?.ariaLabel ?? '');

  beforeEach(() => showForm(objectSchema({ day: { type: 'string', format: 'date' } }), { day: '2026-03-31' }));

  it('opens at the date of the field, moves by keyboard, and writes the chosen day', async () => {
    await button().focus();
    await panel().press('Enter');
    assert.equal(await focused(), 'Tuesday, March 31, 2026');
    for (const key of ['PageUp', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'Home']) await panel().press(key);
    assert.equal(await focused(), 'Sunday, March 8, 2026');
    assert.ok((await liveTexts()).includes('March 2026'));
    await panel().press('Enter');
    assert.equal(await day().inputValue(), '2026-03-08');
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.equal(await dialog().count(), 0);
    assert.deepEqual(await firstInput(), { kind: 'text', text: '2026-03-08', touched: true });
  });

  it('opens at today if the field contains no date, and does not change the text', async () => {
    await day().fill('soon');
    await button().click();
    assert.equal(await focused(), 'Tuesday, March 10, 2026');
    await panel().press('Escape');
    assert.equal(await day().inputValue(), 'soon');
  });

  it('shows the next month and takes a click on a day', async () => {
    await button().click();
    await panel().button('Next Month').click();
    await dialog().getByRole('gridcell', { name: 'Wednesday, April 15, 2026' }).click();
    assert.equal(await day().inputValue(), '2026-04-15');
  });

  it('keeps the focus, closes on the first Escape, and lets the second Escape cancel the request', async () => {
    await button().click();
    const stops: string[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      await panel().press('Tab');
      stops.push(await focused());
    }
    assert.deepEqual(stops, ['Previous Month', 'Next Month', 'Tuesday, March 31, 2026']);
    await panel().press('Shift+Tab');
    assert.equal(await focused(), 'Next Month');
    await panel().press('Escape');
    assert.equal(await dialog().count(), 0);
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.ok(!(await postedTypes()).includes('cancel'));
    await panel().press('Escape');
    assert.ok((await postedTypes()).includes('cancel'));
  });

  it('closes on Escape even if it does not have the focus', async () => {
    await button().click();
    await dialog().getByText('March 2026').click();
    await panel().press('Escape');
    assert.equal(await dialog().count(), 0);
    assert.equal(await focused(), 'Choose a date for ‹day›');
    assert.ok(!(await postedTypes()).includes('cancel'));
  });

  it('closes on Ctrl+Enter, which submits the text of the field and not the focused day', async () => {
    await button().click();
    await panel().press('ArrowLeft');
    await panel().press('Control+Enter');
    assert.equal(await dialog().count(), 0);
    const [sent] = await panel().postedOf('submit');
    assert.deepEqual(sent?.inputs, [{ kind: 'text', text: '2026-03-31', touched: true }]);
  });

  it('is not aria-modal, because the page around it can be clicked', async () => {
    await button().click();
    assert.equal(await dialog().getAttribute('aria-modal'), null);
  });
});

describe('the calendar in a right-to-left language', () => {
  let arabic: WebviewPage<'panel'>;
  before(async () => {
    arabic = await openPage('panel', { language: 'ar-EG' });
    const schema = objectSchema({ day: { type: 'string', format: 'date' } });
    await arabic.send(showScreen(formScreen({ schema, content: { day: '2026-03-11' } })));
    await arabic.button('Choose a date for ‹day›').click();
  });
  after(() => arabic?.close());

  const day = () => arabic.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset['day']);

  it('starts weeks on the first weekday of the language', async () => {
    const first = arabic.page.getByRole('columnheader').first();
    assert.equal(await first.getAttribute('abbr'), 'السبت');
    await arabic.press('Home');
    assert.equal(await day(), '2026-03-07');
  });

  it('moves to the day in the direction of the arrow key', async () => {
    await arabic.press('ArrowLeft');
    assert.equal(await day(), '2026-03-08');
    await arabic.press('ArrowRight');
    assert.equal(await day(), '2026-03-07');
  });

  it('mirrors the icons of its month buttons', async () => {
    const turned = (name: string) =>
      arabic
        .button(name)
        .locator('svg')
        .evaluate((element) => getComputedStyle(element).transform);
    assert.equal(await turned('Previous Month'), 'matrix(-1, 0, 0, 1, 0, 0)');
    assert.equal(await turned('Next Month'), 'matrix(-1, 0, 0, 1, 0, 0)');
  });
});
