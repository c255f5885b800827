import type { Call } from '#core/model/call.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import type { CallBody, RecordedCaller } from './entry.ts';
import { boundedMask, type Mask, TextBudget, wholeNumber } from './entryText.ts';

/** The scope of a server's settings entry, and the negotiated protocol revision. */
export interface CalledServer {
  readonly scope?: string | undefined;
  readonly protocol?: string | undefined;
}

const maxShortText = 200;
const maxIdText = 500;
/** The recorded caller of a call by its origin. */
const callersByOrigin: Readonly<Record<Call['origin'], RecordedCaller>> = {
  user: 'person',
  program: 'program',
  agent: 'agent',
};

/**
 * The entry for an ended tool call, without its arguments and its result; `undefined` for a prompt or a resource. `mask` replaces
 * the secrets of the server's settings entry in the tool's name, because a program can call a tool by any name.
 */
export function callEntry(ended: EndedCall, { scope, protocol }: CalledServer, mask: Mask = (text) => text) {
  const { call, outcome, failure, ms, asked } = ended;
  if (call.request.kind !== 'tool') {
    return undefined;
  }
  const { name } = call.request;
  const budget = new TextBudget();
  const body: CallBody = {
    kind: 'call',
    server: {
      id: budget.take(call.serverId, maxIdText),
      name: budget.take(call.serverName, maxShortText),
      ...(scope !== undefined && { scope: budget.take(scope, maxShortText) }),
    },
    call: {
      id: budget.take(call.id, maxShortText),
      kind: 'tool',
      target: budget.take(boundedMask(mask)(name), maxIdText),
    },
    ...(protocol !== undefined && { protocol: budget.take(protocol, 20) }),
    by: callersByOrigin[call.origin],
    ...(call.agent && { agent: budget.take(call.agent.name, maxShortText) }),
    ...(call.agent?.isConnected === false && { unverified: true as const }),
    outcome,
    ...(asked && { asked }),
    ...(failure !== undefined && { failure }),
    ms: wholeNumber(ms),
  };
  return body;
}
