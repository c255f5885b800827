import type { ScreenOf, ShownPastStep } from '#bridge/messages.ts';
import { server, tool } from './parts.ts';
import { ended, past, stepAnswered } from './past.ts';
import { type PanelState, panelState, theirs } from './state.ts';

function notDelivered(more: Partial<ScreenOf<'notDelivered'>> = {}): ScreenOf<'notDelivered'> {
  return {
    kind: 'notDelivered',
    id: 'undelivered',
    server,
    call: tool,
    message: theirs('For whom is the table?'),
    action: 'accept',
    answers: [{ label: theirs('name'), value: theirs('Ada') }, { label: theirs('Password') }],
    more: 0,
    state: 'refused',
    reason: 'http',
    status: 403,
    ended: false,
    runs: true,
    quietFor: 0,
    ...more,
  };
}

function running(state: ShownPastStep['state']): ScreenOf<'running'> {
  const step = { ...stepAnswered(0), state };
  return { kind: 'running', id: 'running', held: false, answered: [{ id: 'call', target: tool, past: past(step) }] };
}

/** What becomes of an answer between Submit and its arrival. */
export const deliveries: readonly PanelState[] = [
  panelState('answer-sending', () => running('sending')),
  panelState('answer-slow', () => running('slow')),
  panelState('answer-silent', () => running('silent')),
  panelState('answer-sign-in', () => running('signIn')),
  panelState('answer-paused', () => running('paused')),
  panelState('answer-refused', () => notDelivered()),
  panelState('answer-refused-too-many', () =>
    notDelivered({
      status: 429,
      retryAfter: 600,
      answers: [{ label: theirs('w'.repeat(110)), value: theirs('w'.repeat(190)) }],
      more: 3,
    }),
  ),
  panelState('answer-decline-refused', () => notDelivered({ action: 'decline', answers: [], status: 500 })),
  panelState('answer-unknown', () => notDelivered({ state: 'unknown', reason: 'broken', status: undefined })),
  panelState('answer-expired', () => notDelivered({ reason: 'expired', status: undefined, ended: true })),
  panelState('answer-no-result', () =>
    notDelivered({ state: 'unknown', reason: 'noResult', status: undefined, ended: true }),
  ),
  panelState('answer-no-response', () =>
    notDelivered({ state: 'unknown', reason: 'noResponse', status: undefined, ended: true }),
  ),
  panelState('answer-lost-without-call', () =>
    notDelivered({
      state: 'unknown',
      reason: 'serverEnded',
      status: undefined,
      ended: true,
      runs: false,
      call: undefined,
    }),
  ),
  panelState('answer-undelivered-before', () => ({
    ...running('undelivered'),
    answered: [{ id: 'call', target: tool, past: past(ended(0, 'undelivered'), ended(1, 'unknown')) }],
  })),
];
