import { isJsonObject } from './jsonRpc.ts';

/** No user reads a form and answers it within this time. Agents without a user were measured at up to 0.3 s on a busy machine. */
const unattendedReplyMs = 1000;

/**
 * False for an answer of the agent's that no user gave: a `decline` or `cancel` at once, or an `accept` without content for a
 * form with required fields. `params`: those of the elicitation. `elapsedMs`: the time since the agent was asked, without the time
 * for which its lines waited in the proxy.
 */
export function isGivenByUser(params: unknown, result: unknown, elapsedMs: number): boolean {
  const action = isJsonObject(result) ? result['action'] : undefined;
  if (action === 'decline' || action === 'cancel') return elapsedMs > unattendedReplyMs;
  return action !== 'accept' || !lacksContent(params, result);
}

function lacksContent(params: unknown, result: unknown): boolean {
  const schema = isJsonObject(params) ? params['requestedSchema'] : undefined;
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  const content = isJsonObject(result) ? result['content'] : undefined;
  const hasContent = isJsonObject(content) && Object.keys(content).length > 0;
  return Array.isArray(required) && required.length > 0 && !hasContent;
}
