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
 * Fetches the metadata of an MCP server's authorization server, anew for each flow, because it may have changed.
 * @throws HostError, or what `metadataOf` and `checkIssuer` throw.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery; without protected resource
 * metadata that of 2025-03-26, basic/authorization, "Server Metadata Discovery".
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
  const found = {
    authorizationServerUrl: server,
    ...(authorizationServerMetadata && { authorizationServerMetadata }),
    ...(resourceMetadata && { resourceMetadata }),
  };
  checkIssuer(issuerOf(found), settings.issuer);
  return found;
}

/** Throws when credentials of the authorization server `known` would go to another one. */
export function checkIssuer(issuer: string, known: string | undefined): void {
  if (known !== undefined && withoutSlash(known) !== withoutSlash(issuer)) {
    throw new AuthorizationServerMismatchError(known, issuer);
  }
}

/**
 * Throws when the metadata of a server names another server as the resource: tokens are only requested for the server that
 * they are sent to. The resource is sent to the authorization server exactly as the metadata has it. A server without
 * metadata is one of 2025-03-26, which had no resource parameter.
 * Source: RFC 9728 section 3.3; MCP specification 2026-07-28, basic/authorization, "Resource Parameter Implementation".
 */
function checkResource(server: string, named: string | undefined): void {
  const requestedResource = resourceUrlFromServerUrl(server);
  if (
    named !== undefined &&
    !(URL.canParse(named) && checkResourceAllowed({ requestedResource, configuredResource: named }))
  ) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary: t(
        'The server at {0} wants you to sign in for another one: {1}.',
        inOneLine(server, 200),
        inOneLine(named, 200),
      ),
      remedy: t('Check the URL in the entry. If it is right, whoever runs the server has to correct its metadata.'),
    });
  }
}

/** The issuer that credentials are bound to: that of the metadata, else the URL of the authorization server. */
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
