/**
 * True if the SDK must not check requests of this method. The SDK would check `elicitation/create` by its own schema before
 * the handler runs, and refuse with a dump of its schema library; the refusal of the host names the property and the rule.
 * The SDK's check of the reply is also left out: the host has checked replies against the requested schema.
 */
export function isCheckedByHost(method: string): boolean {
  return method === 'elicitation/create';
}
