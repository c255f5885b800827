import type {
  CallWithEarlierSteps,
  RunningCall,
  Screen,
  ScreenChanges,
  ShownEarlierSteps,
  ShownSteps,
  ShownSuspendedCall,
} from '#bridge/messages.ts';
import type { CallStepPosition, EarlierSteps } from '#core/inbox/callSteps.ts';
import type { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import { shownUrl } from '#editor/panel/screens/shownUrl.ts';
import type { PanelContext } from './panelContext.ts';

/** The screen that the panel shows while no screen is current. */
export type IdleScreen = Extract<Screen, { kind: 'welcome' | 'running' }>;

/** The screen about the calls that run or are suspended, or the welcome screen if there are none. `results`: the results that can be opened. */
export function idleScreen(
  { calls: runningCalls, suspendedCalls, setUp }: Pick<PanelContext, 'calls' | 'suspendedCalls' | 'setUp'>,
  callSteps: CallStepsStore,
  results: NonNullable<ScreenChanges['results']>,
): IdleScreen {
  const calls = runningCalls();
  const waiting = suspendedCalls.all.filter(({ resends }) => resends);
  if (calls.length === 0 && waiting.length === 0) {
    const has = setUp();
    // With another id, the screen is drawn again when the user has set up something.
    return has === 'servers'
      ? { kind: 'welcome', id: 'welcome', results }
      : { kind: 'welcome', id: `welcome-${has}`, setUp: has, results };
  }
  const waitsFor = calls.length === 0 ? reasonOf(waiting) : waitReason(calls, suspendedCalls.all);
  const goToAgents = calls.every(({ agent }) => agent);
  return {
    kind: 'running',
    id: waitsFor ?? 'running',
    waitsFor,
    ...(goToAgents && { resultsGoToAgents: true as const }),
    answered: callsWithEarlierSteps(calls, callSteps),
    results,
  };
}

/** What the user has to do before the calls go on; `undefined` if one of them runs. */
function waitReason(calls: readonly Call[], suspendedCalls: readonly SuspendedCall[]): 'pages' | 'user' | undefined {
  const suspensions = calls.flatMap(({ id }) => suspendedCalls.find(({ call }) => call?.id === id) ?? []);
  return suspensions.length < calls.length ? undefined : reasonOf(suspensions);
}

function reasonOf(suspensions: readonly SuspendedCall[]): 'pages' | 'user' {
  return suspensions.every(({ openedPages }) => openedPages.length > 0) ? 'pages' : 'user';
}

/** The part of the idle screen that may change after it was drawn. */
export function idleChanges(screen: IdleScreen): ScreenChanges {
  const { results } = screen;
  return screen.kind === 'running' ? { answered: screen.answered, results } : { results };
}

/** The calls that have settled requests. */
function callsWithEarlierSteps(calls: readonly Call[], callSteps: CallStepsStore): CallWithEarlierSteps[] {
  return calls.flatMap(({ id, request }) => {
    const earlierSteps = shownEarlierSteps(callSteps.earlierSteps(id));
    return earlierSteps ? [{ id, target: { kind: request.kind, name: targetOf(request) }, earlierSteps }] : [];
  });
}

/** The position of a request among the steps of its call, for the webview. */
export function shownSteps(steps: CallStepPosition | undefined): ShownSteps | undefined {
  if (!steps) {
    return undefined;
  }
  const { past, ...position } = steps;
  return { ...position, states: [...steps.states], earlierSteps: shownEarlierSteps(past) };
}

export function shownEarlierSteps(past: EarlierSteps | undefined): ShownEarlierSteps | undefined {
  return past && { ...past, steps: past.steps.map((step) => ({ ...step, answers: [...step.answers] })) };
}

type Context = Pick<PanelContext, 'calls' | 'suspendedCalls' | 'clock' | 'definition'>;
type Progress = Pick<RunningCall, 'elapsed' | 'waiting' | 'progress'>;

/** The running calls and the suspended calls. A call is in only one of the two lists. */
export function callsInProgress(
  context: Context,
  callSteps: CallStepsStore,
): { calls: RunningCall[]; suspendedCalls: ShownSuspendedCall[] } {
  const calls = context.calls();
  const suspended = context.suspendedCalls.all;
  const suspendedIds = new Set(suspended.map(({ call }) => call?.id));
  const progressOf = ({ id, progress, startedAt }: Call): Progress => ({
    elapsed: context.clock.steady() - startedAt,
    waiting: callSteps.waitingCount(id),
    progress: progress && { ...progress },
  });
  return {
    calls: calls
      .filter(({ id }) => !suspendedIds.has(id))
      .map((call) => ({ ...shownCall(call, context), ...progressOf(call) })),
    suspendedCalls: suspended.map((suspendedCall) => {
      const call = calls.find(({ id }) => id === suspendedCall.call?.id);
      return { ...shownSuspendedCall(suspendedCall, context), ...(call ? progressOf(call) : { waiting: 0 }) };
    }),
  };
}

function shownCall({ id, serverId, serverName, request, agent }: Call, { definition: definitionOf }: Context) {
  const definition = definitionOf(serverId);
  return {
    id,
    server: definition ? serverLabel(definition) : { name: serverName },
    target: { kind: request.kind, name: targetOf(request) },
    ...(agent && { agent: { name: agent.name, state: agent.state } }),
  };
}

function shownSuspendedCall(
  { id, server, call, openedPages, resends, answersRequest, attempts, retrying, withheld }: SuspendedCall,
  { definition: definitionOf }: Context,
) {
  const definition = definitionOf(server.id);
  const request = call?.request;
  return {
    id,
    server: definition
      ? serverLabel(definition, server.reportedName)
      : { name: server.name, reportedName: server.reportedName },
    call: request && { kind: request.kind, name: targetOf(request) },
    openedPages: openedPages.map(({ parsedUrl, message, done }) => ({ url: shownUrl(parsedUrl), message, done })),
    retriesCall: resends,
    ...(answersRequest && { answersRequest }),
    attempts,
    retrying,
    ...(withheld && { withheld: { requests: withheld.requests, muted: withheld.reason === 'muted' } }),
  };
}
