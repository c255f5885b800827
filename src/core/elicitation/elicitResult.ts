import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { ExchangeReply } from '#core/inbox/exchanges.ts';
import type { Settlement } from '#core/inbox/inbox.ts';
import { inOneLine } from '#form/text.ts';
import type { Elicitation } from './elicitationParams.ts';

/** The result of an `elicitation/create` request. Source: MCP specification, client/elicitation, "Response Actions". */
export interface ElicitResult {
  readonly action: 'accept' | 'decline' | 'cancel';
  /** The content of an accepted form. */
  readonly content?: Readonly<Record<string, unknown>>;
  /** Names the task that the request belongs to, if any. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/**
 * The result for a settled request. A withdrawn request gets `cancel`, although the transport may no longer be able to send it.
 * An accepted form without content also gets `cancel`, because content is never invented.
 */
export function elicitResultOf({ mode }: Elicitation, settlement: Settlement): ElicitResult {
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

/** The text that replaces a secret. */
const secretPlaceholder = '(withheld)';

const maxNames = 20;

/** The result as shown in the exchanges: the values of sensitive fields are replaced, and `note` names these fields. */
export function replyWithoutSecrets(
  elicitation: Elicitation,
  result: ElicitResult,
): Pick<ExchangeReply, 'sent' | 'note'> {
  const { content } = result;
  if (elicitation.mode === 'url' || !content) {
    return { sent: result };
  }
  const flagged = new Set(flaggedProperties(elicitation, content).filter((name) => Object.hasOwn(content, name)));
  if (flagged.size === 0) {
    return { sent: result };
  }
  const entries = Object.entries(content).map(([name, value]) => [name, flagged.has(name) ? secretPlaceholder : value]);
  const names = [...flagged].slice(0, maxNames).map((name) => `"${inOneLine(name)}"`);
  const more = flagged.size > maxNames ? ` and ${flagged.size - maxNames} more` : '';
  return {
    sent: { ...result, content: Object.fromEntries(entries) },
    note: `The server has got a secret that is not kept here: ${names.join(', ')}${more}.`,
  };
}
