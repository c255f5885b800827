import { isJsonObject } from './jsonRpc.ts';

/**
 * False for an answer of the agent's that no user gave: a `decline` or `cancel` at once, or an `accept` without content for a
 * form with required fields. `params`: those of the elicitation.
 */
export function isGivenByUser(params: unknown, result: unknown, isQuick: boolean): boolean {
  const action = isJsonObject(result) ? result['action'] : undefined;
  if (action === 'decline' || action === 'cancel') return !isQuick;
  return action !== 'accept' || !lacksContent(params, result);
}

function lacksContent(params: unknown, result: unknown): boolean {
  const schema = isJsonObject(params) ? params['requestedSchema'] : undefined;
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  const content = isJsonObject(result) ? result['content'] : undefined;
  const hasContent = isJsonObject(content) && Object.keys(content).length > 0;
  return Array.isArray(required) && required.length > 0 && !hasContent;
}
