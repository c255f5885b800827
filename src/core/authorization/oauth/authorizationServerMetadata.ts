import {
  type AuthorizationServerMetadata,
  buildDiscoveryUrls,
  type FetchLike,
  IssuerMismatchError,
  isSpecType,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { fetchFirstDocument, MetadataError } from './metadataDocument.ts';
import { withoutSlash } from './protectedResource.ts';

/**
 * The first usable metadata document at the well-known URIs of an authorization server; `undefined` if there is none. Its issuer
 * must be the URL of the server. `https://host` and `https://host/` are the same, because programs that parse a URL write the slash.
 * @param server The URL of the authorization server, which is its issuer identifier.
 * @throws HostError, IssuerMismatchError, MetadataError or an error of `fetchFn`, if a document may exist but is not usable.
 * Source: MCP specification 2026-07-28, basic/authorization/authorization-server-discovery, "Authorization Server Metadata
 * Discovery"; RFC 8414 section 3.3.
 */
export async function fetchAuthorizationServerMetadata(
  server: string,
  fetchFn: FetchLike,
): Promise<AuthorizationServerMetadata | undefined> {
  const sources = buildDiscoveryUrls(server).map(({ url, type }) => ({
    url,
    read: (value: unknown) => {
      const metadata = type === 'oauth' ? oauthMetadata(value) : openIdMetadata(value);
      if (!metadata) {
        throw new MetadataError(url, t('it is not the metadata of an authorization server'));
      }
      if (metadata.issuer !== server && !isSameRoot(server, metadata.issuer)) {
        throw new IssuerMismatchError('metadata', server, metadata.issuer);
      }
      return metadata;
    },
  }));
  const { document, failure } = await fetchFirstDocument(sources, fetchFn);
  if (!document && failure !== undefined) {
    throw failure;
  }
  return document;
}

/** True if both are the root of one server, each with or without the slash. */
function isSameRoot(url: string, issuer: string): boolean {
  const root = withoutSlash(url);
  return root === withoutSlash(issuer) && /^https?:\/\/[^/\\?#]+$/.test(root);
}

function oauthMetadata(value: unknown): AuthorizationServerMetadata | undefined {
  return isSpecType.OAuthMetadata(value) ? value : undefined;
}

function openIdMetadata(value: unknown): AuthorizationServerMetadata | undefined {
  return isSpecType.OpenIdProviderDiscoveryMetadata(value) ? value : undefined;
}
