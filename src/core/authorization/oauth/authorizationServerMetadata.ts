import {
  type AuthorizationServerMetadata,
  buildDiscoveryUrls,
  type FetchLike,
  IssuerMismatchError,
  isSpecType,
} from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { fetchFirstDocument, MetadataError } from './metadataDocument.ts';

/**
 * The first usable metadata document at the well-known URIs of an authorization server; `undefined` if there is none. Issuers
 * that differ only in a trailing slash are the same.
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
      if (metadata.issuer !== server && `${metadata.issuer}/` !== server) {
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

function oauthMetadata(value: unknown): AuthorizationServerMetadata | undefined {
  return isSpecType.OAuthMetadata(value) ? value : undefined;
}

function openIdMetadata(value: unknown): AuthorizationServerMetadata | undefined {
  return isSpecType.OpenIdProviderDiscoveryMetadata(value) ? value : undefined;
}
