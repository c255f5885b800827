import type { EndedCall } from '#core/model/endedCall.ts';
import type { CallBody } from './entry.ts';
import { boundedMask, type Mask, TextBudget, wholeNumber } from './entryText.ts';

/** The server of a call: the scope of its settings entry, and the negotiated protocol revision. */
export interface CalledServer {
  readonly scope?: string | undefined;
  readonly protocol?: string | undefined;
}

const shortText = 200;
const idText = 500;

/**
 * The entry for an ended tool call, without its arguments and its result; `undefined` for a prompt or a resource. `mask` replaces
 * the secrets of the server's settings entry in the tool's name, because a program can pass any name.
 */
export function callEntry(ended: EndedCall, { scope, protocol }: CalledServer, mask: Mask = (text) => text) {
  const { call, outcome, failure, ms } = ended;
  if (call.request.kind !== 'tool') {
    return undefined;
  }
  const { name } = call.request;
  const budget = new TextBudget();
  const body: CallBody = {
    kind: 'call',
    server: {
      id: budget.take(call.serverId, idText),
      name: budget.take(call.serverName, shortText),
      ...(scope !== undefined && { scope: budget.take(scope, shortText) }),
    },
    call: { id: budget.take(call.id, shortText), kind: 'tool', target: budget.take(boundedMask(mask)(name), idText) },
    ...(protocol !== undefined && { protocol: budget.take(protocol, 20) }),
    by: call.origin,
    outcome,
    ...(failure !== undefined && { failure }),
    ms: wholeNumber(ms),
  };
  return body;
}
