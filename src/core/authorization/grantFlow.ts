import { t } from '@vscode/l10n';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { checkIssuer, discoverAuthorizationServer, issuerOf } from '#core/authorization/oauth/authorizationServerDiscovery.ts';
import { newProofKey, createDpopSession, needsProofKey } from '#core/authorization/oauth/dpop.ts';
import { toAuthorizationError } from '#core/authorization/oauth/authorizationFailure.ts';
import { guardedFetch } from '#core/authorization/oauth/guardedFetch.ts';
import { grantTypeFor, requestProgramTokens } from '#core/authorization/oauth/programGrant.ts';
import { discoverProtectedResource, protectedResourceFromGrant } from '#core/authorization/oauth/protectedResource.ts';
import type { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import { type Grant, isBound } from './grantStore.ts';
import { type SignInProgress, type FlowContext, type FoundAuthorizationServer, signIn, type GrantRequest } from './signIn.ts';

/**
 * Finds the authorization server that a challenge leads to. Only documents are fetched: nobody is told anything.
 * @param last The last grant. Where the MCP server cannot be asked, it says where its own tokens can be refreshed.
 * @throws HostError `AuthorizationFailed`; the signal's reason when aborted.
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
 * Gets tokens there: has the person sign in, or shows who the program is.
 * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason when aborted.
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
