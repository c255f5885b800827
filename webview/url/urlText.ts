import type { ShownUrl } from '#bridge/messages.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';

/** The site as browsers write it, in punycode: in Unicode, a site can look like another site. */
export function siteText({ site }: ShownUrl): string {
  return inOneLine(escapeInvisible(site), 120);
}

/** The whole URL that is opened. */
export function urlText({ pieces }: ShownUrl): string {
  return pieces.map(({ text }) => text).join('');
}

/** The host name as the URL spells it. */
function writtenHostname({ pieces }: ShownUrl): string {
  return pieces.flatMap(({ kind, text }) => (kind === 'subdomain' || kind === 'domain' ? [text] : [])).join('');
}

/**
 * Why the host name is shown in the browser's spelling as well. `nonAscii`: it stands for a name with non-ASCII letters, whether
 * the URL has those or punycode. `normalized`: the URL spells it differently, for instance an IP address. `undefined`: the URL
 * already has the browser's spelling.
 */
export function hostnameDifference(url: ShownUrl): 'nonAscii' | 'normalized' | undefined {
  const { hostname, unicodeHostname } = url;
  if (unicodeHostname !== hostname) {
    return 'nonAscii';
  }
  return writtenHostname(url) === hostname ? undefined : 'normalized';
}
