import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { isUsualLoopback, networkScope } from '#core/guard/url/networkScope.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';

/**
 * Throws HostError for a target on this machine or in the local network, unless the MCP server or a URL in its settings is
 * in the same scope: otherwise a remote server could make the host send requests to places that the server cannot reach
 * (SSRF). Host names are not resolved: they are contacted only over TLS, and no local server has a certificate for the host
 * name of a remote server.
 * @param resource The URL of the MCP server.
 */
export function checkNetworkScope(target: URL, resource: string, { issuer, identityProvider }: OAuthSettings): void {
  const scope = networkScope(target.hostname);
  const configuredUrls = [resource, issuer, identityProvider?.issuer, identityProvider?.tokenEndpoint].filter(
    (url): url is string => url !== undefined && URL.canParse(url),
  );
  if (scope !== 'world' && !configuredUrls.some((url) => networkScope(new URL(url).hostname) === scope)) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary:
        scope === 'machine'
          ? t(
              'Signing in would go to {0}, inside this machine, where the server itself is not. Nothing was sent there.',
              inOneLine(target.origin, 200),
            )
          : t(
              'Signing in would go to {0}, inside this network, where the server itself is not. Nothing was sent there.',
              inOneLine(target.origin, 200),
            ),
      remedy: t('If the authorization server is there, write it into the entry: "oauth": {"issuer": "..."}.'),
    });
  }
}

/** True for a connection that others cannot read: encrypted, or within this machine. */
export function isPrivateConnection({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isUsualLoopback(hostname));
}
