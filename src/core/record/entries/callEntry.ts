import type { CallRequest } from '#core/model/call.ts';
import type { EndedCall } from '#core/model/endedCall.ts';
import type { CallBody } from './entry.ts';
import { TextBudget, wholeNumber } from './recordLimits.ts';
import { boundedMask, type Mask } from './recordMask.ts';

/** What is known of a server beside a call to it. */
export interface CalledServer {
  readonly scope?: string | undefined;
  readonly protocol?: string | undefined;
}

const shortText = 200;
const idText = 500;

/**
 * What is kept of a tool call that has ended, whether or not its server asked anything: never its arguments, never its
 * result. `mask` takes the secrets of the server's entry out of the tool's name, which a program may have made up.
 * `undefined` for requests that are no tool calls.
 */
export function callEntry(ended: EndedCall, { scope, protocol }: CalledServer, mask: Mask = (text) => text) {
  const { call, outcome, failure, ms } = ended;
  const name = toolOf(call.request);
  if (name === undefined) {
    return undefined;
  }
  const room = new TextBudget();
  const body: CallBody = {
    kind: 'call',
    server: {
      id: room.take(call.serverId, idText),
      name: room.take(call.serverName, shortText),
      ...(scope !== undefined && { scope: room.take(scope, shortText) }),
    },
    call: { id: room.take(call.id, shortText), kind: 'tool', target: room.take(boundedMask(mask)(name), idText) },
    ...(protocol !== undefined && { protocol: room.take(protocol, 20) }),
    by: call.origin,
    outcome,
    ...(failure !== undefined && { failure }),
    ms: wholeNumber(ms),
  };
  return body;
}

function toolOf(request: CallRequest): string | undefined {
  return request.kind === 'tool' ? request.name : undefined;
}
