import type { Failure } from '#core/common/errors.ts';

/** How a server stands. Its verbs are on `Server`. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly self: ServerInfo }
  /** `restarts`: it is started again by itself after a pause. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly restarts?: true };

/** What a server says of itself. Hostile text: shown as secondary, never in place of the configured name. */
export interface ServerInfo {
  readonly name?: string;
  readonly version?: string;
  /** Negotiated protocol revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  /** `modern`: revision 2026-07-28 and later. */
  readonly era: 'legacy' | 'modern';
  /** Which optional features it declares. */
  readonly declares: { readonly logging: boolean; readonly completions: boolean };
  readonly instructions?: string;
}
