import { auth, OAuthError } from '@modelcontextprotocol/client';
import { resourceIndicatorOf } from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import { createDpopSession } from '#core/authorization/oauth/dpop.ts';
import { toAuthorizationError } from '#core/authorization/oauth/authorizationFailure.ts';
import { guardedFetch, postOnly } from '#core/authorization/oauth/guardedFetch.ts';
import type { Grant } from './grantStore.ts';
import { FlowProvider } from './flowProvider.ts';
import type { FlowContext, FoundAuthorizationServer } from './signIn.ts';

/**
 * The grant with fresh tokens, without asking anybody. Where that takes the person, it comes back without tokens: there
 * is no refresh token, or it was refused. It comes back as it was when the authorization server has trouble of its own.
 * @param grant One of the authorization server that was found.
 * @throws HostError when it could not be tried; the signal's reason when aborted.
 * Source: OAuth 2.1 section 4.3. The newest refresh token counts, and the old one where none came.
 */
export async function refreshGrant(
  { server, settings, maskSecret }: FlowContext,
  grant: Grant,
  { discovery, displayName: where }: FoundAuthorizationServer,
  signal: AbortSignal,
): Promise<Grant> {
  const spent: Grant = { ...grant, tokens: undefined };
  const { resource, redirectUri, tokens: before } = grant;
  if (before?.refresh_token === undefined) {
    return spent;
  }
  try {
    const proofs = grant.proofKey && (await createDpopSession(grant.proofKey));
    const provider = new FlowProvider({ settings, grant, discovery, redirectUri, maskSecret, ...(proofs && { proofs }) });
    if (!provider.client) {
      return spent;
    }
    const fetchFn = postOnly(guardedFetch(resource, settings, signal));
    await auth(provider, { serverUrl: resource, fetchFn });
    const tokens = provider.newTokens;
    if (tokens) {
      return { ...grant, ...resourceIndicatorOf(discovery), tokens: { scope: before.scope, ...tokens } };
    }
    return provider.tokens() ? grant : spent;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OAuthError) {
      return { ...spent, inDoubt: true };
    }
    throw toAuthorizationError(settings, server, where, error);
  }
}
