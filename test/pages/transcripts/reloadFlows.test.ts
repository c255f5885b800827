import assert from 'node:assert/strict';
import type { DraftLabel } from '#bridge/messages.ts';
import { openPage, type WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { bookingTool, formScreen } from '#test/pages/states/screenBuilders.ts';
import { Transcript } from './transcript.ts';

const draft: DraftLabel = { minutes: 2, isMessageDifferent: false, missing: [], startedOver: false };
const result = resultScreen(
  { kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Booked.') }] },
  { canChangeArguments: true, callArguments: '{\n  "table": 7\n}' },
);
const running = showScreen({ kind: 'running', id: 'running', answered: [] });
const focusForm = { type: 'focus', screen: 'form' } as const;

describe('after a reload of the window, a screen reader announces', () => {
  let page: WebviewPage<'panel'>;

  /** Starts a transcript of a panel that the editor has restored, which shows its result. */
  async function restoredPanel(respond?: () => Promise<void>): Promise<Transcript<'panel'>> {
    page = await openPage('panel', { kept: [showScreen(result)] });
    const transcript = await Transcript.startAtLoad(page, respond && { respond });
    await transcript.happens('The editor restores the panel, which shows the result that it showed before.');
    return transcript;
  }

  afterEach(async () => {
    assert.deepEqual(page.errors, []);
    await page.close();
  });

  it('the result that the panel shows again, and the draft of the question that waited', async () => {
    const transcript = await restoredPanel();
    await transcript.tabTo('"Run Again"');
    await transcript.press('Enter');
    await transcript.happens('The call runs.', running);
    await transcript.happens(
      'The question of before the reload comes again.',
      showScreen(formScreen({ call: bookingTool, content: { name: 'Ada' }, draft })),
      focusForm,
    );
    await transcript.tabTo('"Start Over"', 'Shift+Tab');
    await transcript.tabTo('"Submit"');
    await transcript.matches('restored-with-result');
  });

  it('the draft of a question with another message, which is filled in only if the user wants it', async () => {
    const transcript = await restoredPanel(async () => {
      if ((await page.postedOf('undoStartOver')).length > 0) {
        await page.send({
          type: 'fill',
          screen: 'form',
          inputs: [{ kind: 'text', text: 'Ada', touched: true }],
          secrets: [],
          draft: { ...draft, isMessageDifferent: true },
        });
      }
      await page.clearPosted();
    });
    await transcript.happens(
      'The user runs the tool, which asks in other words.',
      showScreen(formScreen({ draft: { ...draft, isMessageDifferent: true, startedOver: true, offered: true } })),
      focusForm,
    );
    await transcript.tabTo('"Use What You Typed Before"', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.tabTo('textbox');
    await transcript.matches('restored-with-offered-draft');
  });
});
