import type { AgentCall } from '#agentProtocol/agentMessages.ts';
import type { TrackedCall } from './callTable.ts';
import { isJsonObject } from './jsonRpc.ts';

const maxNameLength = 2000;

/** The name of the tool or prompt, or the resource's URI, shortened to be shown. */
export function boundedName({ name }: TrackedCall): string {
  return name.slice(0, maxNameLength);
}

/** A call as a window sees it. */
export function agentCall(call: TrackedCall): AgentCall {
  const { id, kind = 'tool', request } = call;
  const args = request.value(['params', 'arguments']);
  return { id, kind, name: boundedName(call), arguments: isJsonObject(args) ? args : undefined };
}
