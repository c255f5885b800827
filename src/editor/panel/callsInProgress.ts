import type { RunningCall, ShownSuspendedCall } from '#bridge/messages.ts';
import type { CallStepsStore } from '#core/inbox/callStepsStore.ts';
import type { SuspendedCall } from '#core/inbox/suspendedCalls.ts';
import { type Call, targetOf } from '#core/model/call.ts';
import { drawAddress } from '#editor/panel/screens/drawAddress.ts';
import { serverLabel } from '#editor/panel/screens/panelScreen.ts';
import type { PanelContext } from './panelContext.ts';

interface Ports extends Pick<PanelContext, 'calls' | 'suspendedCalls' | 'clock' | 'definition'> {
  readonly journeys: Pick<CallStepsStore, 'waiting'>;
}

/** The calls that go on and those that are held, each in one place. */
export function callsInProgress(ports: Ports): { calls: RunningCall[]; suspendedCalls: ShownSuspendedCall[] } {
  const calls = ports.calls();
  const holds = ports.suspendedCalls.all;
  const held = new Set(holds.map(({ call }) => call?.id));
  return {
    calls: calls.filter(({ id }) => !held.has(id)).map((call) => runningCall(call, ports)),
    suspendedCalls: holds.map((hold) => {
      const call = calls.find(({ id }) => id === hold.call?.id);
      return heldCall(hold, ports, call && howFar(call, ports));
    }),
  };
}

function runningCall(call: Call, ports: Ports): RunningCall {
  const { id, serverId, serverName, request } = call;
  const definition = ports.definition(serverId);
  return {
    id,
    server: definition ? serverLabel(definition) : { name: serverName },
    target: { kind: request.kind, name: targetOf(request) },
    ...howFar(call, ports),
  };
}

function howFar(call: Call, { clock, journeys }: Ports): Pick<RunningCall, 'elapsed' | 'waiting' | 'progress'> {
  return {
    elapsed: clock.steady() - call.startedAt,
    waiting: journeys.waiting(call.id),
    progress: call.progress && { ...call.progress },
  };
}

function heldCall(
  hold: SuspendedCall,
  { definition: definitionOf }: Ports,
  far: Pick<ShownSuspendedCall, 'elapsed' | 'waiting' | 'progress'> = { waiting: 0 },
): ShownSuspendedCall {
  const { id, server, resends, attempts, trying, withheld } = hold;
  const definition = definitionOf(server.id);
  const request = hold.call?.request;
  return {
    id,
    server: definition ? serverLabel(definition, server.selfName) : { name: server.name, selfName: server.selfName },
    call: request && { kind: request.kind, name: targetOf(request) },
    ...far,
    openedPages: hold.visits.map(({ reading, message, done }) => ({ address: drawAddress(reading), message, done })),
    retriesCall: resends,
    attempts,
    retrying: trying,
    ...(withheld && { withheld: { requests: withheld.questions, muted: withheld.reason === 'muted' } }),
  };
}
