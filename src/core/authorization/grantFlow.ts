import { auth, OAuthError } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { toAuthorizationError } from '#core/authorization/oauth/authorizationFailure.ts';
import {
  checkIssuer,
  discoverAuthorizationServer,
  issuerOf,
  resourceIndicatorOf,
} from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { createDpopSession, needsProofKey, newProofKey } from '#core/authorization/oauth/dpop.ts';
import { type Grant, isBound } from '#core/authorization/oauth/grant.ts';
import { guardedFetch, postOnly } from '#core/authorization/oauth/guardedFetch.ts';
import { grantTypeFor, requestProgramTokens } from '#core/authorization/oauth/programGrant.ts';
import { discoverProtectedResource, protectedResourceFromGrant } from '#core/authorization/oauth/protectedResource.ts';
import type { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import { FlowProvider } from './flowProvider.ts';
import {
  type FlowContext,
  type FoundAuthorizationServer,
  type GrantRequest,
  type SignInProgress,
  signIn,
} from './signIn.ts';

/**
 * Finds the authorization server that a challenge leads to. Fetches metadata only, and sends no secret.
 * @param last The last grant. Where the MCP server cannot be reached, the grant tells where its tokens can be refreshed.
 * @throws HostError `AuthorizationFailed`; the signal's reason if aborted.
 */
export async function findAuthorizationServer(
  context: FlowContext,
  challenge: Challenge,
  last: Grant | undefined,
  signal: AbortSignal,
): Promise<FoundAuthorizationServer> {
  const { server, resource, settings } = context;
  const fetchFn = guardedFetch(resource, settings, signal);
  const known = { wanted: settings.issuer, last: last?.issuer };
  let failure: HostError | undefined;
  try {
    const description = await discoverProtectedResource(resource, challenge, known, fetchFn).catch((error: unknown) => {
      failure = toAuthorizationError(settings, server, inOneLine(new URL(resource).host, 200), error);
      return challenge.demands === 'signIn' ? protectedResourceFromGrant(resource, last) : undefined;
    });
    if (!description) {
      throw failure;
    }
    const discovery = await discoverAuthorizationServer(resource, description, settings, fetchFn);
    const issuer = issuerOf(discovery);
    const where = inOneLine(URL.canParse(issuer) ? new URL(issuer).host : issuer, 200);
    return { discovery, issuer, displayName: where, ...(failure && { failure }) };
  } catch (error) {
    signal.throwIfAborted();
    throw failure ?? toAuthorizationError(settings, server, t('its authorization server'), error);
  }
}

/**
 * Gets tokens from the authorization server: by a sign-in of the user, or by the credentials of a program.
 * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason if aborted.
 */
export async function obtainGrant(
  context: FlowContext,
  wanted: GrantRequest,
  found: FoundAuthorizationServer,
  attempt: SignInProgress,
  signal: AbortSignal,
): Promise<Grant> {
  const { server, resource, settings, maskSecret } = context;
  const { challenge, scopes, grant: before } = wanted;
  const { discovery, issuer, displayName: where } = found;
  try {
    const fetchFn = guardedFetch(resource, settings, signal);
    const proofKey = needsProofKey(discovery, challenge) ? await newProofKey() : undefined;
    const proofs = proofKey && (await createDpopSession(proofKey));
    const bound = (grant: Grant): Grant => (isBound(grant) && proofKey ? { ...grant, proofKey } : grant);
    const type = grantTypeFor(settings, discovery);
    if (type === 'authorization_code') {
      return bound(await signIn(context, wanted, found, proofs, attempt, fetchFn, signal));
    }
    checkIssuer(issuer, settings.issuer ?? before?.issuer);
    const program = { server, resource, settings, discovery, scopes, proofs, maskSecret };
    const { client, tokens } = await requestProgramTokens(type, program, fetchFn);
    return bound({ resource, issuer, tokens, client, redirectUri: '', scopes, program: true });
  } catch (error) {
    signal.throwIfAborted();
    throw toAuthorizationError(settings, server, where, error);
  }
}

/**
 * Refreshes the tokens of a grant without asking the user. Returns the grant without tokens when there is no refresh token
 * or it was refused, and unchanged when the authorization server failed for another reason.
 * @param grant From the authorization server that was found.
 * @throws HostError if the authorization server could not be asked; the signal's reason if aborted.
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
    const provider = new FlowProvider({
      settings,
      grant,
      discovery,
      redirectUri,
      maskSecret,
      ...(proofs && { proofs }),
    });
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
