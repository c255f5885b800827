import { type FetchLike, type OAuthDiscoveryState, requestJwtAuthorizationGrant } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { IdentityProviderSettings, OAuthSettings } from '#core/model/definition.ts';
import { isRecord, tryParseJson } from '#form/json.ts';
import { inOneLine } from '#form/text.ts';
import { toAuthorizationError } from './authorizationFailure.ts';
import { issuerOf } from './authorizationServerDiscovery.ts';
import { fetchAuthorizationServerMetadata } from './authorizationServerMetadata.ts';
import { withoutSlash } from './protectedResource.ts';
import { readSecretFile } from './secretFile.ts';

interface AssertionRequest {
  /** The configured name. */
  readonly server: string;
  /** The URL of the MCP server. */
  readonly resource: string;
  readonly settings: OAuthSettings;
  readonly discovery: OAuthDiscoveryState;
  readonly scope: string | undefined;
  /** Called with every secret, so that logs mask it. */
  maskSecret(secret: string): void;
}

/**
 * Gets the assertion (JWT) for the authorization server: from the settings, from a file, or from the identity provider.
 * @throws HostError
 * Source: RFC 7523 sections 2.1 and 3.
 */
export async function readAssertion(request: AssertionRequest, fetchFn: FetchLike): Promise<string> {
  const { settings, maskSecret } = request;
  const { assertion, assertionFile = '', identityProvider } = settings;
  if (identityProvider) {
    return requestFromIdentityProvider(request, identityProvider, fetchFn);
  }
  const setting = assertion === undefined ? 'assertionFile' : 'assertion';
  const text = assertion?.trim() ?? (await readSecretFile(assertionFile, setting));
  maskSecret(text);
  checkAudience(request, [parseClaims(text, setting)['aud']].flat());
  return text;
}

/**
 * The claims of a signed JWT, whose signature is not verified. The check prevents that other files of the machine are sent.
 * @param setting The setting that has the JWT or the path of its file.
 * @throws HostError `EntryInvalid` for a text that is no JWT in compact form with an algorithm and claims.
 * Source: RFC 7515 section 7.1; RFC 7519 section 7.2.
 */
function parseClaims(jwt: string, setting: string): Record<string, unknown> {
  const [, header, payload] = /^([\w-]+)\.([\w-]+)\.[\w-]+$/.exec(jwt) ?? [];
  const claims = decodePart(payload);
  if (!isRecord(claims) || typeof decodePart(header)?.['alg'] !== 'string') {
    throw invalidJwtError(setting);
  }
  return claims;
}

function decodePart(part: string | undefined): Record<string, unknown> | undefined {
  const value = tryParseJson(part && Buffer.from(part, 'base64url').toString());
  return isRecord(value) ? value : undefined;
}

function invalidJwtError(setting: string): HostError {
  return new HostError({
    name: 'EntryInvalid',
    summary: t('"{0}" does not contain a signed assertion (a JWT).', setting),
    remedy: t('Correct "{0}" in "oauth" of the entry.', setting),
  });
}

/**
 * @throws HostError `EntryInvalid` for a JWT without the claims of an ID token.
 * Source: OpenID Connect Core 1.0 section 2.
 */
function checkIdToken(text: string, setting: string): void {
  const { iss, sub, aud } = parseClaims(text, setting);
  if (typeof iss !== 'string' || typeof sub !== 'string' || aud === undefined) {
    throw invalidJwtError(setting);
  }
}

/**
 * Throws HostError if the assertion is not for this authorization server: the MCP server, whose metadata names the
 * authorization server, may name a wrong one.
 */
function checkAudience({ server, settings, discovery }: AssertionRequest, audiences: readonly unknown[]): void {
  const issuer = issuerOf(discovery);
  const tokenEndpoint = discovery.authorizationServerMetadata?.token_endpoint;
  const acceptedAudiences = [issuer, ...(tokenEndpoint === undefined ? [] : [tokenEndpoint])].map(withoutSlash);
  if (
    settings.issuer === undefined &&
    !audiences.some((audience) => typeof audience === 'string' && acceptedAudiences.includes(withoutSlash(audience)))
  ) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        '"{0}" names {1} as its authorization server, but the assertion in the entry is for {2}. Nothing was sent there.',
        server,
        inOneLine(issuer, 200),
        inOneLine(audiences.join(', '), 200) || t('nobody'),
      ),
      remedy: t('If the authorization server is the right one, write it into the entry: "oauth": {"issuer": "..."}.'),
    });
  }
}

/**
 * Exchanges the user's ID token for an assertion at the identity provider.
 * Source: MCP extension enterprise-managed-authorization, "Token Exchange"; RFC 8693 section 2.1.
 */
async function requestFromIdentityProvider(
  { server, resource, settings, discovery, scope, maskSecret }: AssertionRequest,
  { issuer = '', tokenEndpoint, clientId, clientSecret, idToken, idTokenFile = '' }: IdentityProviderSettings,
  fetchFn: FetchLike,
): Promise<string> {
  const setting = idToken === undefined ? 'idTokenFile' : 'idToken';
  const subjectToken = idToken?.trim() ?? (await readSecretFile(idTokenFile, setting));
  maskSecret(subjectToken);
  checkIdToken(subjectToken, setting);
  const { host } = new URL(tokenEndpoint ?? issuer);
  try {
    const endpoint = tokenEndpoint ?? (await fetchAuthorizationServerMetadata(issuer, fetchFn))?.token_endpoint;
    if (endpoint === undefined) {
      throw new Error('It has no metadata.');
    }
    const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
      tokenEndpoint: endpoint,
      audience: issuerOf(discovery),
      resource: discovery.resourceMetadata?.resource ?? resource,
      idToken: subjectToken,
      clientId,
      ...(clientSecret !== undefined && { clientSecret }),
      ...(scope !== undefined && { scope }),
      fetchFn,
    });
    maskSecret(jwtAuthGrant);
    return jwtAuthGrant;
  } catch (error) {
    throw toAuthorizationError(settings, server, t('the identity provider at {0}', inOneLine(host, 200)), error);
  }
}
