import type { AgentCall } from '#agentProtocol/messages.ts';
import type { Call } from './callTable.ts';
import { isRecord } from './jsonRpc.ts';

const maxNameLength = 2000;

/** A call as a window sees it. */
export function agentCall({ id, kind = 'tool', name, request }: Call): AgentCall {
  const args = request.value(['params', 'arguments']);
  return { id, kind, name: name.slice(0, maxNameLength), arguments: isRecord(args) ? args : undefined };
}
