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
 * Fetches the metadata of an MCP server's authorization server. Called for each flow, because the metadata may change.
 * @throws HostError, or an error of `fetchAuthorizationServerMetadata` or `checkIssuer`.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery; for a server without protected
 * resource metadata 2025-03-26, basic/authorization, "Server Metadata Discovery".
 */
export async function discoverAuthorizationServer(
  resource: string,
  { server, metadata: resourceMetadata, mayLackMetadata }: ProtectedResource,
  settings: OAuthSettings,
  fetchFn: FetchLike,
): Promise<OAuthDiscoveryState> {
  checkResource(resource, resourceMetadata?.resource);
  const authorizationServerMetadata = await fetchAuthorizationServerMetadata(server, fetchFn);
  if (!authorizationServerMetadata && !mayLackMetadata) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        '{0} publishes no metadata, so nobody can tell whether it protects sign-ins. Nothing was sent there.',
        inOneLine(server, 200),
      ),
      remedy: t('Whoever runs the authorization server has to publish its metadata (RFC 8414).'),
    });
  }
  const discovery = {
    authorizationServerUrl: server,
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
 * Throws HostError if the metadata of a server names another server as the resource: tokens are requested only for the server
 * that they are sent to. A server without metadata is one of 2025-03-26, which has no resource parameter.
 * Source: RFC 9728 section 3.3; MCP specification 2026-07-28, basic/authorization, "Resource Parameter Implementation".
 */
function checkResource(server: string, resource: string | undefined): void {
  const requestedResource = resourceUrlFromServerUrl(server);
  if (
    resource !== undefined &&
    !(URL.canParse(resource) && checkResourceAllowed({ requestedResource, configuredResource: resource }))
  ) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        'The server at {0} wants you to sign in for another one: {1}.',
        inOneLine(server, 200),
        inOneLine(resource, 200),
      ),
      remedy: t('Check the URL in the entry. If it is right, whoever runs the server has to correct its metadata.'),
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

/** The resource indicator, as a grant stores it. */
export function resourceIndicatorOf({ resourceMetadata }: OAuthDiscoveryState): {
  readonly resourceIndicator?: string;
} {
  return resourceMetadata ? { resourceIndicator: resourceMetadata.resource } : {};
}
