import {
  AuthorizationServerMismatchError,
  checkResourceAllowed,
  type FetchLike,
  type OAuthDiscoveryState,
  resourceUrlFromServerUrl,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import { fetchAuthorizationServerMetadata } from './authorizationServerMetadata.ts';
import { type ProtectedResource, withoutSlash } from './protectedResource.ts';

/**
 * Fetches the metadata of an MCP server's authorization server. To be called for each grant, because the metadata may change.
 * @throws HostError, or an error of `fetchAuthorizationServerMetadata` or `checkIssuer`.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery; for a server without protected
 * resource metadata 2025-03-26, basic/authorization, "Server Metadata Discovery".
 */
export async function discoverAuthorizationServer(
  serverUrl: string,
  { authorizationServerUrl, metadata: resourceMetadata, mayLackIssuerMetadata }: ProtectedResource,
  settings: OAuthSettings,
  fetchFn: FetchLike,
): Promise<OAuthDiscoveryState> {
  checkResource(serverUrl, resourceMetadata?.resource);
  const authorizationServerMetadata = await fetchAuthorizationServerMetadata(authorizationServerUrl, fetchFn);
  if (!authorizationServerMetadata && !mayLackIssuerMetadata) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        '{0} publishes no metadata, so it is not known whether it protects sign-ins. Nothing was sent there.',
        inOneLine(authorizationServerUrl, 200),
      ),
      remedy: t('The operator of the authorization server has to publish its metadata (RFC 8414).'),
    });
  }
  const discovery = {
    authorizationServerUrl,
    ...(authorizationServerMetadata && { authorizationServerMetadata }),
    ...(resourceMetadata && { resourceMetadata }),
  };
  checkIssuer(issuerOf(discovery), settings.issuer);
  return discovery;
}

/** Throws AuthorizationServerMismatchError if credentials of the issuer `expected` would be sent to another issuer. */
export function checkIssuer(issuer: string, expected: string | undefined): void {
  if (expected !== undefined && withoutSlash(expected) !== withoutSlash(issuer)) {
    throw new AuthorizationServerMismatchError(expected, issuer);
  }
}

/**
 * Throws HostError if the resource in the MCP server's metadata is not a URL, or does not include the MCP server's URL: tokens
 * are requested only for the MCP server that they are sent to. An MCP server without metadata is one of 2025-03-26, which has no
 * resource parameter.
 * @param declaredResource The resource in the metadata.
 * Source: RFC 9728 section 3.3; MCP specification 2026-07-28, basic/authorization, "Resource Parameter Implementation".
 */
function checkResource(serverUrl: string, declaredResource: string | undefined): void {
  const requestedResource = resourceUrlFromServerUrl(serverUrl);
  if (
    declaredResource !== undefined &&
    !(
      URL.canParse(declaredResource) &&
      checkResourceAllowed({ requestedResource, configuredResource: declaredResource })
    )
  ) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        'The server at {0} asks you to sign in for another server: {1}.',
        inOneLine(serverUrl, 200),
        inOneLine(declaredResource, 200),
      ),
      remedy: t('Check the URL in the entry. If it is right, the operator of the server has to correct its metadata.'),
    });
  }
}

/** The issuer that credentials are bound to: from the metadata, otherwise the URL of the authorization server. */
export function issuerOf({
  authorizationServerMetadata,
  authorizationServerUrl,
}: Pick<OAuthDiscoveryState, 'authorizationServerMetadata' | 'authorizationServerUrl'>): string {
  return authorizationServerMetadata?.issuer ?? authorizationServerUrl;
}

/** The property `resourceIndicator` of a grant: the resource in the MCP server's metadata. Empty without metadata. */
export function resourceIndicatorPart({ resourceMetadata }: OAuthDiscoveryState): {
  readonly resourceIndicator?: string;
} {
  return resourceMetadata ? { resourceIndicator: resourceMetadata.resource } : {};
}
