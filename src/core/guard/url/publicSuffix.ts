import { parse } from 'tldts';

/**
 * The part of a host that somebody had to register, by the Public Suffix List with its private section; the host itself
 * where there is none. `undefined` for what is no URL.
 */
export function registrableDomainOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url);
    return registrable(hostname) ?? hostname;
  } catch {
    return undefined;
  }
}

/** `undefined` for IP addresses, names of one word, and bare public suffixes. */
function registrable(hostname: string): string | undefined {
  const { isIp, domain } = hostParts(hostname);
  return isIp ? undefined : (domain ?? undefined);
}

/** `isIcann`: the suffix is one of the registries' own, and not a company's that gives out subdomains. */
export function hostParts(hostname: string) {
  return parse(hostname, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}
