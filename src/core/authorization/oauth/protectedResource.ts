import { type FetchLike, isSpecType, type OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import type { AuthorizationChallenge } from './challenge.ts';
import type { Grant } from './grant.ts';
import { fetchFirstDocument, MetadataError, type MetadataSource } from './metadataDocument.ts';

/** The authorization server of an MCP server, and the metadata that names it. */
export interface ProtectedResource {
  /** The URL of the authorization server. */
  readonly authorizationServerUrl: string;
  /** The MCP server's protected resource metadata; absent for a server of 2025-03-26, which has none. */
  readonly metadata?: OAuthProtectedResourceMetadata;
  /**
   * True if the authorization server may lack metadata: for an MCP server of 2025-03-26, which may be its own authorization
   * server, with endpoints at default paths.
   */
  readonly mayLackIssuerMetadata: boolean;
}

const suffix = '/.well-known/oauth-protected-resource';

/**
 * Fetches the MCP server's metadata, which names its authorization server: from the URL of its challenge, otherwise from its
 * well-known URIs. A server without metadata is one of 2025-03-26, and is its own authorization server. The authorization
 * server of the last grant is replaced only if all metadata could be fetched and read. If the metadata names several
 * authorization servers, that of the entry is preferred, then that of the last grant, then the first.
 * @param knownIssuers The issuers in the entry of the MCP server and in its last grant.
 * @throws HostError, MetadataError or an error of `fetchFn`, if the authorization server could not be determined.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery, "Protected Resource Metadata
 * Discovery Requirements"; RFC 9728 section 7.6; MCP specification 2025-03-26, basic/authorization, "Fallbacks for Servers
 * without Metadata Discovery".
 */
export async function discoverProtectedResource(
  serverUrl: string,
  { metadataUrl }: AuthorizationChallenge,
  knownIssuers: { readonly fromSettings: string | undefined; readonly fromGrant: string | undefined },
  fetchFn: FetchLike,
): Promise<ProtectedResource> {
  const { document, failure } = await fetchMetadata(serverUrl, metadataUrl, fetchFn);
  if (!document && failure !== undefined) {
    throw failure;
  }
  const urls = document?.authorization_servers ?? [];
  const { fromSettings, fromGrant } = knownIssuers;
  const knownServer = urlOfIssuer(fromSettings, urls) ?? urlOfIssuer(fromGrant, urls);
  const authorizationServerUrl = knownServer ?? urls[0] ?? new URL('/', serverUrl).href;
  if (fromGrant !== undefined && withoutSlash(fromGrant) !== withoutSlash(authorizationServerUrl)) {
    if (failure !== undefined) {
      throw failure;
    }
    if (!document) {
      throw noAuthorizationServerError(serverUrl, fromGrant);
    }
  }
  return { authorizationServerUrl, ...(document && { metadata: document }), mayLackIssuerMetadata: !document };
}

/** The URL that equals the issuer or differs only in a trailing slash. */
function urlOfIssuer(issuer: string | undefined, urls: readonly string[]): string | undefined {
  return issuer === undefined ? undefined : urls.find((url) => withoutSlash(url) === withoutSlash(issuer));
}

/** The authorization server of a grant, used if the MCP server is unreachable; `undefined` without a refresh token. */
export function protectedResourceFromGrant(serverUrl: string, grant: Grant | undefined): ProtectedResource | undefined {
  if (grant?.tokens?.refresh_token === undefined || !URL.canParse(grant.issuer)) {
    return undefined;
  }
  const { issuer, resourceIndicator } = grant;
  return {
    authorizationServerUrl: issuer,
    ...(resourceIndicator !== undefined && { metadata: { resource: resourceIndicator } }),
    mayLackIssuerMetadata: resourceIndicator === undefined && new URL(issuer).origin === new URL(serverUrl).origin,
  };
}

async function fetchMetadata(serverUrl: string, challengeUrl: URL | undefined, fetchFn: FetchLike) {
  const wellKnown = wellKnownUris(serverUrl);
  const first = await fetchFirstDocument((challengeUrl ? [challengeUrl] : wellKnown).map(sourceAt), fetchFn);
  if (!challengeUrl || first.document || first.failure !== undefined) {
    return first;
  }
  return fetchFirstDocument(wellKnown.filter(({ href }) => href !== challengeUrl.href).map(sourceAt), fetchFn);
}

/** The well-known URI for the server's path, then that for the root. Source: RFC 9728 section 3.1. */
function wellKnownUris(serverUrl: string): readonly URL[] {
  const { origin, pathname, search } = new URL(serverUrl);
  const forPath = new URL(`${suffix}${withoutSlash(pathname)}${search}`, origin);
  const root = new URL(suffix, origin);
  return forPath.href === root.href ? [root] : [forPath, root];
}

function sourceAt(url: URL): MetadataSource<OAuthProtectedResourceMetadata> {
  return {
    url,
    read: (value) => {
      if (!isSpecType.OAuthProtectedResourceMetadata(value)) {
        throw new MetadataError(url, t('it is not the metadata of a protected resource'));
      }
      if (!URL.canParse(value.authorization_servers?.[0] ?? '')) {
        throw new MetadataError(url, t('it names no authorization server'));
      }
      return value;
    },
  };
}

function noAuthorizationServerError(serverUrl: string, lastIssuer: string): HostError {
  return new HostError({
    name: 'AuthorizationFailed',
    summary: t(
      'The server at {0} does not name its authorization server any more. Its last one was {1}.',
      inOneLine(serverUrl, 200),
      inOneLine(lastIssuer, 200),
    ),
    remedy: t('Try again later. If it has moved for good, sign out of the server, and sign in anew.'),
  });
}

export function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
