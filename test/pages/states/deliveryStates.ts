import type { ScreenOf, ShownEarlierStep } from '#bridge/messages.ts';
import { type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingsServer, bookingTool } from './screenBuilders.ts';
import { acceptedStep, earlierStepsOf, endedStep } from './stepBuilders.ts';

export function notDeliveredScreen(more: Partial<ScreenOf<'notDelivered'>> = {}): ScreenOf<'notDelivered'> {
  return {
    kind: 'notDelivered',
    id: 'undelivered',
    server: bookingsServer,
    call: bookingTool,
    message: untranslated('For whom is the table?'),
    action: 'accept',
    answers: [{ label: untranslated('name'), value: untranslated('Ada') }, { label: untranslated('Password') }],
    moreAnswers: 0,
    state: 'refused',
    reason: 'http',
    status: 403,
    hasCallEnded: false,
    isCallKnown: true,
    ignoreInputMs: 0,
    ...more,
  };
}

function runningScreen(state: ShownEarlierStep['state']): ScreenOf<'running'> {
  const step = { ...acceptedStep(0), state };
  return {
    kind: 'running',
    id: 'running',
    answered: [{ id: 'call', target: bookingTool, earlierSteps: earlierStepsOf(step) }],
  };
}

/** Calls whose replies are being sent, and replies that were not delivered. */
export const deliveryStates: readonly PanelState[] = [
  panelState('answer-sending', () => runningScreen('sending')),
  panelState('answer-slow', () => runningScreen('slow')),
  panelState('answer-silent', () => runningScreen('silent')),
  panelState('answer-sign-in', () => runningScreen('signIn')),
  panelState('answer-paused', () => runningScreen('paused')),
  panelState('answer-refused', () => notDeliveredScreen()),
  panelState('answer-refused-too-many', () =>
    notDeliveredScreen({
      status: 429,
      retryAfter: 600,
      answers: [{ label: untranslated('w'.repeat(110)), value: untranslated('w'.repeat(190)) }],
      moreAnswers: 3,
    }),
  ),
  panelState('answer-decline-refused', () => notDeliveredScreen({ action: 'decline', answers: [], status: 500 })),
  panelState('answer-unknown', () => notDeliveredScreen({ state: 'unknown', reason: 'broken', status: undefined })),
  panelState('answer-expired', () => notDeliveredScreen({ reason: 'expired', status: undefined, hasCallEnded: true })),
  panelState('answer-no-result', () =>
    notDeliveredScreen({ state: 'unknown', reason: 'noResult', status: undefined, hasCallEnded: true }),
  ),
  panelState('answer-no-response', () =>
    notDeliveredScreen({ state: 'unknown', reason: 'noResponse', status: undefined, hasCallEnded: true }),
  ),
  panelState('answer-lost-without-call', () =>
    notDeliveredScreen({
      state: 'unknown',
      reason: 'serverEnded',
      status: undefined,
      hasCallEnded: true,
      isCallKnown: false,
      call: undefined,
    }),
  ),
  panelState('answer-undelivered-before', () => ({
    ...runningScreen('undelivered'),
    answered: [
      {
        id: 'call',
        target: bookingTool,
        earlierSteps: earlierStepsOf(endedStep(0, 'undelivered'), endedStep(1, 'unknown')),
      },
    ],
  })),
];
