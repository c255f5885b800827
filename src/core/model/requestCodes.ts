import type { ExceededLimit } from '#core/guard/rateLimiter.ts';
import type { FormLimit } from '#form/schema/schemaRefusal.ts';

/** What was found in a request of a server, in codes of ours: no word of the server's is in them. */
export interface RequestCodes {
  /** Of its URL, and of what breaks a rule: `refused.` and the property, `refused.requestedSchema.` and the keyword. */
  readonly findings?: readonly string[];
  /** Limits that it came up against, in that order. */
  readonly limits?: readonly LimitCode[];
  /** It was not read, other than to tell what it seems to ask for. */
  readonly unread?: boolean;
}

/**
 * A limit, by what is bounded; docs/limits.md has them all. `allowed`: it was over the one before, and the person let it
 * pass.
 */
export type LimitCode = ExceededLimit | 'allowed' | FormLimit | SizeLimit;

type SizeLimit =
  | 'messageDepth'
  | 'messageLength'
  | 'schemaLength'
  | 'urlLength'
  | 'elicitationIdLength'
  | 'roundRequests'
  | 'roundKeyLength'
  | 'roundLength'
  | 'roundFields'
  | 'requiredPages';
