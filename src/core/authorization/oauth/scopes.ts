import { computeScopeUnion, isStrictScopeSuperset, type OAuthDiscoveryState } from '@modelcontextprotocol/client';
import type { OAuthSettings } from '#core/model/definition.ts';
import { type AuthorizationChallenge, parseScopes, usableScopes } from './challenge.ts';

/**
 * The scopes to request; `undefined` if all needed scopes were requested before. Includes the granted scopes, which a new
 * token would lack otherwise.
 * @param granted The scopes that were requested for the present grant.
 * @param requested The scopes that were requested since the user's last action, separated by spaces.
 * Source: MCP specification 2026-07-28, basic/authorization, "Scope Selection Strategy" and "Step-Up Authorization Flow".
 */
export function scopesToRequest(
  { demands, scopes }: AuthorizationChallenge,
  settings: OAuthSettings,
  granted: readonly string[],
  requested: string | undefined,
): string[] | undefined {
  if (demands === 'signIn') {
    return parseScopes(computeScopeUnion((settings.scopes ?? scopes).join(' '), granted.join(' ')));
  }
  const needed = scopes.join(' ');
  return isStrictScopeSuperset(needed, requested)
    ? parseScopes(computeScopeUnion(settings.scopes?.join(' '), granted.join(' '), needed))
    : undefined;
}

/** The given scopes, or if there are none, those that the server's metadata suggests. Source: as for `scopesToRequest`. */
export function scopesOrSuggested(
  scopes: readonly string[],
  { resourceMetadata }: OAuthDiscoveryState,
): readonly string[] {
  return scopes.length > 0 ? scopes : usableScopes(resourceMetadata?.scopes_supported ?? []);
}

/**
 * Adds the scope `offline_access`, which permits refresh tokens, if the authorization server lists it.
 * Source: MCP specification 2026-07-28, basic/authorization, "Refresh Tokens".
 */
export function withOfflineAccess(scopes: readonly string[], discovery: OAuthDiscoveryState): string[] {
  const { scopes_supported: supported } = discovery.authorizationServerMetadata ?? {};
  const offlineAccess = 'offline_access';
  return parseScopes(
    [...scopes, scopes.length > 0 && supported?.includes(offlineAccess) ? offlineAccess : ''].join(' '),
  );
}
