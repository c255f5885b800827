/**
 * True if the SDK must not check requests of this method. The SDK checks `elicitation/create` by its own schema before the
 * handler runs, and refuses with a dump of its schema library; the host names the property and the rule. The SDK's check
 * of the reply is left out with it: replies are checked against the requested schema before they get here.
 */
export function isCheckedByHost(method: string): boolean {
  return method === 'elicitation/create';
}
