import { page, tool } from './parts.ts';
import { ended, past, stepAnswered, steps } from './past.ts';
import { after, type PanelState, panelState, theirs } from './state.ts';

const calm = 'https://bookings.example/sign-in?for=table';

export const urls: readonly PanelState[] = [
  panelState('url-calm', () => page(calm, { call: tool, findings: [] })),
  panelState('url-note', () => page(calm)),
  panelState('url-warning', () => page('http://192.0.2.7:8080/sign-in')),
  panelState('url-severe', () => page('https://bookings.example@pay.example/sign-in')),
  after(
    panelState('url-second-step', () => page('https://bookings.example@pay.example/sign-in')),
    (opened) => opened.button('Open in Browser').click(),
  ),
  panelState('url-other-letters', () => page('https://xn--80ak6aa92e.example/')),
  panelState('url-copied', () => page(calm, { copied: true })),
  panelState('url-declined-before', () => page(calm, { declinedBefore: true, call: tool })),
  panelState('url-after-steps', () =>
    page(calm, { call: tool, steps: steps({ current: 2, past: past(stepAnswered(0), ended(1, 'opened')) }) }),
  ),
  panelState('url-step', () => page(calm, { steps: steps({ total: 2, states: ['waiting', 'waiting'], waiting: 1 }) })),
  after(
    panelState('url-rejected', () => page(calm)),
    async (opened) => {
      await opened.button('Open in Browser').click();
      await opened.send({
        type: 'rejected',
        screen: 'url',
        summary: theirs('The page could not be opened. Copy the address instead.'),
        problems: [],
      });
    },
  ),
  panelState('url-very-long', () =>
    page(`https://${'a.'.repeat(40)}bookings.example/${'path/'.repeat(120)}?q=${'x'.repeat(300)}`),
  ),
];
