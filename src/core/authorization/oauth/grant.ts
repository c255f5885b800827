import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { digestOf } from '#core/common/digest.ts';
import { isRecord } from '#form/json.ts';
import { isProofKey, type ProofKey } from './dpop.ts';

/**
 * The tokens and the client registration of an authorization server for one MCP server. Both contain the issuer, and must not
 * be sent to another authorization server.
 * Source: MCP specification 2026-07-28, basic/authorization/client-registration, "Authorization Server Binding".
 */
export interface Grant {
  /** The URL of the MCP server that the tokens are for. */
  readonly resource: string;
  readonly issuer: string;
  /** Absent after the authorization server has refused the tokens; the client may still be registered. */
  readonly tokens?: StoredOAuthTokens;
  readonly client: StoredOAuthClientInformation;
  /** The redirect URI that the client is registered with. */
  readonly redirectUri: string;
  /** True if the last sign-in with this client failed: the authorization server may not know the client any more. */
  readonly inDoubt?: boolean;
  /** All scopes that were requested so far. */
  readonly scopes: readonly string[];
  /** The key that the tokens are bound to; absent for other tokens. */
  readonly proofKey?: ProofKey;
  /** Differs for each sign-in, and stays when the tokens are refreshed or refused. Absent without one, and in grants of 0.1.0. */
  readonly signInId?: string;
  /** True for a grant without a sign-in: its tokens can be requested again at any time, and are not stored. */
  readonly program?: true;
  /** The `resource` of the server's metadata at the request of the tokens. Absent without metadata and in grants of 0.1.0. */
  readonly resourceIndicator?: string;
  /** The revocation endpoint, and the methods by which the client authenticates there. */
  readonly revocation?: { readonly endpoint: string; readonly methods: readonly string[] };
}

/** True if the tokens can only be used with `proofKey`. Source: RFC 9449 section 5. */
export function isBound({ tokens }: Grant): boolean {
  return tokens?.token_type.toLowerCase() === 'dpop';
}

/** What tells the authorization of a grant from another one, perhaps of another account. */
export function authorizationIdOf({ issuer, client, signInId }: Grant): string {
  return digestOf([issuer, client.client_id, signInId]);
}

/** The secrets in a grant, which logs mask. */
export function grantSecrets(grant: Grant | undefined): string[] {
  const { tokens, client, proofKey } = grant ?? {};
  const secrets = [tokens?.access_token, tokens?.refresh_token, client?.client_secret, proofKey?.d];
  return secrets.filter((part) => part !== undefined);
}

/** Checks a stored value, which another version of the host may have written. */
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
    [value['resourceIndicator'], value['signInId']].every((part) => ['undefined', 'string'].includes(typeof part)) &&
    (value['revocation'] === undefined ||
      (isRecord(value['revocation']) &&
        typeof value['revocation']['endpoint'] === 'string' &&
        Array.isArray(value['revocation']['methods'])))
  );
}
