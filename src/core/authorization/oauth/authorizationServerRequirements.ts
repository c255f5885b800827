import type { AuthorizationServerMetadata, OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { registrableDomainOf } from '#core/guard/url/publicSuffix.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import { issuerOf } from './authorizationServerDiscovery.ts';
import { checkNetworkScope, isPrivateConnection } from './networkScopeCheck.ts';

/**
 * The URL of the page where the user signs in. Without metadata it has the default path of 2025-03-26. Throws HostError if
 * the authorization server does not support a safe sign-in or does not accept this client.
 * Source: MCP specification 2026-07-28, basic/authorization/security-considerations, "Authorization Code Protection".
 */
export function requireSafeSignInPage(discovery: OAuthDiscoveryState, resource: string, settings: OAuthSettings): URL {
  const { authorizationServerMetadata: metadata, authorizationServerUrl } = discovery;
  const issuer = inOneLine(issuerOf(discovery), 200);
  if (settings.clientSecret !== undefined && offersOnlyClientCredentials(metadata)) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t('{0} offers no sign-in, only tokens for programs.', issuer),
      remedy: t('If the client is registered at {0}, write that into the entry: "oauth": {"issuer": "..."}.', issuer),
    });
  }
  if (metadata && !metadata.code_challenge_methods_supported?.includes('S256')) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        '{0} does not declare that it protects sign-ins against theft (PKCE with S256), so it is not used.',
        issuer,
      ),
      remedy: t(
        'The operator of the authorization server has to add code_challenge_methods_supported to its metadata.',
      ),
    });
  }
  const endpoint = metadata?.authorization_endpoint ?? new URL('/authorize', authorizationServerUrl).href;
  const page = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!page || !isPrivateConnection(page)) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t('{0} names a page for signing in that is not an https:// page.', issuer),
      remedy: t('The operator of the authorization server has to correct its metadata.'),
    });
  }
  checkNetworkScope(page, resource, settings);
  if (
    metadata &&
    settings.clientId === undefined &&
    !acceptsClientMetadataUrl(metadata, settings) &&
    !metadata.registration_endpoint
  ) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t('{0} accepts only applications that were registered beforehand.', issuer),
      remedy: t('Register one there, and write its id into the entry: "oauth": {"clientId": "..."}.'),
    });
  }
  return page;
}

/** True if the authorization server declares `client_credentials` but no sign-in. */
export function offersOnlyClientCredentials(metadata: AuthorizationServerMetadata | undefined): boolean {
  const supported = metadata?.grant_types_supported;
  return supported?.includes('client_credentials') === true && !supported.includes('authorization_code');
}

/**
 * True if the settings have a Client ID Metadata Document and the authorization server supports one.
 * Source: MCP specification 2025-11-25, basic/authorization, "Client ID Metadata Documents".
 */
export function acceptsClientMetadataUrl(
  metadata: AuthorizationServerMetadata | undefined,
  settings: OAuthSettings,
): boolean {
  return settings.clientMetadataUrl !== undefined && metadata?.client_id_metadata_document_supported === true;
}

/**
 * The host names, one of each site, that receive the result of a sign-in and are on other sites than the sign-in page: of the
 * issuer, and of the token endpoint, which gets the code and its verifier. The user sees only the sign-in page, and an issuer
 * may use the page of another party. Without metadata all endpoints are at the issuer's origin.
 * Source: RFC 9700 section 4.4, "Mix-Up Attacks".
 */
export function otherRecipients(page: URL, discovery: OAuthDiscoveryState): readonly string[] {
  const hosts = new Map<string, string>();
  for (const url of [issuerOf(discovery), discovery.authorizationServerMetadata?.token_endpoint]) {
    const site = url === undefined ? undefined : registrableDomainOf(url);
    if (url !== undefined && site !== undefined && !hosts.has(site)) {
      hosts.set(site, new URL(url).host);
    }
  }
  hosts.delete(registrableDomainOf(page.href) ?? page.hostname);
  return [...hosts.values()];
}

/**
 * Throws HostError if a client secret would be sent to another site than that of the sign-in page, unless the entry names the
 * issuer.
 */
export function checkClientSecret(page: URL, discovery: OAuthDiscoveryState, settings: OAuthSettings): void {
  const otherHosts = otherRecipients(page, discovery);
  if (settings.clientSecret === undefined || settings.issuer !== undefined || otherHosts.length === 0) {
    return;
  }
  throw new HostError({
    name: 'AuthorizationFailed',
    summary: t(
      'The sign-in page is at {0}, but the client secret would go to {1}. Nothing was sent there.',
      inOneLine(page.host, 200),
      inOneLine(otherHosts.join(', '), 500),
    ),
    remedy: t(
      'If the client is registered at {0}, write that into the entry: "oauth": {"issuer": "..."}.',
      inOneLine(issuerOf(discovery), 200),
    ),
  });
}
