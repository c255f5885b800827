import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { lazy } from '#core/common/lazy.ts';

/** The hosts from which an address can be reached: only this machine, its network, or all. */
export type NetworkScope = 'machine' | 'network' | 'world';

/** Source: RFC 1122 section 3.2.1.3; RFC 4291 sections 2.5.2 and 2.5.3. */
const machineAddresses = lazy(() => {
  const list = new BlockList();
  list.addSubnet('127.0.0.0', 8);
  list.addSubnet('0.0.0.0', 8);
  list.addSubnet('::', 127, 'ipv6');
  return list;
});

/** Source: the IANA special-purpose address registries (RFC 6890), all blocks that are not globally reachable. */
const networkAddresses = lazy(() => {
  const list = new BlockList();
  const subnets = [
    // Private, shared by a carrier's customers, and link-local: RFC 1918, RFC 6598, RFC 3927.
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['100.64.0.0', 10],
    ['169.254.0.0', 16],
    // Protocol assignments and benchmarking, which some tunnels and proxies use as private: RFC 6890, RFC 2544.
    ['192.0.0.0', 24],
    ['198.18.0.0', 15],
    // Multicast, reserved and broadcast: RFC 5771, RFC 1112, RFC 919.
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
    // Unique local, link-local, site-local, multicast, and translation within one network: RFC 4193, RFC 4291, RFC 3879, RFC 8215.
    ['fc00::', 7],
    ['fe80::', 10],
    ['fec0::', 10],
    ['ff00::', 8],
    ['64:ff9b:1::', 48],
    // Discarded, tunnelled, and segment routing: RFC 6666, RFC 4380, RFC 9602.
    ['100::', 64],
    ['2001::', 32],
    ['5f00::', 16],
  ] as const;
  for (const [address, prefix] of subnets) {
    list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return list;
});

/**
 * True for the usual host names of this machine, as `URL.hostname` returns them, for which `http` needs no warning. Narrower than
 * the scope `machine`.
 */
export function isUsualLoopback(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

/** Source: RFC 6762 section 3; RFC 8375; ICANN's `internal`; and `lan`, which many routers use. */
const networkNames = /\.(?:local|internal|lan|home\.arpa)$/;

/**
 * The scope of a host name as `URL.hostname` returns it: lower case, normalized addresses, IPv6 in brackets. An IPv6 address that
 * contains an IPv4 address has the scope of the IPv4 address. Names are not resolved; a name without a dot belongs to the network.
 * Source for the names of this machine: RFC 6761 section 6.3.
 */
export function networkScope(hostname: string): NetworkScope {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (isIPv4(host)) {
    return machineAddresses().check(host) ? 'machine' : networkAddresses().check(host) ? 'network' : 'world';
  }
  if (isIPv6(host)) {
    return scopeOfIpv6(host);
  }
  if (host === 'localhost' || host.endsWith('.localhost')) {
    return 'machine';
  }
  return networkNames.test(host) || !host.includes('.') ? 'network' : 'world';
}

function scopeOfIpv6(host: string): NetworkScope {
  if (machineAddresses().check(host, 'ipv6')) {
    return 'machine';
  }
  if (networkAddresses().check(host, 'ipv6')) {
    return 'network';
  }
  const contained = containedIpv4(groupsOf(host));
  return contained === undefined ? 'world' : networkScope(contained);
}

/**
 * The IPv4 address that an IPv6 address contains.
 * Source: RFC 4291 section 2.5.5 (compatible, mapped); RFC 2765 section 2.1 (translated); RFC 6052 section 2.1 (NAT64);
 * RFC 3056 section 2 (6to4).
 */
function containedIpv4(groups: readonly number[]): string | undefined {
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':');
  if (['0:0:0:0:0:0', '0:0:0:0:0:ffff', '0:0:0:0:ffff:0', '64:ff9b:0:0:0:0'].includes(prefix)) {
    return toDottedIpv4(groups[6], groups[7]);
  }
  return groups[0] === 0x2002 ? toDottedIpv4(groups[1], groups[2]) : undefined;
}

function toDottedIpv4(high = 0, low = 0): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of an IPv6 address without dots, as `URL` writes it. */
function groupsOf(host: string): number[] {
  const [head = [], tail = []] = host.split('::').map((half) => (half === '' ? [] : half.split(':')));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
