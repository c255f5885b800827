import type { ExceededLimit } from '#core/guard/rateLimiter.ts';
import type { FormLimit } from '#form/schema/schemaRefusal.ts';

/** Findings in a request of a server, as codes: they have no text of the server. */
export interface RequestCodes {
  /** About its URL, and about broken rules: `refused.` and the property, `refused.requestedSchema.` and the keyword. */
  readonly findings?: readonly string[];
  /** The limits that it exceeds, in that order. */
  readonly limits?: readonly LimitCode[];
  /** It was read only as far as needed to tell what it asks for. */
  readonly unread?: boolean;
}

/**
 * A limit, by what is bounded; docs/limits.md has them all. `allowed`: it was over the one before, and the user let it
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
