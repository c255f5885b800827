import type { Failure } from '#core/common/errors.ts';

/** The state of a server. `Server` has the methods that change it. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly self: ServerInfo }
  /** `restarts`: it is restarted automatically after a pause. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly restarts?: true };

/** What a server declares about itself. Hostile text: never shown in place of the configured name. */
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
