import type { AgentCall } from '#agentProtocol/agentMessages.ts';
import type { TrackedCall } from './callTable.ts';
import { isJsonObject } from './jsonRpc.ts';

const maxNameLength = 2000;

/** A call as a window sees it. */
export function agentCall({ id, kind = 'tool', name, request }: TrackedCall): AgentCall {
  const args = request.value(['params', 'arguments']);
  return { id, kind, name: name.slice(0, maxNameLength), arguments: isJsonObject(args) ? args : undefined };
}
