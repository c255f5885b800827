import type { KeyObject } from 'node:crypto';

/** What tests change about an `AuthorizationServer`. */
export interface AuthorizationSwitches {
  /** The value of `iss` in the authorization response. `undefined`: the right one; `null`: none. */
  iss?: string | null;
  /** The issuer in the metadata. */
  issuer?: string;
  registration: 'open' | 'refused' | 'none';
  denies: boolean;
  /** True if refresh tokens can be used only once. */
  rotates: boolean;
  refusesRefresh: boolean;
  /** True if the token endpoint responds with a server error. */
  fails: boolean;
  /** The error with which the token endpoint refuses every request. */
  tokenError?: { readonly status: number; readonly error: string } | undefined;
  /** Tokens are issued at once, and sent when this has resolved. */
  tokensSent?: Promise<void> | undefined;
  pkce: boolean;
  revokes: boolean;
  takesMetadataUrl: boolean;
  /** The secrets of preregistered clients, by client id. */
  readonly clients: Map<string, { secret?: string; key?: KeyObject; redirectUris: string[] | 'loopback' }>;
  authMethods: string[];
  /** Returns the granted scopes of the requested ones. */
  grants: (scope: string) => string;
  /** The grant types in the metadata; absent: the metadata does not have the property. */
  grantTypes?: string[];
  /** The key of the identity provider whose assertions are accepted. */
  trusts?: KeyObject;
  /** How access tokens are bound to a key (DPoP). `nonce`: proofs need a nonce; `endless`: every nonce is refused; absent: not bound. */
  proofs?: 'plain' | 'nonce' | 'endless';
  /** Returns another response than the metadata for a path of a well-known URI. `metadata`: the right metadata. */
  documents?: (path: string, metadata: object) => { readonly status?: number; readonly body?: string } | undefined;
}
