import { LruCache } from '#core/common/lruCache.ts';
import { readUrl } from './readUrl.ts';
import type { UrlFinding, UrlFindingCode } from './urlFinding.ts';
import { urlFindings } from './urlFindings.ts';

/** What the user should see at once about the address of a server. */
interface AddressFinding {
  /** The host name, with its letters that are not ASCII. */
  readonly host: string;
  /** One sentence: see `UrlFinding`. */
  readonly sentence: string;
}

/** The findings that matter also for an address that the user has configured: data can be read on the way, or the host imitates another. */
const notableCodes: readonly UrlFindingCode[] = [
  'notHttps',
  'lookAlike',
  'mixedScripts',
  'strangeSigns',
  'encodedHost',
  'oddForm',
];

/** The findings by URL: a panel asks several times a second, and the first look-up of a site takes some milliseconds. */
const cache = new LruCache<{ readonly finding: AddressFinding | undefined }>(100);

/**
 * The most serious finding about the address of a server that the user should see at once; `undefined` if there is none, or if the address
 * is not a URL of the web, for instance because of a variable in its host name.
 */
export function addressFinding(address: string): AddressFinding | undefined {
  const known = cache.get(address) ?? { finding: findIn(address) };
  cache.set(address, known);
  return known.finding;
}

function findIn(address: string): AddressFinding | undefined {
  const reading = readUrl(address);
  if (!reading.ok) {
    return undefined;
  }
  const found = urlFindings(reading.url, { visited: [], known: [] }).find(isNotable);
  return found && { host: reading.url.unicodeHostname, sentence: found.sentence };
}

/** True also for a well-known domain before the real one, but not for its name alone: `github.example.com` can belong to its owner. */
function isNotable({ code, severity }: UrlFinding): boolean {
  return notableCodes.includes(code) || (code === 'brandInSubdomain' && severity === 'severe');
}
