import type { Answered, Changing, Screen } from '../../bridge/messages.ts';
import type { Journeys } from '../../core/inbox/journeys.ts';
import { type Call, targetOf } from '../../core/servers/call.ts';
import { pastOf } from './journeying.ts';
import type { StagePorts } from './stage.ts';

export type IdleScreen = Extract<Screen, { kind: 'welcome' | 'running' }>;

/** Nothing waits. While a call goes on, that is what the person waits for. */
export function idleScreen(ports: Pick<StagePorts, 'calls' | 'holds'>, journeys: Journeys): IdleScreen {
  const calls = ports.calls();
  if (calls.length === 0) {
    return { kind: 'welcome', id: 'welcome' };
  }
  const holds = ports.holds.all;
  const held = calls.every(({ id }) => holds.some(({ call }) => call?.id === id));
  return { kind: 'running', id: held ? 'held' : 'running', held, answered: answeredIn(calls, journeys) };
}

/** What of it may change after it was drawn. */
export function changingIdle(screen: IdleScreen): Changing {
  return screen.kind === 'running' ? { answered: screen.answered } : {};
}

/** The calls in which something is settled already. */
function answeredIn(calls: readonly Call[], journeys: Journeys): Answered[] {
  return calls.flatMap(({ id, request }) => {
    const past = pastOf(journeys.past(id));
    return past ? [{ id, target: { kind: request.kind, name: targetOf(request) }, past }] : [];
  });
}
