import type { Settlement } from '#core/inbox/inbox.ts';
import type { Elicitation } from './elicitationParams.ts';

/** What the server gets. Source: MCP specification, client/elicitation, "Response Actions". */
export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** Of an accepted form. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Of a request that belongs to a task. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * A withdrawn question is answered `cancel`; whether that still leaves is up to the wire. An accept of a form has
 * content, and only that: none is made up where it is missing.
 */
export function resultOf({ mode }: Elicitation, settlement: Settlement): ElicitResult {
  if (settlement.kind === 'withdrawn') {
    return { action: 'cancel' };
  }
  const { decision } = settlement;
  if (decision.action !== 'accept') {
    return { action: decision.action };
  }
  if (mode === 'url') {
    return { action: 'accept' };
  }
  return decision.content ? { action: 'accept', content: decision.content } : { action: 'cancel' };
}
