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
  // Hebrew uses the same digits as the fixtures.
  checkAll({ language: 'he', messages: pseudoMessages('\u200f') }, 'rtl');
});

describe('a translation that contains HTML', () => {
  const messages = {
    'No question waits': '"><img src=x onerror="window.harmed=1"><script>window.harmed=1</script>{0}',
  };
  let opened: WebviewPage<'panel'>;
  before(async () => {
    opened = await openPage('panel', { language: 'de', messages });
  });
  after(() => opened?.close());

  it('is shown as text', async () => {
    const welcome = allStates.find(({ name }) => name === 'welcome');
    assert.ok(welcome?.page === 'panel');
    await openState(opened, welcome);
    assert.equal(await opened.page.locator('h1').textContent(), messages['No question waits']);
    assert.equal(await opened.page.evaluate(() => 'harmed' in window), false);
    assert.equal(await opened.page.locator('img').count(), 0);
    assert.deepEqual(opened.errors, []);
  });

  it('is removed from the document', async () => {
    assert.equal(await opened.page.locator('[data-messages]').count(), 0);
  });
});

function checkAll(language: NonNullable<Parameters<typeof openPage>[1]>, direction: 'ltr' | 'rtl'): void {
  before(() => setLanguage(language.language ?? '', language.messages));
  after(() => setLanguage('en'));
  const panels = allStates.filter((state) => state.page === 'panel');
  checkPage('panel', panels, language, direction);
  const histories = allStates.filter((state) => state.page === 'history');
  checkPage('history', histories, language, direction);
}

function checkPage<P extends PageName>(
  name: P,
  all: readonly PageState<P>[],
  language: NonNullable<Parameters<typeof openPage>[1]>,
  direction: 'ltr' | 'rtl',
): void {
  describe(`the ${name}`, () => {
    let opened: WebviewPage<P>;
    before(async () => {
      opened = await openPage(name, language);
    });
    after(() => opened?.close());

    for (const state of all) {
      it(`translates every text of ${state.name}`, async () => {
        await openState(opened, state);
        const said = await wordsOf(opened.page);
        assert.deepEqual(said.map((text) => untranslatedWords(text, language.language)).filter(Boolean), []);
        assert.equal(await opened.page.evaluate(() => getComputedStyle(document.body).direction), direction);
        assert.deepEqual(await layoutFindings(opened.page), []);
        assert.deepEqual(opened.errors, []);
      });
    }
  });
}

/**
 * All texts of a page: its text content, in which messages contain elements, and the texts of attributes. Without what
 * `Intl` writes.
 */
function wordsOf(page: Page): Promise<string[]> {
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
    // Elements that contain only data, which the fixtures cannot mark: URLs, JSON, values of settings.
    const data =
      'time, .day, .calendar-title, thead, script, pre, .url-text, .host-name, .uri, .role, .review-text, dd bdi';
    const root = document.body;
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest(data)) texts.push(node.textContent ?? '');
    }
    const heard = [...root.querySelectorAll('*')].filter((element) => !element.closest('[aria-hidden=true], tbody'));
    const others = heard.flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ''));
    return [texts.join(''), ...others];
  });
}
