import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isRecord } from '#form/json.ts';
import { isProofKey, type ProofKey } from './dpop.ts';

/**
 * What an authorization server has granted for one MCP server. Tokens and client carry the issuer they are from, and
 * are good for no other.
 * Source: MCP specification 2026-07-28, basic/authorization/client-registration, "Authorization Server Binding".
 */
export interface Grant {
  /** The URL of the MCP server that the tokens are for. */
  readonly resource: string;
  readonly issuer: string;
  /** Absent after they were refused: the client may still be known. */
  readonly tokens?: StoredOAuthTokens;
  readonly client: StoredOAuthClientInformation;
  /** What the client is registered to be redirected to. */
  readonly redirectUri: string;
  /** The last sign-in with this client came to nothing: perhaps the authorization server does not know it any more. */
  readonly inDoubt?: boolean;
  /** All scopes that were asked for so far. */
  readonly scopes: readonly string[];
  /** What the tokens are bound to, if they are. */
  readonly proofKey?: ProofKey;
  /** Nobody signed in for this: tokens can be had again at any time, and are not kept beyond the window. */
  readonly program?: true;
  /** What the server called itself when the tokens were asked for; absent for one that did not, and from version 0.1.0. */
  readonly resourceIndicator?: string;
  /** Where tokens can be given back, and how the client says there who it is. */
  readonly revocation?: { readonly endpoint: string; readonly methods: readonly string[] };
}

/** Its tokens are of no use without its key. Source: RFC 9449 section 5. */
export function isBound({ tokens }: Grant): boolean {
  return tokens?.token_type.toLowerCase() === 'dpop';
}

/** What of a grant must not reach a log. */
export function grantSecrets(grant: Grant | undefined): string[] {
  const { tokens, client, proofKey } = grant ?? {};
  const secrets = [tokens?.access_token, tokens?.refresh_token, client?.client_secret, proofKey?.d];
  return secrets.filter((part) => part !== undefined);
}

/** Checks a value that another version may have stored. */
export function isGrant(value: unknown): value is Grant {
  return (
    isRecord(value) &&
    [value['resource'], value['issuer'], value['redirectUri']].every((part) => typeof part === 'string') &&
    isRecord(value['client']) &&
    typeof value['client']['client_id'] === 'string' &&
    (value['tokens'] === undefined ||
      (isRecord(value['tokens']) && typeof value['tokens']['access_token'] === 'string')) &&
    Array.isArray(value['scopes']) &&
    (value['proofKey'] === undefined || isProofKey(value['proofKey'])) &&
    (value['program'] === undefined || value['program'] === true) &&
    ['undefined', 'string'].includes(typeof value['resourceIndicator']) &&
    (value['revocation'] === undefined ||
      (isRecord(value['revocation']) &&
        typeof value['revocation']['endpoint'] === 'string' &&
        Array.isArray(value['revocation']['methods'])))
  );
}
