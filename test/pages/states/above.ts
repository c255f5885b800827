import type { EagerServer, HeldCall, Notice, RunningCall, Screen } from '#bridge/messages.ts';
import { addressed, page, question, server, tool } from './parts.ts';
import { ended, past, pastOfSix, steps } from './past.ts';
import { type PanelState, panelState, theirs } from './state.ts';

const welcome = (): Screen => ({ kind: 'welcome', id: 'welcome' });
const running = (held: boolean) => (): Screen => ({ kind: 'running', id: 'running', held, answered: [] });

const call = (id: string, progress?: RunningCall['progress']): RunningCall => ({
  id,
  server,
  target: tool,
  elapsed: 130_000,
  waiting: 0,
  ...(progress && { progress }),
});

export const hold = (more: Partial<HeldCall> = {}): HeldCall => ({
  id: 'hold',
  server,
  call: tool,
  elapsed: 130_000,
  waiting: 0,
  visits: [],
  resends: true,
  attempts: 0,
  trying: false,
  ...more,
});

const visit = (done: boolean, url = 'https://bookings.example/sign-in') => ({
  address: addressed(url).address,
  message: theirs('Sign in there.'),
  done,
});

export const eager = (muted: boolean): EagerServer => ({ id: `user:${muted}`, server, asked: 14, withheld: 4, muted });

const notices: readonly Notice[] = [
  { id: 'info', severity: 'info', text: theirs('The server has withdrawn its question.') },
  { id: 'warning', severity: 'warning', text: theirs('The server took back what it asked.'), runAgain: true },
  { id: 'error', severity: 'error', text: theirs('The server has ended.'), serverId: 'user:bookings' },
];

export const above: readonly PanelState[] = [
  panelState('running', running(false), () => ({ calls: [call('plain')] })),
  panelState('running-progress', running(false), () => ({
    calls: [
      call('known', { progress: 3, total: 10, message: theirs('Asking the kitchen') }),
      call('open', { progress: 3 }),
      call('odd', { progress: 30, total: 10, message: theirs('w'.repeat(400)) }),
    ],
  })),
  panelState(
    'running-after-steps',
    () => ({
      kind: 'running',
      id: 'running',
      held: false,
      answered: [
        { id: 'plain', target: tool, past: pastOfSix() },
        { id: 'other', target: { ...tool, kind: 'prompt' }, past: past(ended(0, 'decline')) },
      ],
    }),
    () => ({ calls: [call('plain', { progress: 3 }), { ...call('other'), elapsed: 7_500_000 }] }),
  ),
  panelState('held', running(true), () => ({
    holds: [hold({ visits: [visit(false), visit(true)], progress: { progress: 1, total: 2 }, attempts: 2 })],
  })),
  panelState('held-asked-again', running(true), () => ({ holds: [hold({ attempts: 3 })] })),
  panelState('held-trying', running(true), () => ({ holds: [hold({ visits: [visit(false)], trying: true })] })),
  panelState('held-withheld', running(true), () => ({ holds: [hold({ withheld: { questions: 3, muted: false } })] })),
  panelState('held-put-away', welcome, () => {
    const { call: _, elapsed: __, ...unknown } = hold({ visits: [visit(false)], resends: false });
    return { holds: [unknown] };
  }),
  panelState('notices', welcome, () => ({ notices: [...notices] })),
  panelState('eager', question, () => ({ eager: [eager(false)] })),
  panelState('eager-muted', welcome, () => ({ eager: [eager(true)] })),
  panelState('waiting-behind-question', question, () => ({ waitingBehind: 14 })),
  panelState('waiting-behind-welcome', running(false), () => ({ waitingBehind: 1, calls: [call('plain')] })),
  panelState(
    'waiting-together',
    () => question({ steps: steps({ total: 3, states: ['waiting', 'waiting', 'waiting'], waiting: 2 }) }),
    () => ({
      waitingBehind: 2,
      calls: [{ ...call('plain'), waiting: 3 }],
    }),
  ),
  panelState(
    'everything-above',
    () => page('https://bookings.example/'),
    () => ({
      waitingBehind: 3,
      notices: [...notices],
      eager: [eager(false), eager(true)],
      holds: [hold({ visits: [visit(false), visit(true, `https://bookings.example/${'w'.repeat(600)}`)] })],
      calls: [call('one'), call('two', { progress: 1 }), call('three')],
    }),
  ),
  {
    name: 'could-not-be-shown',
    page: 'panel',
    messages: () => [],
    act: (opened) => opened.sendRaw({ type: 'show', view: { screen: { kind: 'nothing', id: 'nothing' } } }),
  },
];
