import { parse } from 'tldts';

/**
 * The registrable domain of a URL, by the Public Suffix List with its private section, or its host name if there is none.
 * `undefined` if the text is not a URL.
 */
export function registrableDomainOf(url: string): string | undefined {
  try {
    const { hostname } = new URL(url);
    return registrable(hostname) ?? hostname;
  } catch {
    return undefined;
  }
}

/** The registrable domain of a host name; `undefined` for IP addresses, names of one word, and bare public suffixes. */
function registrable(hostname: string): string | undefined {
  const { isIp, domain } = hostParts(hostname);
  return isIp ? undefined : (domain ?? undefined);
}

/** The parts of a host name. `isIcann`: true if the suffix belongs to a registry and not to a company that offers subdomains. */
export function hostParts(hostname: string) {
  return parse(hostname, { allowPrivateDomains: true, extractHostname: false, validateHostname: false });
}
