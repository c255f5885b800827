import { BlockList, isIPv6 } from 'node:net';
import { t } from '@vscode/l10n';
import { inOneLine } from '../../form/text.ts';
import { HostError } from '../errors.ts';
import { lazily } from '../lazily.ts';
import type { OAuthSettings } from '../servers/definition.ts';

/** Who can be reached at an address: only this machine, the network it is in, or anybody. */
type Reach = 'machine' | 'network' | 'world';

const machine = lazily(() => {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8);
  list.addSubnet('0.0.0.0', 8);
  list.addSubnet('::', 127, 'ipv6');
  return list;
});

const network = lazily(() => {
  const list = new BlockList();
  list.addSubnet('10.0.0.0', 8);
  list.addSubnet('172.16.0.0', 12);
  list.addSubnet('192.168.0.0', 16);
  list.addSubnet('169.254.0.0', 16);
  list.addSubnet('fc00::', 7, 'ipv6');
  list.addSubnet('fe80::', 10, 'ipv6');
  return list;
});

/**
 * Throws HostError for an address inside this machine, or inside the network it is in, that the person has not spoken of:
 * a server of elsewhere could have requests sent where it cannot send any itself. What a name stands for is not looked
 * up: names are only asked over TLS, and nothing near has a certificate for the name of something far.
 * @param resource The URL of the MCP server. Where it is, or what else the settings name, more may be.
 * Source: RFC 1122 section 3.2.1.3; RFC 1918; RFC 3927; RFC 4193; RFC 4291 section 2.5; RFC 6761 section 6.3. IPv4
 * addresses written as IPv6 are known as what they are.
 */
export function checkReach(target: URL, resource: string, { issuer, identityProvider }: OAuthSettings): void {
  const reach = reachOf(target);
  const named = [resource, issuer, identityProvider?.issuer, identityProvider?.tokenEndpoint].filter(
    (url): url is string => url !== undefined && URL.canParse(url),
  );
  if (reach !== 'world' && !named.some((url) => reachOf(new URL(url)) === reach)) {
    throw new HostError({
      name: 'AuthorizationFailed',
      summary:
        reach === 'machine'
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
export function isPrivateLine({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

/** `URL` has brought each address into its one form, except for a dot at the end of a name. */
function reachOf({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const family = isIPv6(host) ? 'ipv6' : 'ipv4';
  if (host === 'localhost' || host.endsWith('.localhost') || machine().check(host, family)) {
    return 'machine';
  }
  return network().check(host, family) ? 'network' : 'world';
}
