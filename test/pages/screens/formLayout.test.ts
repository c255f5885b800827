import assert from 'node:assert/strict';
import { t } from '@vscode/l10n';
import type { Locator } from 'playwright-core';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { usualSize } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PanelState, untranslated } from '#test/pages/states/pageState.ts';

function stateNamed(name: string): PanelState {
  const state = allStates.find((one): one is PanelState => one.page === 'panel' && one.name === name);
  assert.ok(state, `there is no state ${name}`);
  return state;
}

describe('the parts of a form', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));

  const open = (name: string) => openState(panel(), stateNamed(name));
  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    assert.ok(box, 'it is not drawn');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  };
  /** The distance between an element and another one at its right. */
  const distance = async (left: Locator, right: Locator) => (await boxOf(right)).x - (await boxOf(left)).right;

  it('have the button that sends an empty text beside its field', async () => {
    await open('arguments');
    const button = panel().button(t('Send Empty Text in {0}', untranslated('name')));
    const gap = await distance(panel().field(untranslated('name')), button);
    assert.ok(gap >= 0 && gap <= 12, `${gap} px apart`);
  });

  it('have the button that removes a number beside it', async () => {
    await open('arguments-lists');
    const number = panel().field(t('{0}, row {1}', untranslated('ports'), 2));
    const gap = await distance(number, panel().button(t('Remove row {0} of {1}', 2, untranslated('ports'))));
    assert.ok(gap >= 0 && gap <= 12, `${gap} px apart`);
    assert.ok((await boxOf(number)).width < (await boxOf(panel().page.locator('.rows-editor').first())).width / 2);
  });

  it('are as wide for a secret as for another text', async () => {
    await open('form-secrets');
    const [user, password] = [untranslated('User name'), untranslated('Password')];
    const [text, secret] = await Promise.all([user, password].map((label) => boxOf(panel().field(label))));
    assert.deepEqual([secret?.x, secret?.width], [text?.x, text?.width]);
  });

  it('are on one side if the server writes from right to left', async () => {
    await open('form-right-to-left');
    const firstLetter = (selector: string) =>
      panel().page.evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(one) ?? document.body);
        return range.getBoundingClientRect().left;
      }, selector);
    const field = await boxOf(panel().page.locator('#field-0'));
    for (const selector of ['.label-row label', '.description']) {
      assert.ok(Math.abs((await firstLetter(selector)) - field.x) < 2, `${selector} is not above its field`);
    }
  });

  it('have at most three lines of a very long title until it is unfolded', async () => {
    await open('form-hostile');
    const title = panel().page.locator('label[for=field-0]');
    const lines = () =>
      title.evaluate((element) =>
        Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
      );
    assert.equal(await lines(), 3);
    await panel().page.locator('label[for=field-0] + button').click();
    assert.ok((await lines()) > 3);
  });

  it('have help texts that are as large as other small texts', async () => {
    await open('form-every-field');
    const sizes = await panel().page.evaluate(() => {
      const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
      const optional = document.querySelector('.optional');
      const small = optional ? size(optional) : 0;
      return [...document.querySelectorAll('.help > *')].map((element) => size(element) - small);
    });
    assert.deepEqual(
      sizes.filter((difference) => Math.abs(difference) > 0.1),
      [],
    );
  });

  for (const [name, button] of [
    ['form-destructive', 'Submit'],
    ['form-yes-no-destructive', 'Submit'],
  ] as const) {
    it(`say why no button is the obvious one in ${name}`, async () => {
      await open(name);
      const text = t('This tool may change or delete data.');
      assert.ok(await panel().page.getByText(text).isVisible());
      assert.equal(await panel().button(button).getAttribute('aria-description'), text);
    });
  }
});

describe('the warnings about an address', () => {
  const panel = usePanel();
  afterEach(() => panel().resize(usualSize));

  const warnings = () => panel().page.locator('.finding:not(.note)');
  it('do not hide what the tool may do, before and after the second step', async () => {
    await openState(panel(), stateNamed('url-severe-destructive'));
    const text = panel().page.getByText(t('This tool may change or delete data.'));
    assert.ok(await text.isVisible());
    assert.ok(await panel().button('1 warning about this address').isVisible());
    await panel().button('Open in Browser').click();
    await panel().page.getByRole('checkbox').waitFor();
    assert.ok(await text.isVisible());
  });

  it('get the focus by their button, so that a screen reader reads them', async () => {
    await openState(panel(), stateNamed('url-severe'));
    await panel().button('1 warning about this address').click();
    assert.ok(
      await panel()
        .page.locator('.findings')
        .evaluate((element) => element === document.activeElement),
    );
  });

  const isInSight = (locator: Locator) =>
    locator.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return top >= (edge('.panel-header')?.bottom ?? 0) && top < (edge('main .actions')?.top ?? 0);
    });

  for (const name of ['url-warning', 'url-severe']) {
    it(`are counted above the buttons, and a press shows them, in a small panel: ${name}`, async () => {
      await panel().resize({ width: 210, height: 325 });
      await openState(panel(), stateNamed(name));
      const count = await warnings().count();
      const text = count === 1 ? t('1 warning about this address') : t('{0} warnings about this address', count);
      await panel().button(text).click();
      assert.ok(await isInSight(warnings().first()));
    });
  }

  it('are not counted if there are none', async () => {
    await openState(panel(), stateNamed('url-note'));
    assert.equal(await panel().page.locator('.warnings-link').count(), 0);
  });
});
