import { type FetchLike, isSpecType, type OAuthProtectedResourceMetadata } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { inOneLine } from '#form/text.ts';
import type { Challenge } from './challenge.ts';
import type { Grant } from './grant.ts';
import { fetchFirstDocument, MetadataError, type MetadataSource } from './metadataDocument.ts';

/** The authorization server of an MCP server, and the metadata that names it. */
export interface ProtectedResource {
  /** The URL of the authorization server. */
  readonly server: string;
  /** The MCP server's protected resource metadata; absent for a server of 2025-03-26, which has none. */
  readonly metadata?: OAuthProtectedResourceMetadata;
  /** True for an MCP server of 2025-03-26: it may be its own authorization server, with endpoints at default paths. */
  readonly mayLackMetadata: boolean;
}

const suffix = '/.well-known/oauth-protected-resource';

/**
 * Reads from the MCP server's metadata which authorization server it belongs to: at the URL of its challenge, else at its
 * well-known URIs. A server that has no metadata is one of 2025-03-26, and its own authorization server. A server with a
 * grant changes its authorization server only when all its metadata could be fetched and read. Of several authorization
 * servers the one that the entry names is taken, else that of the last grant, else the first.
 * @param known The issuers that the entry of the MCP server and its last grant name.
 * @throws HostError, MetadataError, or what `fetchFn` throws, if the authorization server could not be determined.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery, "Protected Resource Metadata
 * Discovery Requirements"; RFC 9728 section 7.6; MCP specification 2025-03-26, basic/authorization, "Fallbacks for Servers without Metadata
 * Discovery".
 */
export async function discoverProtectedResource(
  resource: string,
  { metadataUrl }: Challenge,
  known: { readonly wanted: string | undefined; readonly last: string | undefined },
  fetchFn: FetchLike,
): Promise<ProtectedResource> {
  const { document, failure } = await fetchMetadata(resource, metadataUrl, fetchFn);
  if (!document && failure !== undefined) {
    throw failure;
  }
  const named = document?.authorization_servers ?? [];
  const { wanted, last } = known;
  const server = issuerAmong(wanted, named) ?? issuerAmong(last, named) ?? named[0] ?? new URL('/', resource).href;
  if (last !== undefined && withoutSlash(last) !== withoutSlash(server)) {
    if (failure !== undefined) {
      throw failure;
    }
    if (!document) {
      throw authorizationServerMissing(resource, last);
    }
  }
  return { server, ...(document && { metadata: document }), mayLackMetadata: !document };
}

/** The URL that equals the issuer but for a trailing slash. */
function issuerAmong(issuer: string | undefined, urls: readonly string[]): string | undefined {
  return issuer === undefined ? undefined : urls.find((url) => withoutSlash(url) === withoutSlash(issuer));
}

/** The authorization server of a grant that can be refreshed, for when the MCP server cannot be reached. */
export function protectedResourceFromGrant(resource: string, grant: Grant | undefined): ProtectedResource | undefined {
  if (grant?.tokens?.refresh_token === undefined || !URL.canParse(grant.issuer)) {
    return undefined;
  }
  const { issuer, resourceIndicator } = grant;
  return {
    server: issuer,
    ...(resourceIndicator !== undefined && { metadata: { resource: resourceIndicator } }),
    mayLackMetadata: resourceIndicator === undefined && new URL(issuer).origin === new URL(resource).origin,
  };
}

async function fetchMetadata(resource: string, named: URL | undefined, fetchFn: FetchLike) {
  const wellKnown = wellKnownUris(resource);
  const first = await fetchFirstDocument((named ? [named] : wellKnown).map(sourceAt), fetchFn);
  if (!named || first.document || first.failure !== undefined) {
    return first;
  }
  return fetchFirstDocument(wellKnown.filter(({ href }) => href !== named.href).map(sourceAt), fetchFn);
}

/** For the server's path, then for the root. Source: RFC 9728 section 3.1. */
function wellKnownUris(resource: string): readonly URL[] {
  const { origin, pathname, search } = new URL(resource);
  const own = new URL(`${suffix}${withoutSlash(pathname)}${search}`, origin);
  const root = new URL(suffix, origin);
  return own.href === root.href ? [root] : [own, root];
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

function authorizationServerMissing(resource: string, known: string): HostError {
  return new HostError({
    name: 'AuthorizationFailed',
    summary: t(
      'The server at {0} does not name its authorization server any more. Its last one was {1}.',
      inOneLine(resource, 200),
      inOneLine(known, 200),
    ),
    remedy: t('Try again later. If it has moved for good, sign out of the server, and sign in anew.'),
  });
}

export function withoutSlash(url: string): string {
  return url.replace(/\/$/, '');
}
