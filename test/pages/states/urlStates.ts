import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingTool, urlScreen } from './screenBuilders.ts';
import { acceptedStep, earlierStepsOf, endedStep, stepsOfCall } from './stepBuilders.ts';

const calm = 'https://bookings.example/sign-in?for=table';

export const urlStates: readonly PanelState[] = [
  panelState('url-calm', () => urlScreen(calm, { call: bookingTool, findings: [] })),
  panelState('url-note', () => urlScreen(calm)),
  panelState('url-warning', () => urlScreen('http://192.0.2.7:8080/sign-in')),
  panelState('url-severe', () => urlScreen('https://bookings.example@pay.example/sign-in')),
  panelState('url-severe-destructive', () =>
    urlScreen('https://bookings.example@pay.example/sign-in', { call: { ...bookingTool, isDestructive: true } }),
  ),
  afterAction(
    panelState('url-second-step', () => urlScreen('https://bookings.example@pay.example/sign-in')),
    (opened) => opened.button('Open in Browser').click(),
  ),
  panelState('url-other-letters', () => urlScreen('https://xn--80ak6aa92e.example/')),
  panelState('url-copied', () => urlScreen(calm, { copied: true })),
  panelState('url-declined-before', () => urlScreen(calm, { declinedBefore: true, call: bookingTool })),
  panelState('url-after-steps', () =>
    urlScreen(calm, {
      call: bookingTool,
      steps: stepsOfCall({ current: 2, earlierSteps: earlierStepsOf(acceptedStep(0), endedStep(1, 'opened')) }),
    }),
  ),
  panelState('url-step', () =>
    urlScreen(calm, { steps: stepsOfCall({ total: 2, states: ['waiting', 'waiting'], waiting: 1 }) }),
  ),
  afterAction(
    panelState('url-rejected', () => urlScreen(calm)),
    async (opened) => {
      await opened.button('Open in Browser').click();
      await opened.send({
        type: 'rejected',
        screen: 'url',
        summary: untranslated('The page could not be opened. Copy the address instead.'),
        problems: [],
      });
    },
  ),
  panelState('url-very-long', () =>
    urlScreen(`https://${'a.'.repeat(40)}bookings.example/${'path/'.repeat(120)}?q=${'x'.repeat(300)}`),
  ),
];
