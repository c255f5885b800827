import type { RateLimitAction } from '#bridge/messages.ts';

const lifting: ReadonlySet<RateLimitAction> = new Set(['allow', 'unmute']);

/**
 * True when a program wants a limit lifted that keeps a server from asking too much: only the person can say that. Programs
 * pass a name; the view passes its own items, which no other extension can make, and a list is the person's choice already.
 */
export function needsConfirmation(act: RateLimitAction, argument: unknown): boolean {
  return typeof argument === 'string' && lifting.has(act);
}
