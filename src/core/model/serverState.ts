import type { Failure } from '#core/common/errors.ts';

/** The state of a server. `Server` has the methods that change it. */
export type ServerState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly serverInfo: ServerInfo }
  /** `restarts`: present if the server is restarted automatically after a pause. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly restarts?: true };

/** The data that a server declares about itself. Untrusted: its name is never shown in place of the configured name. */
export interface ServerInfo {
  readonly name?: string;
  readonly version?: string;
  /** The negotiated protocol revision, such as `2025-11-25`. */
  readonly protocolVersion: string;
  /** `modern`: revision 2026-07-28 and later. */
  readonly era: 'legacy' | 'modern';
  /** The optional features that the server declares. */
  readonly declares: { readonly logging: boolean; readonly completions: boolean };
  readonly instructions?: string;
}
