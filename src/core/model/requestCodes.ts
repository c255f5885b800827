import type { ExceededLimit } from '#core/guard/rateLimiter.ts';
import type { FormLimit } from '#form/schema/schemaRefusal.ts';

/** Findings about a request of a server, as codes. They contain no text of the server. */
export interface RequestCodes {
  /** Findings about its URL, and violated rules: `refused.` and the property, `refused.requestedSchema.` and the keyword. */
  readonly findings?: readonly string[];
  /** The limits that the request exceeds, in the order in which they were found. */
  readonly limits?: readonly LimitCode[];
  /** True if the request was read only as far as needed for the record. */
  readonly unread?: boolean;
}

/**
 * A limit, named by the quantity that it bounds; docs/limits.md lists all limits. `allowed` is no limit: it follows a limit
 * that the request exceeded, and means that the user allowed the request.
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
