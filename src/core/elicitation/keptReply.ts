import { flaggedProperties } from '#core/guard/sensitive/flaggedFields.ts';
import type { ExchangeReply } from '#core/inbox/exchanges.ts';
import { inOneLine } from '#form/text.ts';
import type { Elicitation } from './elicitationParams.ts';
import type { ElicitResult } from './elicitResult.ts';

/** Stands where a secret was. */
const withheldSecret = '(withheld)';

const mostNames = 20;

/** An answer as it is kept to be looked at: without the secrets in it, which are nobody's but the server's. */
export function keptReply(elicitation: Elicitation, result: ElicitResult): Pick<ExchangeReply, 'sent' | 'note'> {
  const { content } = result;
  if (elicitation.mode === 'url' || !content) {
    return { sent: result };
  }
  const flagged = new Set(flaggedProperties(elicitation, content).filter((name) => Object.hasOwn(content, name)));
  if (flagged.size === 0) {
    return { sent: result };
  }
  const entries = Object.entries(content).map(([name, value]) => [name, flagged.has(name) ? withheldSecret : value]);
  const names = [...flagged].slice(0, mostNames).map((name) => `"${inOneLine(name)}"`);
  const more = flagged.size > mostNames ? ` and ${flagged.size - mostNames} more` : '';
  return {
    sent: { ...result, content: Object.fromEntries(entries) },
    note: `The server has got a secret that is not kept here: ${names.join(', ')}${more}.`,
  };
}
