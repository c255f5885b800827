import { isJsonObject } from './jsonRpc.ts';

/** No user reads a form and answers it within this time. Agents without a user were measured at up to 0.3 s on a busy machine. */
const unattendedReplyMs = 1000;

/** True for a form with required fields. `params`: those of an elicitation. */
export function requiresContent(params: unknown): boolean {
  const schema = isJsonObject(params) ? params['requestedSchema'] : undefined;
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required) && required.length > 0;
}

/**
 * False for an answer of the agent's that no user gave: a `decline` or `cancel` at once, or an `accept` without content where the form
 * requires some. `elapsedMs`: the time since the agent was asked, without the time for which its lines waited in the proxy.
 */
export function isGivenByUser(needsContent: boolean, result: unknown, elapsedMs: number): boolean {
  const action = isJsonObject(result) ? result['action'] : undefined;
  if (action === 'decline' || action === 'cancel') return elapsedMs > unattendedReplyMs;
  const content = isJsonObject(result) ? result['content'] : undefined;
  const hasContent = isJsonObject(content) && Object.keys(content).length > 0;
  return action !== 'accept' || !needsContent || hasContent;
}
