import type { Notice, RateLimitCard, RunningCall, Screen, ShownSuspendedCall, WaitingEntry } from '#bridge/messages.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingsServer, bookingTool, formScreen, shownAddress, urlScreen } from './screenBuilders.ts';
import { earlierStepsOf, endedStep, sixEarlierSteps, stepsOfCall } from './stepBuilders.ts';

const welcome = (): Screen => ({ kind: 'welcome', id: 'welcome' });
const running = (waitsFor?: 'pages' | 'user') => (): Screen => ({
  kind: 'running',
  id: 'running',
  waitsFor,
  answered: [],
});

export const callInProgress = (id: string, progress?: RunningCall['progress']): RunningCall => ({
  id,
  server: bookingsServer,
  target: bookingTool,
  elapsed: 130_000,
  waiting: 0,
  ...(progress && { progress }),
});

export const suspendedCall = (more: Partial<ShownSuspendedCall> = {}): ShownSuspendedCall => ({
  id: 'hold',
  server: bookingsServer,
  call: bookingTool,
  elapsed: 130_000,
  waiting: 0,
  openedPages: [],
  retriesCall: true,
  attempts: 0,
  retrying: false,
  ...more,
});

export const visit = (done: boolean, url = 'https://bookings.example/sign-in') => ({
  url: shownAddress(url).url,
  message: untranslated('Sign in there.'),
  done,
});

export const rateLimitCard = (muted: boolean): RateLimitCard => ({
  id: `user:${muted}`,
  server: bookingsServer,
  asked: 14,
  withheld: 4,
  muted,
});

const notices: readonly Notice[] = [
  { id: 'info', severity: 'info', text: untranslated('The server has withdrawn its question.') },
  { id: 'warning', severity: 'warning', text: untranslated('The server took back what it asked.'), runAgain: true },
  { id: 'error', severity: 'error', text: untranslated('The server has ended.'), serverId: 'user:bookings' },
];

/** A request that waits. By default it is the one that `formScreen` shows. */
export const waitingEntry = (more: Partial<WaitingEntry> = {}): WaitingEntry => ({
  id: 'form',
  serverId: 'user:bookings',
  server: untranslated('bookings'),
  target: untranslated('book_table'),
  waitsFor: 'answer',
  words: untranslated('For whom is the table?'),
  ...more,
});

const ofCloud = { serverId: 'user:cloud', server: untranslated('cloud'), target: untranslated('deploy') };
const fiveServers = ['cloud', 'files', 'mail', 'shop'].map((name) =>
  waitingEntry({ id: name, serverId: name, server: untranslated(name), words: untranslated(`What about ${name}?`) }),
);

