import { t } from '@vscode/l10n';
import type { Challenge } from '#core/authorization/oauth/challenge.ts';
import { checkIssuer, discover, issuerOf } from '#core/authorization/oauth/discovery.ts';
import { newProofKey, proofsWith, wantsProof } from '#core/authorization/oauth/dpop.ts';
import { explainGrant } from '#core/authorization/oauth/failures.ts';
import { guardedFetch } from '#core/authorization/oauth/guardedFetch.ts';
import { grantTypeFor, programTokens } from '#core/authorization/oauth/programGrant.ts';
import { describe, descriptionIn } from '#core/authorization/oauth/protectedResource.ts';
import type { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import { type Grant, isBound } from './grants.ts';
import { type Attempt, type FlowParts, type FoundAuthorizationServer, signIn, type Wanted } from './signIn.ts';

/**
 * Finds the authorization server that a challenge leads to. Only documents are fetched: nobody is told anything.
 * @param last The last grant. Where the MCP server cannot be asked, it says where its own tokens can be refreshed.
 * @throws HostError `AuthorizationFailed`; the signal's reason when aborted.
 */
export async function find(
  parts: FlowParts,
  challenge: Challenge,
  last: Grant | undefined,
  signal: AbortSignal,
): Promise<FoundAuthorizationServer> {
  const { server, resource, settings } = parts;
  const fetchFn = guardedFetch(resource, settings, signal);
  const known = { wanted: settings.issuer, last: last?.issuer };
  let failure: HostError | undefined;
  try {
    const description = await describe(resource, challenge, known, fetchFn).catch((error: unknown) => {
      failure = explainGrant(settings, server, inOneLine(new URL(resource).host, 200), error);
      return challenge.demands === 'signIn' ? descriptionIn(resource, last) : undefined;
    });
    if (!description) {
      throw failure;
    }
    const discovery = await discover(resource, description, settings, fetchFn);
    const issuer = issuerOf(discovery);
    const where = inOneLine(URL.canParse(issuer) ? new URL(issuer).host : issuer, 200);
    return { discovery, issuer, where, ...(failure && { failure }) };
  } catch (error) {
    signal.throwIfAborted();
    throw failure ?? explainGrant(settings, server, t('its authorization server'), error);
  }
}

/**
 * Gets tokens there: has the person sign in, or shows who the program is.
 * @throws HostError `AuthorizationDeclined`, `AuthorizationFailed` or `EntryInvalid`; the signal's reason when aborted.
 */
export async function obtain(
  parts: FlowParts,
  wanted: Wanted,
  found: FoundAuthorizationServer,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<Grant> {
  const { server, resource, settings, learn } = parts;
  const { challenge, scopes, grant: before } = wanted;
  const { discovery, issuer, where } = found;
  try {
    const fetchFn = guardedFetch(resource, settings, signal);
    const proofKey = wantsProof(discovery, challenge) ? await newProofKey() : undefined;
    const proofs = proofKey && (await proofsWith(proofKey));
    const bound = (grant: Grant): Grant => (isBound(grant) && proofKey ? { ...grant, proofKey } : grant);
    const type = grantTypeFor(settings, discovery);
    if (type === 'authorization_code') {
      return bound(await signIn(parts, wanted, found, proofs, attempt, fetchFn, signal));
    }
    checkIssuer(issuer, settings.issuer ?? before?.issuer);
    const program = { server, resource, settings, discovery, scopes, proofs, learn };
    const { client, tokens } = await programTokens(type, program, fetchFn);
    return bound({ resource, issuer, tokens, client, redirectUri: '', scopes, program: true });
  } catch (error) {
    signal.throwIfAborted();
    throw explainGrant(settings, server, where, error);
  }
}
