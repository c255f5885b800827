import { computeScopeUnion, isStrictScopeSuperset, type OAuthDiscoveryState } from '@modelcontextprotocol/client';
import type { OAuthSettings } from '#core/model/definition.ts';
import { type Challenge, parseScopes, usableScopes } from './challenge.ts';

/**
 * What to ask for; `undefined` when what is needed was asked for already. What was granted before is asked for again, so
 * that it is not lost.
 * @param granted What was asked for, with or without a person, since there is a grant.
 * @param asked What was asked for since the person has last done something.
 * Source: MCP specification 2026-07-28, basic/authorization, "Scope Selection Strategy" and "Step-Up Authorization Flow".
 */
export function scopesToRequest(
  { demands, scopes }: Challenge,
  settings: OAuthSettings,
  granted: readonly string[],
  asked: string | undefined,
): string[] | undefined {
  if (demands === 'signIn') {
    return parseScopes(computeScopeUnion((settings.scopes ?? scopes).join(' '), granted.join(' ')));
  }
  const needed = scopes.join(' ');
  return isStrictScopeSuperset(needed, asked)
    ? parseScopes(computeScopeUnion(settings.scopes?.join(' '), granted.join(' '), needed))
    : undefined;
}

/** The scopes to ask for; without any, those that the server suggests. Source: as above. */
export function orSuggestedScopes(
  scopes: readonly string[],
  { resourceMetadata }: OAuthDiscoveryState,
): readonly string[] {
  return scopes.length > 0 ? scopes : usableScopes(resourceMetadata?.scopes_supported ?? []);
}

/**
 * What the person is asked to agree to: a refresh token as well, where the authorization server says that it takes a
 * scope for that.
 * Source: MCP specification 2026-07-28, basic/authorization, "Refresh Tokens".
 */
export function withOfflineAccess(scopes: readonly string[], discovery: OAuthDiscoveryState): string[] {
  const { scopes_supported: supported } = discovery.authorizationServerMetadata ?? {};
  const refreshing = 'offline_access';
  return parseScopes([...scopes, scopes.length > 0 && supported?.includes(refreshing) ? refreshing : ''].join(' '));
}
