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

  it('draws the screen that was posted with its document and does not post ready', async () => {
    page = await openPage('panel', { kept: [showScreen(formScreen())] });
    await page.button('Submit').waitFor();
    assert.deepEqual(await page.posted(), [{ type: 'drawn', screen: 'form' }]);
  });

  it('posts ready if the message with its document was meant for an earlier document', async () => {
    page = await openPage('panel', {
      kept: [{ type: 'checked', screen: 'form', revision: 3, problems: [], secrets: [] }],
    });
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
  });

  it('announces the first screen once the page is loaded', async () => {
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

  it('focuses a button if a focus message was posted with its document', async () => {
    page = await openPage('panel', {
      kept: [showScreen({ kind: 'welcome', id: 'welcome' }), { type: 'focus', screen: 'welcome' }],
    });
    await page.page.locator('button.push:focus').waitFor();
  });

  it('posts ready if nothing was posted with its document', async () => {
    page = await openPage('panel');
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
  });

  it('offers to draw a screen again that could not be drawn', async () => {
    page = await openPage('panel');
    await page.sendRaw({ type: 'show', view: { screen: { kind: 'nothing', id: 'form' } } });
    await page.clearPosted();
    await page.advanceTime();
    await page.button('Try Again').click();
    assert.deepEqual(await page.posted(), [{ type: 'ready' }]);
    await page.send(showScreen(formScreen()));
    await page.button('Submit').waitFor();
    assert.equal(await page.button('Try Again').count(), 0);
  });
});
