import { t } from '@vscode/l10n';
import { HostError } from '#core/common/errors.ts';
import { networkScope } from '#core/guard/url/networkScope.ts';
import type { OAuthSettings } from '#core/model/definition.ts';
import { inOneLine } from '#form/text.ts';

/**
 * Throws HostError for an address inside this machine, or inside the network it is in, that the person has not spoken of:
 * a server of elsewhere could have requests sent where it cannot send any itself. What a name stands for is not looked
 * up: names are only asked over TLS, and nothing near has a certificate for the name of something far.
 * @param resource The URL of the MCP server. Where it is, or what else the settings name, more may be.
 */
export function checkNetworkScope(target: URL, resource: string, { issuer, identityProvider }: OAuthSettings): void {
  const scope = networkScope(target.hostname);
  const named = [resource, issuer, identityProvider?.issuer, identityProvider?.tokenEndpoint].filter(
    (url): url is string => url !== undefined && URL.canParse(url),
  );
  if (scope !== 'world' && !named.some((url) => networkScope(new URL(url).hostname) === scope)) {
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

/** True for a line that nobody else can read: encrypted, or within this machine. */
export function isPrivateConnection({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
