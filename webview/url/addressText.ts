import type { ShownAddress } from '#bridge/messages.ts';
import { escapeInvisible, inOneLine } from '#form/text.ts';

/** Whose website it is, as browsers write it: its own letters may be those that pass for others. */
export function siteText({ site }: ShownAddress): string {
  return inOneLine(escapeInvisible(site), 120);
}

/** Exactly what is opened. */
export function addressText({ pieces }: ShownAddress): string {
  return pieces.map(({ text }) => text).join('');
}

/** The host as it stands in the address. */
function writtenHost({ pieces }: ShownAddress): string {
  return pieces.flatMap(({ kind, text }) => (kind === 'subdomain' || kind === 'domain' ? [text] : [])).join('');
}

/**
 * How the host is called otherwise than it is written: `letters`, where it has some that browsers write in code;
 * `goesTo`, where it stands for another one.
 */
export function otherHostForm(address: ShownAddress): 'letters' | 'goesTo' | undefined {
  const { hostname, unicodeHostname } = address;
  if (unicodeHostname !== hostname) {
    return 'letters';
  }
  return writtenHost(address) === hostname ? undefined : 'goesTo';
}
