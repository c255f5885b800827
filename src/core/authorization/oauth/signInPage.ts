import type { OAuthDiscoveryState } from '@modelcontextprotocol/client';
import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { registrableDomainOf } from '#core/guard/url/publicSuffix.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';
import { issuerOf } from './authorizationServerDiscovery.ts';

/**
 * Hosts of other sites than that of the page, which get what is signed in to there: that of the issuer, whose client it is
 * for, and that of the token endpoint, where the code and its verifier go. One for each registrable domain. An issuer may
 * name any page, so the page says nothing of who they are. Without metadata all endpoints are at the issuer's origin.
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

/** Throws HostError where a client secret would go to an issuer that the entry does not name, and that has several sites. */
export function checkClientSecret(page: URL, discovery: OAuthDiscoveryState, settings: OAuthSettings): void {
  const others = otherRecipients(page, discovery);
  if (settings.clientSecret === undefined || settings.issuer !== undefined || others.length === 0) {
    return;
  }
  throw new HostError({
    name: 'AuthorizationFailed',
    summary: t(
      'The sign-in page is at {0}, but the client secret would go to {1}. Nothing was sent there.',
      inOneLine(page.host, 200),
      inOneLine(others.join(', '), 500),
    ),
    remedy: t(
      'If the client is registered at {0}, write that into the entry: "oauth": {"issuer": "..."}.',
      inOneLine(issuerOf(discovery), 200),
    ),
  });
}
