import { auth, OAuthError } from '@modelcontextprotocol/client';
import { indicatorOf } from '#core/authorization/oauth/discovery.ts';
import { proofsWith } from '#core/authorization/oauth/dpop.ts';
import { explainGrant } from '#core/authorization/oauth/failures.ts';
import { guardedFetch, withoutDocuments } from '#core/authorization/oauth/guardedFetch.ts';
import type { Grant } from './grants.ts';
import { FlowProvider } from './provider.ts';
import type { FlowParts, FoundAuthorizationServer } from './signIn.ts';

/**
 * The grant with fresh tokens, without asking anybody. Where that takes the person, it comes back without tokens: there
 * is no refresh token, or it was refused. It comes back as it was when the authorization server has trouble of its own.
 * @param grant One of the authorization server that was found.
 * @throws HostError when it could not be tried; the signal's reason when aborted.
 * Source: OAuth 2.1 section 4.3. The newest refresh token counts, and the old one where none came.
 */
export async function refresh(
  { server, settings, learn }: FlowParts,
  grant: Grant,
  { discovery, where }: FoundAuthorizationServer,
  signal: AbortSignal,
): Promise<Grant> {
  const spent: Grant = { ...grant, tokens: undefined };
  const { resource, redirectUri, tokens: before } = grant;
  if (before?.refresh_token === undefined) {
    return spent;
  }
  try {
    const proofs = grant.proofKey && (await proofsWith(grant.proofKey));
    const provider = new FlowProvider({ settings, grant, discovery, redirectUri, learn, ...(proofs && { proofs }) });
    if (!provider.client) {
      return spent;
    }
    const fetchFn = withoutDocuments(guardedFetch(resource, settings, signal));
    await auth(provider, { serverUrl: resource, fetchFn });
    const tokens = provider.newTokens;
    if (tokens) {
      return { ...grant, ...indicatorOf(discovery), tokens: { scope: before.scope, ...tokens } };
    }
    return provider.tokens() ? grant : spent;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OAuthError) {
      return { ...spent, inDoubt: true };
    }
    throw explainGrant(settings, server, where, error);
  }
}
