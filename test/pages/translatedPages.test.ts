import assert from 'node:assert/strict';
import { setLanguage } from '#form/language.ts';
import { languages, translatedMessages } from '#scripts/lib/translations.ts';
import { layoutFindings, panelSizes } from '#test/pages/checks/layout.ts';
import { missingGlyphs } from '#test/pages/checks/missingGlyphs.ts';
import type { PageName } from '#test/pages/harness/documentServer.ts';
import { openPage, usualSize, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { pictureStates } from '#test/pages/pictures/statePictures.ts';
import { allStates } from '#test/pages/states/allStates.ts';
import { openState, type PageState } from '#test/pages/states/pageState.ts';

/** The states with the most text. `language.test.ts` checks every state with words that are longer than all of these. */
const states = allStates.filter(({ name }) => pictureStates.includes(name));
const panelStates = states.filter((state) => state.page === 'panel');
const historyStates = states.filter((state) => state.page === 'history');
/** What fits these fits every wider panel. */
const narrowSizes = ['at 300 pixels', 'at 420 pixels and 200 % zoom'] as const;

for (const language of languages) {
  describe(`the translation ${language}`, () => {
    const messages = translatedMessages(language);
    before(() => setLanguage(language, messages));
    after(() => setLanguage('en'));

    checkPage('panel', { language, messages }, panelStates);
    checkPage('history', { language, messages }, historyStates);
  });
}

interface Translation {
  readonly language: string;
  readonly messages: Readonly<Record<string, string>>;
}

function checkPage<P extends PageName>(name: P, translation: Translation, states: readonly PageState<P>[]): void {
  describe(`of the ${name}`, () => {
    let webview: WebviewPage<P>;
    before(async () => {
      webview = await openPage(name, translation);
    });
    after(() => webview?.close());

    it('has a glyph for each letter', async () => {
      const letters = new Set(Object.values(translation.messages).join(''));
      assert.deepEqual(await missingGlyphs(webview.page, [...letters]), []);
    });

    for (const state of states) {
      it(`fits narrow panels in ${state.name}`, async () => {
        await openState(webview, state);
        const findings: string[] = [];
        for (const size of narrowSizes) {
          await webview.resize(panelSizes[size]);
          findings.push(...(await layoutFindings(webview.page)).map((finding) => `${size}: ${finding}`));
        }
        await webview.resize(usualSize);
        assert.deepEqual(findings, []);
        assert.deepEqual(webview.errors, []);
      });
    }
  });
}
