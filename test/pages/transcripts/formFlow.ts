import type { RunningCall } from '#bridge/messages.ts';
import type { WebviewPage } from '#test/pages/harness/webviewPage.ts';
import { showScreen, untranslated } from '#test/pages/states/pageState.ts';
import { resultScreen } from '#test/pages/states/resultStates.ts';
import { bookingsServer, bookingTool, formScreen, objectSchema } from '#test/pages/states/screenBuilders.ts';
import { acceptedStep, earlierStepsOf } from '#test/pages/states/stepBuilders.ts';
import { formReplies } from './replies.ts';
import type { Transcript } from './transcript.ts';

export const reservation = objectSchema(
  {
    name: { type: 'string', description: untranslated('As on your card') },
    guests: { type: 'integer', minimum: 1, maximum: 12 },
    mail: { type: 'string', format: 'email' },
    where: { type: 'string', enum: [untranslated('inside'), untranslated('outside')] },
  },
  ['name', 'guests'],
);

export const shownCall: RunningCall = {
  id: 'call',
  server: bookingsServer,
  target: bookingTool,
  elapsed: 0,
  waiting: 0,
};

const screen = formScreen({ schema: reservation, requiresReview: true });

/** A form that is filled in with an error, mended, reviewed and submitted, up to the result of its call. */
export const formFlow = {
  respond: (panel: WebviewPage<'panel'>) => formReplies(panel, screen),
  walk: async (transcript: Transcript<'panel'>): Promise<void> => {
    await transcript.happens('A form arrives.', showScreen(screen));
    await transcript.happens('The user opens it from its notification.', { type: 'focus', screen: 'form' });
    await transcript.type('Ada');
    await transcript.press('Tab');
    await transcript.type('20');
    await transcript.press('Tab');
    await transcript.type('ada@example');
    await transcript.tabTo('"Review"');
    await transcript.press('Enter');
    await transcript.press('Backspace');
    await transcript.press('Tab', 'End');
    await transcript.type('.org');
    await transcript.press('Control+Enter');
    await transcript.tabTo('"Submit"');
    await transcript.press('Shift+Tab', 'Shift+Tab');
    await transcript.press('Enter', 'Tab');
    await transcript.tabTo('"Submit"');
    await transcript.press('Enter');
    await transcript.happens(
      'The answer is on its way.',
      showScreen(
        {
          kind: 'running',
          id: 'running',
          answered: [
            { id: 'call', target: bookingTool, earlierSteps: earlierStepsOf({ ...acceptedStep(0), state: 'sending' }) },
          ],
        },
        { calls: [shownCall] },
      ),
    );
    await transcript.happens(
      'The call ends.',
      showScreen(
        resultScreen({ kind: 'result', failed: false, parts: [{ kind: 'text', text: untranslated('Booked.') }] }),
      ),
    );
  },
};
