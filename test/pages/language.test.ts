import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { setLanguage } from '#form/language.ts';
import { layoutFindings } from '#test/pages/checks/layout.ts';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PageState } from '#test/pages/states/pageState.ts';
import { pseudoMessages, untranslatedWords } from '#test/pseudoLanguage.ts';

describe('a language with longer words', () => {
  checkAll({ language: 'en', messages: pseudoMessages() }, 'ltr');
});

describe('a right-to-left language', () => {
  // Hebrew and not Arabic: `Intl` writes Hebrew numbers with the digits 0-9, as in the fixtures.
  checkAll({ language: 'he', messages: pseudoMessages('\u200f') }, 'rtl');
});

describe('a translation that contains HTML', () => {
  const messages = {
    'Nothing is waiting for you': '"><img src=x onerror="window.scriptRan=1"><script>window.scriptRan=1</script>{0}',
  };
  let webview: WebviewPage<'panel'>;
  before(async () => {
    webview = await openPage('panel', { language: 'de', messages });
  });
  after(() => webview?.close());

  it('is shown as text', async () => {
    const welcome = allStates.find(({ name }) => name === 'welcome');
    assert.ok(welcome?.page === 'panel');
    await openState(webview, welcome);
    assert.equal(await webview.page.locator('h1').textContent(), messages['Nothing is waiting for you']);
    assert.equal(await webview.page.evaluate(() => 'scriptRan' in window), false);
    assert.equal(await webview.page.locator('img').count(), 0);
    assert.deepEqual(webview.errors, []);
  });

  it('is read from an attribute that is then removed from the document', async () => {
    assert.equal(await webview.page.locator('[data-messages]').count(), 0);
  });
});

type LanguageOptions = NonNullable<Parameters<typeof openPage>[1]>;

function checkAll(options: LanguageOptions, direction: 'ltr' | 'rtl'): void {
  before(() => setLanguage(options.language ?? '', options.messages));
  after(() => setLanguage('en'));
  const panelStates = allStates.filter((state) => state.page === 'panel');
  checkPage('panel', panelStates, options, direction);
  const historyStates = allStates.filter((state) => state.page === 'history');
  checkPage('history', historyStates, options, direction);
}

function checkPage<P extends PageName>(
  name: P,
  states: readonly PageState<P>[],
  options: LanguageOptions,
  direction: 'ltr' | 'rtl',
): void {
  describe(`the ${name}`, () => {
    let webview: WebviewPage<P>;
    before(async () => {
      webview = await openPage(name, options);
    });
    after(() => webview?.close());

    for (const state of states) {
      it(`shows ${state.name} translated, in the direction of the language and without layout problems`, async () => {
        await openState(webview, state);
        const texts = await pageTexts(webview.page);
        assert.deepEqual(texts.map((text) => untranslatedWords(text, options.language)).filter(Boolean), []);
        assert.equal(await webview.page.evaluate(() => getComputedStyle(document.body).direction), direction);
        assert.deepEqual(await layoutFindings(webview.page), []);
        assert.deepEqual(webview.errors, []);
      });
    }
  });
}

/**
 * The text content of a page as one string, because a message may span several elements, and the text of each attribute.
 * Texts that `Intl` formats are left out.
 */
function pageTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const attributes = [
      'aria-label',
      'aria-description',
      'aria-roledescription',
      'aria-valuetext',
      'title',
      'alt',
      'placeholder',
    ];
    // Elements without translatable text: dates by `Intl`, and data that fixtures cannot put into quotation marks (URLs, JSON,
    // values of settings).
    const untranslatable =
      'time, .day, .calendar-title, thead, script, pre, code, .url-text, .host-name, .uri, .review-text, dd bdi';
    const root = document.body;
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(untranslatable)) texts.push(node.textContent ?? '');
    }
    const accessibleElements = [...root.querySelectorAll('*')].filter(
      (element) => !element.closest('[aria-hidden=true], tbody'),
    );
    const attributeTexts = accessibleElements.flatMap((element) =>
      attributes.map((name) => element.getAttribute(name) ?? ''),
    );
    return [texts.join(''), ...attributeTexts];
  });
}
