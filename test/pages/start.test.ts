import assert from 'node:assert/strict';
import { themes } from '#test/pages/harness/editorThemes.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen } from '#test/pages/states/pageState.ts';
import { formScreen } from '#test/pages/states/screenBuilders.ts';

describe('a new panel', () => {
  let page: WebviewPage<'panel'>;

  afterEach(async () => {
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  it('draws what was posted together with its document, and asks for nothing', async () => {
    page = await openPage('panel', { kept: [showScreen(formScreen())] });
    await page.button('Submit').waitFor();
    assert.deepEqual(await page.posted(), [{ type: 'drawn', screen: 'question' }]);
  });

  it('asks for everything where something was posted, but nothing to draw: it was meant for a page before this one', async () => {
    page = await openPage('panel', {
      kept: [{ type: 'checked', screen: 'question', revision: 3, problems: [], secrets: [] }],
    });
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
  });

  it('says what is to be said once it can be heard', async () => {
    page = await openPage('panel', { kept: [showScreen(formScreen())] });
    await page.button('Submit').waitFor();
    await page.page.locator('[aria-live=polite] p', { hasText: ' asks: ' }).waitFor({ state: 'attached' });
  });

  for (const { label: theme } of themes) {
    it(`has buttons in the colors of ${theme}`, async () => {
      page = await openPage('panel', { theme, kept: [showScreen(formScreen())] });
      await page.button('Submit').waitFor();
      const [drawn, wanted] = await page.page.evaluate(() => {
        const probe = document.createElement('i');
        probe.style.color = 'var(--vscode-button-foreground)';
        probe.style.background = 'var(--vscode-button-background, transparent)';
        document.body.append(probe);
        const button = document.querySelector('button.push.primary');
        return [button, probe].map((element) => {
          const { color, backgroundColor } = getComputedStyle(element ?? document.body);
          return [color, backgroundColor];
        });
      });
      assert.deepEqual(drawn, wanted);
    });
  }

  it('moves the keyboard to a button', async () => {
    page = await openPage('panel', {
      kept: [showScreen({ kind: 'welcome', id: 'welcome' }), { type: 'focus', screen: 'welcome' }],
    });
    await page.page.locator('button.push:focus').waitFor();
  });

  it('asks for everything where nothing was posted', async () => {
    page = await openPage('panel');
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
  });
});