export const aboveScreenStates: readonly PanelState[] = [
  panelState('running', running(), () => ({ calls: [callInProgress('plain')] })),
  panelState('running-progress', running(), () => ({
    calls: [
      callInProgress('known', { progress: 3, total: 10, message: untranslated('Asking the kitchen') }),
      callInProgress('open', { progress: 3 }),
      callInProgress('odd', { progress: 30, total: 10, message: untranslated('w'.repeat(400)) }),
    ],
  })),
  panelState(
    'running-after-steps',
    () => ({
      kind: 'running',
      id: 'running',
      answered: [
        { id: 'plain', target: bookingTool, earlierSteps: sixEarlierSteps() },
        {
          id: 'other',
          target: { ...bookingTool, kind: 'prompt' },
          earlierSteps: earlierStepsOf(endedStep(0, 'decline')),
        },
      ],
    }),
    () => ({ calls: [callInProgress('plain', { progress: 3 }), { ...callInProgress('other'), elapsed: 7_500_000 }] }),
  ),
  panelState('suspended', running('pages'), () => ({
    suspendedCalls: [
      suspendedCall({ openedPages: [visit(false), visit(true)], progress: { progress: 1, total: 2 }, attempts: 2 }),
    ],
  })),
  panelState('suspended-asked-again', running('user'), () => ({ suspendedCalls: [suspendedCall({ attempts: 3 })] })),
  panelState('suspended-trying', running('pages'), () => ({
    suspendedCalls: [suspendedCall({ openedPages: [visit(false)], retrying: true })],
  })),
  panelState('suspended-withheld', running('user'), () => ({
    suspendedCalls: [suspendedCall({ withheld: { requests: 3, muted: false } })],
  })),
  panelState('suspended-put-away', welcome, () => {
    const { call: _, elapsed: __, ...unknown } = suspendedCall({ openedPages: [visit(false)], retriesCall: false });
    return { suspendedCalls: [unknown] };
  }),
  panelState('notices', welcome, () => ({ notices: [...notices] })),
  panelState('rate-limited', formScreen, () => ({ rateLimitCards: [rateLimitCard(false)] })),
  panelState('rate-limited-muted', welcome, () => ({ rateLimitCards: [rateLimitCard(true)] })),
  panelState('waiting-behind-form', formScreen, () => ({
    waitingBehind: 14,
    waiting: [
      waitingEntry(),
      ...Array.from({ length: 14 }, (_, at) => waitingEntry({ ...ofCloud, id: `cloud ${at}` })),
    ],
  })),
  panelState('waiting-behind-welcome', running(), () => ({
    waitingBehind: 1,
    waiting: [waitingEntry({ id: 'other', waitsFor: 'agreement', target: undefined, words: undefined })],
    calls: [callInProgress('plain')],
  })),
  panelState(
    'waiting-of-two-servers',
    () => formScreen({ call: bookingTool }),
    () => ({
      waitingBehind: 1,
      waiting: [waitingEntry(), waitingEntry({ ...ofCloud, id: 'other', words: untranslated('Which region?') })],
      calls: [callInProgress('plain')],
      shownCall: 'plain',
    }),
  ),
  panelState('waiting-hostile-names', formScreen, () => ({
    waitingBehind: 2,
    waiting: [
      waitingEntry({ server: untranslated('W'.repeat(60)), words: untranslated('w'.repeat(80)) }),
      waitingEntry({
        id: 'rtl',
        serverId: 'rtl',
        server: untranslated('حجوزات'),
        words: untranslated('لمن هذه الطاولة؟'),
      }),
      waitingEntry({ id: 'markup', serverId: 'markup', server: untranslated('</button><b>Submit') }),
    ],
  })),
  afterAction(
    panelState('waiting-menu', formScreen, () => ({
      waitingBehind: 6,
      waiting: [waitingEntry(), ...fiveServers, waitingEntry({ ...fiveServers[3], id: 'shop 2' })],
    })),
    (opened) => opened.page.locator('.queue-more').click(),
  ),
  panelState(
    'waiting-together',
    () => formScreen({ steps: stepsOfCall({ total: 3, states: ['waiting', 'waiting', 'waiting'], waiting: 2 }) }),
    () => ({
      waitingBehind: 0,
      waiting: ['form', 'second', 'third'].map((id) => waitingEntry({ id })),
      calls: [{ ...callInProgress('plain'), waiting: 3 }],
      shownCall: 'plain',
    }),
  ),
  panelState(
    'everything-above',
    () => urlScreen('https://bookings.example/'),
    () => ({
      waitingBehind: 3,
      waiting: [waitingEntry({ id: 'url' }), ...fiveServers.slice(1)],
      notices: [...notices],
      rateLimitCards: [rateLimitCard(false), rateLimitCard(true)],
      suspendedCalls: [
        suspendedCall({ openedPages: [visit(false), visit(true, `https://bookings.example/${'w'.repeat(600)}`)] }),
      ],
      calls: [callInProgress('one'), callInProgress('two', { progress: 1 }), callInProgress('three')],
    }),
  ),
  {
    name: 'could-not-be-shown',
    page: 'panel',
    messages: () => [],
    act: (opened) => opened.sendRaw({ type: 'show', view: { screen: { kind: 'nothing', id: 'nothing' } } }),
  },
];
