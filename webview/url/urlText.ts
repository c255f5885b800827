import type { ShownUrl } from '#bridge/messages.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';

/** The registrable domain as browsers write it: its Unicode form can look like another domain. */
export function siteText({ site }: ShownUrl): string {
  return inOneLine(escapeInvisible(site), 120);
}

/** The URL that is opened. */
export function urlText({ pieces }: ShownUrl): string {
  return pieces.map(({ text }) => text).join('');
}

/** The host as written in the URL. */
function writtenHost({ pieces }: ShownUrl): string {
  return pieces.flatMap(({ kind, text }) => (kind === 'subdomain' || kind === 'domain' ? [text] : [])).join('');
}

/**
 * How the host can be written otherwise. `letters`: it has non-ASCII letters, which browsers encode. `goesTo`: it is
 * another spelling of a host, for instance of an IP address.
 */
export function otherHostForm(address: ShownUrl): 'letters' | 'goesTo' | undefined {
  const { hostname, unicodeHostname } = address;
  if (unicodeHostname !== hostname) {
    return 'letters';
  }
  return writtenHost(address) === hostname ? undefined : 'goesTo';
}
