import type { HeldCall, RunningCall } from '../../bridge/messages.ts';
import type { Hold } from '../../core/inbox/holds.ts';
import { type Call, targetOf } from '../../core/servers/call.ts';
import type { ServerDefinition } from '../../core/servers/definition.ts';
import { addressOf } from './screens/address.ts';
import { labelOf } from './screens/screen.ts';

type DefinitionOf = (serverId: string) => ServerDefinition | undefined;

/** The calls that go on and those that are held, each in one place. */
export function progressing(
  calls: readonly Call[],
  holds: readonly Hold[],
  definitionOf: DefinitionOf,
): { calls: RunningCall[]; holds: HeldCall[] } {
  const held = new Set(holds.map(({ call }) => call?.id));
  return {
    calls: calls.filter(({ id }) => !held.has(id)).map((call) => runningCall(call, definitionOf(call.serverId))),
    holds: holds.map((hold) =>
      heldCall(
        hold,
        definitionOf(hold.server.id),
        calls.find(({ id }) => id === hold.call?.id),
      ),
    ),
  };
}

function runningCall(call: Call, definition: ServerDefinition | undefined): RunningCall {
  const { id, serverName, request } = call;
  return {
    id,
    server: definition ? labelOf(definition) : { name: serverName },
    target: { kind: request.kind, name: targetOf(request) },
    progress: call.progress && { ...call.progress },
  };
}

function heldCall(hold: Hold, definition: ServerDefinition | undefined, call: Call | undefined): HeldCall {
  const { id, server, resends, attempts, trying, withheld } = hold;
  const request = hold.call?.request;
  return {
    id,
    server: definition ? labelOf(definition, server.selfName) : { name: server.name, selfName: server.selfName },
    call: request && { kind: request.kind, name: targetOf(request) },
    progress: call?.progress && { ...call.progress },
    visits: hold.visits.map(({ reading, message, done }) => ({ address: addressOf(reading), message, done })),
    resends,
    attempts,
    trying,
    ...(withheld && { withheld: { questions: withheld.questions, muted: withheld.reason === 'muted' } }),
  };
}
