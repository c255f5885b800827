import type { CallWithEarlierSteps, Screen, ScreenChanges } from '#bridge/messages.ts';
import type { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import { shownPast } from './journeying.ts';
import type { PanelContext } from './panelContext.ts';
import type { ResultScreens } from './resultScreens.ts';

export type IdleScreen = Extract<Screen, { kind: 'welcome' | 'running' }>;

/** Nothing waits. While a call goes on, that is what the person waits for. */
export function idleScreen(
  ports: Pick<PanelContext, 'calls' | 'suspendedCalls'>,
  journeys: CallStepsStore,
  shown: Pick<ResultScreens, 'rows'>,
): IdleScreen {
  const calls = ports.calls();
  const results = shown.rows();
  if (calls.length === 0) {
    return { kind: 'welcome', id: 'welcome', results };
  }
  const holds = ports.suspendedCalls.all;
  const held = calls.every(({ id }) => holds.some(({ call }) => call?.id === id));
  return { kind: 'running', id: held ? 'held' : 'running', held, answered: answeredIn(calls, journeys), results };
}

/** What of it may change after it was drawn. */
export function changingIdle(screen: IdleScreen): ScreenChanges {
  const { results } = screen;
  return screen.kind === 'running' ? { answered: screen.answered, results } : { results };
}

/** The calls in which something is settled already. */
function answeredIn(calls: readonly Call[], journeys: CallStepsStore): CallWithEarlierSteps[] {
  return calls.flatMap(({ id, request }) => {
    const past = shownPast(journeys.past(id));
    return past ? [{ id, target: { kind: request.kind, name: targetOf(request) }, earlierSteps: past }] : [];
  });
}
