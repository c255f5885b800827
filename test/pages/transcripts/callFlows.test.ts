import type { RunningCall, ScreenOf } from '#bridge/messages.ts';
import { usePanel } from '#test/pages/harness/panelHooks.ts';
import { suspendedCall } from '#test/pages/states/aboveScreenStates.ts';
import { notDeliveredScreen } from '#test/pages/states/deliveryStates.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { bookingsServer, bookingTool, shownAddress, titledTool, urlScreen } from '#test/pages/states/screenBuilders.ts';
import { Transcript } from './transcript.ts';

const call = (progress?: RunningCall['progress']): RunningCall => ({
  id: 'call',
  server: bookingsServer,
  target: bookingTool,
  elapsed: 0,
  waiting: 0,
  ...(progress && { progress }),
});
const running: ScreenOf<'running'> = { kind: 'running', id: 'running', answered: [] };
const signIn = 'https://bookings.example/sign-in';

describe('a screen reader announces', () => {
  const panel = usePanel();

  it('a web page to open, and the call that waits for it', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('A URL arrives.', showScreen(urlScreen(signIn, { call: bookingTool, findings: [] })));
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'url' });
    await transcript.tabTo('"Copy URL"');
    await transcript.press('Enter');
    await transcript.happens('The URL is in the clipboard.', showScreen({ kind: 'drawn', id: 'url', copied: true }));
    await transcript.tabTo('"Open in Browser"');
    await transcript.press('Enter');
    await transcript.happens('It cannot be opened.', {
      type: 'rejected',
      screen: 'url',
      summary: untranslated('The page could not be opened. Copy the address instead.'),
      problems: [],
    });
    await transcript.press('Enter');
    const page = { url: shownAddress(signIn).url, message: untranslated('Sign in there.'), done: false };
    const waiting = suspendedCall({ openedPages: [page], elapsed: 0 });
    await transcript.happens(
      'It is open; the call waits.',
      showScreen({ ...running, waitsFor: 'pages' }, { suspendedCalls: [waiting] }),
    );
    await transcript.press('Enter');
    await transcript.happens(
      'The call is sent again.',
      showScreen({ ...running, waitsFor: 'pages' }, { suspendedCalls: [{ ...waiting, retrying: true }] }),
    );
    await transcript.happens(
      'The user is not done yet.',
      showScreen({ ...running, waitsFor: 'pages' }, { suspendedCalls: [{ ...waiting, attempts: 1 }] }),
    );
    await transcript.press('Enter');
    await transcript.happens(
      'The call ends.',
      showScreen(
        resultScreen({ kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Booked.') }] }),
      ),
    );
    await transcript.matches('url');
  });

  it('a suspicious web page', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('A URL arrives.', showScreen(urlScreen('https://bookings.example@pay.example/sign-in')));
    await transcript.happens('The user opens the question.', { type: 'focus', screen: 'url' });
    await transcript.tabTo('"Open in Browser"');
    await transcript.press('Enter', 'Space');
    await transcript.tabTo('"Open in Browser"');
    await transcript.press('Enter');
    await transcript.matches('url-suspicious');
  });

  it('a running call, its progress and its end', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('The user runs a tool.', showScreen(running, { calls: [call()] }), {
      type: 'focus',
      screen: 'running',
    });
    await transcript.happens('It makes progress.', showScreen(running, { calls: [call({ progress: 1, total: 3 })] }));
    await transcript.happens(
      'It makes progress.',
      showScreen(running, { calls: [call({ progress: 2, total: 3, message: untranslated('Asking the kitchen') })] }),
    );
    await transcript.tabTo('Stop', 'Shift+Tab');
    await transcript.press('Enter');
    await transcript.happens('The call is cancelled.', showScreen(resultScreen({ kind: 'cancelled' })));
    await transcript.matches('running-call');
  });

  it('results', async () => {
    const transcript = await Transcript.start(panel());
    const at = Date.UTC(2026, 2, 10, 9, 0);
    const row = { server: bookingsServer, target: titledTool, at, isNew: true } as const;
    const results = [
      { ...row, id: 'one', outcome: 'result' as const },
      { ...row, id: 'two', outcome: 'error' as const, isNew: false },
    ];
    await transcript.happens('Two results are kept.', showScreen({ kind: 'welcome', id: 'welcome', results }), {
      type: 'focus',
      screen: 'welcome',
    });
    await transcript.tabTo('"Open the result');
    await transcript.press('Enter');
    const parts = [
      { kind: 'text', text: untranslated('Soup, salad, cake') } as const,
      { kind: 'text', text: untranslated(Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n')) } as const,
    ];
    await transcript.happens(
      'The result is shown.',
      showScreen(resultScreen({ kind: 'result', failed: false, parts }, { results: results.slice(1) })),
      { type: 'focus', screen: 'result' },
    );
    await transcript.tabTo('"Close"');
    await transcript.press('Enter');
    await transcript.happens('It is closed.', showScreen({ kind: 'welcome', id: 'welcome', results }));
    await transcript.tabTo('"Remove the result');
    await transcript.press('Enter');
    await transcript.happens('It is removed.', showScreen({ kind: 'drawn', id: 'welcome', results: results.slice(1) }));
    await transcript.matches('results');
  });

  it('an answer that was not delivered', async () => {
    const transcript = await Transcript.start(panel());
    await transcript.happens('The answer was refused.', showScreen(notDeliveredScreen()));
    await transcript.happens('The user opens it.', { type: 'focus', screen: 'undelivered' });
    await transcript.tabTo('"Send Again"');
    await transcript.press('Enter');
    await transcript.happens(
      'It is refused again.',
      showScreen(notDeliveredScreen({ id: 'undelivered 2', status: 500 })),
    );
    await transcript.matches('not-delivered');
  });
});
