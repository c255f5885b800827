import { auth, OAuthError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { toAuthorizationError } from '#core/authorization/oauth/authorizationFailure.ts';
import {
  checkIssuer,
  discoverAuthorizationServer,
  issuerOf,
  resourceIndicatorPart,
} from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import type { AuthorizationChallenge } from '#core/authorization/oauth/challenge.ts';
import { createDpopSession, generateProofKey, shouldBindTokens } from '#core/authorization/oauth/dpop.ts';
import { type Grant, isBound } from '#core/authorization/oauth/grant.ts';
import { guardedFetch, postOnly } from '#core/authorization/oauth/guardedFetch.ts';
import { grantTypeFor, requestNonInteractiveTokens } from '#core/authorization/oauth/nonInteractiveGrant.ts';
import { discoverProtectedResource, protectedResourceFromGrant } from '#core/authorization/oauth/protectedResource.ts';
import type { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import { FlowProvider } from './flowProvider.ts';
import {
  type AuthorizationServerInfo,
  type FlowContext,
  type GrantRequest,
  type SignInProgress,
  signIn,
} from './signIn.ts';

/**
 * Finds the authorization server for a challenge. Fetches only metadata, and sends no secret.
 * @param last The last grant. If the MCP server is unreachable, the grant's authorization server is returned.
 * @throws HostError `AuthorizationFailed`; the signal's reason if aborted.
 */
export async function findAuthorizationServer(
  context: FlowContext,
  challenge: AuthorizationChallenge,
  last: Grant | undefined,
  signal: AbortSignal,
): Promise<AuthorizationServerInfo> {
  const { server, resource, settings } = context;
  const fetchFn = guardedFetch(resource, settings, signal);
  const knownIssuers = { fromSettings: settings.issuer, fromGrant: last?.issuer };
  let failure: HostError | undefined;
  try {
    const description = await discoverProtectedResource(resource, challenge, knownIssuers, fetchFn).catch(
      (error: unknown) => {
        failure = toAuthorizationError(settings, server, inOneLine(new URL(resource).host, 200), error);
        return challenge.demands === 'signIn' ? protectedResourceFromGrant(resource, last) : undefined;
      },
    );
    if (!description) {
      throw failure;
    }
    const discovery = await discoverAuthorizationServer(resource, description, settings, fetchFn);
    const issuer = issuerOf(discovery);
    const displayName = inOneLine(URL.canParse(issuer) ? new URL(issuer).host : issuer, 200);
    return { discovery, issuer, displayName, ...(failure && { failure }) };
  } catch (error) {
    signal.throwIfAborted();
    throw failure ?? toAuthorizationError(settings, server, t('its authorization server'), error);
  }
}

/**
 * Gets tokens from the authorization server: by a sign-in of the user, or by client credentials or an assertion.
 * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason if aborted.
 */
export async function obtainGrant(
  context: FlowContext,
  request: GrantRequest,
  authorizationServer: AuthorizationServerInfo,
  progress: SignInProgress,
  signal: AbortSignal,
): Promise<Grant> {
  const { server, resource, settings, maskSecret } = context;
  const { challenge, scopes, grant: previousGrant } = request;
  const { discovery, issuer, displayName } = authorizationServer;
  try {
    const fetchFn = guardedFetch(resource, settings, signal);
    const proofKey = shouldBindTokens(discovery, challenge) ? await generateProofKey() : undefined;
    const proofs = proofKey && (await createDpopSession(proofKey));
    const withProofKey = (grant: Grant): Grant => (isBound(grant) && proofKey ? { ...grant, proofKey } : grant);
    const type = grantTypeFor(settings, discovery);
    if (type === 'authorization_code') {
      return withProofKey(await signIn(context, request, authorizationServer, { proofs, progress, fetchFn, signal }));
    }
    checkIssuer(issuer, settings.issuer ?? previousGrant?.issuer);
    const tokenRequest = { server, resource, settings, discovery, scopes, proofs, maskSecret };
    const { client, tokens } = await requestNonInteractiveTokens(type, tokenRequest, fetchFn);
    return withProofKey({ resource, issuer, tokens, client, redirectUri: '', scopes, program: true });
  } catch (error) {
    signal.throwIfAborted();
    throw toAuthorizationError(settings, server, displayName, error);
  }
}

/**
 * Refreshes the tokens of a grant without asking the user. Returns the grant without tokens if there is no refresh token, or
 * if the authorization server says that the grant or the client is not valid. After any other answer of it the unchanged
 * grant is returned: its refresh token may be accepted the next time. The old refresh token stays valid if the response has
 * no new one.
 * @param grant A grant of this authorization server.
 * @throws HostError for other failures; the signal's reason if aborted.
 * Source: OAuth 2.1 section 4.3.
 */
export async function refreshGrant(
  { server, settings, maskSecret }: FlowContext,
  grant: Grant,
  { discovery, displayName }: AuthorizationServerInfo,
  signal: AbortSignal,
): Promise<Grant> {
  const grantWithoutTokens: Grant = { ...grant, tokens: undefined };
  const { resource, redirectUri, tokens: previousTokens } = grant;
  if (previousTokens?.refresh_token === undefined) {
    return grantWithoutTokens;
  }
  try {
    const proofs = grant.proofKey && (await createDpopSession(grant.proofKey));
    const provider = new FlowProvider({
      settings,
      grant,
      discovery,
      redirectUri,
      maskSecret,
      ...(proofs && { proofs }),
    });
    if (!provider.client) {
      return grantWithoutTokens;
    }
    const fetchFn = postOnly(guardedFetch(resource, settings, signal));
    await auth(provider, { serverUrl: resource, fetchFn });
    const tokens = provider.newTokens;
    if (tokens) {
      return { ...grant, ...resourceIndicatorPart(discovery), tokens: { scope: previousTokens.scope, ...tokens } };
    }
    if (provider.isClientRefused) {
      return { ...grantWithoutTokens, inDoubt: true };
    }
    return provider.tokens() ? grant : grantWithoutTokens;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OAuthError) {
      return grant;
    }
    throw toAuthorizationError(settings, server, displayName, error);
  }
}
