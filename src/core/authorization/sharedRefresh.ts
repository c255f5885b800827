import type { Grant } from '#core/authorization/oauth/grant.ts';
import { refreshGrant } from './grantFlow.ts';
import type { RunGrants } from './runGrants.ts';
import type { AuthorizationServerInfo, FlowContext } from './signIn.ts';
import { revokeGrants } from './signOut.ts';

/** What a refresh has found. */
interface RefreshResult {
  /** The grant to use, perhaps without tokens; `undefined` if the user has signed out meanwhile. */
  readonly grant: Grant | undefined;
  /** True if this window has got the grant, so that it is to be stored. */
  readonly isNew: boolean;
}

/**
 * Refreshes the tokens of a grant that other windows also use: they may have refreshed it, signed in anew or signed out
 * before the authorization server answers.
 * @throws As `refreshGrant`.
 */
export async function refreshSharedGrant(
  grants: RunGrants,
  context: FlowContext,
  previous: Grant,
  server: AuthorizationServerInfo,
  signal: AbortSignal,
): Promise<RefreshResult> {
  const grant = await refreshGrant(context, previous, server, signal);
  // The new tokens must not be lost because the store fails.
  const stored = await grants.read(server.issuer).catch(() => previous);
  if (!stored) {
    grants.forget();
    await revokeGrants([grant], context.settings);
    return { grant: undefined, isNew: false };
  }
  const isNewSignIn = stored.signInId !== previous.signInId;
  // Another window has refreshed first, and used up the refresh token that was refused in this window.
  const isRefreshed = !grant.tokens && stored.tokens && stored.tokens.access_token !== previous.tokens?.access_token;
  return isNewSignIn || isRefreshed
    ? { grant: stored, isNew: false }
    : { grant, isNew: grant.tokens !== previous.tokens && (grant.tokens !== undefined || !server.failure) };
}
