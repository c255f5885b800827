import { domainToUnicode } from 'node:url';
import { hostParts } from './publicSuffix.ts';

/** A URL that a server wants the person to open, taken apart for showing and judging. */
export interface ReadUrl {
  /** As received, and as it would be opened. */
  readonly raw: string;
  /** Joined, their texts are `raw`, character by character. */
  readonly pieces: readonly UrlPiece[];
  /** The host as the browser will look it up: lower case, ASCII, IP addresses in their usual notation. */
  readonly hostname: string;
  /** The host as it stands in `raw`. */
  readonly writtenHost: string;
  /** `hostname` with its international letters. */
  readonly unicodeHostname: string;
  /**
   * The part of `hostname` that somebody had to register (`example.co.uk`); `undefined` for IP addresses, names of one
   * word and bare public suffixes. Source: publicsuffix.org, its private section included: `me.github.io` is one.
   */
  readonly registrableDomain: string | undefined;
  readonly isIp: boolean;
  /** `http` or `https`. */
  readonly scheme: 'http' | 'https';
  /** Empty when it is the scheme's own. */
  readonly port: string;
  /** What stands before an `@`. */
  readonly userInfo: string | undefined;
  /** What stands between the scheme and the authority; `//` in every URL that is written as it should be. */
  readonly slashes: string;
}

interface UrlPiece {
  /** `domain` is what tells who is at the other end: the registrable domain, or the whole host where there is none. */
  readonly kind: 'before' | 'userInfo' | 'subdomain' | 'domain' | 'port' | 'after';
  readonly text: string;
}

type UrlReading = { readonly ok: true; readonly url: ReadUrl } | { readonly ok: false; readonly rule: string };

/** Characters that a browser's parser drops wherever they stand. Source: WHATWG URL, "URL parsing". */
const dropped = /[\t\n\r]/g;
const labelSeparator = /[.\u3002\uFF0E\uFF61]/u;

/**
 * Takes apart what a server sent as `url`. Any string may be passed; nothing is thrown, looked up or fetched. Where it
 * cannot be shown truthfully which host it leads to, it is refused.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests" and "Safe URL Handling"; WHATWG URL.
 */
export function readUrl(raw: string): UrlReading {
  let parsed: URL;
  try {
    parsed = new URL(raw);
  } catch {
    return refused('must be a valid URL');
  }
  const { protocol, hostname, port } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') {
    return refused('must start with https:// or http://');
  }
  const place = authorityOf(raw);
  if (!place || hostname === '' || hostname.includes('..') || readHost(place.host) !== hostname) {
    return refused('must be written so that its host can be told');
  }
  const { isIp, domain } = hostParts(hostname);
  const registrableDomain = isIp ? undefined : (domain ?? undefined);
  return {
    ok: true,
    url: {
      raw,
      pieces: piecesOf(raw, place, registrableDomain),
      hostname,
      writtenHost: place.host,
      unicodeHostname: domainToUnicode(hostname) || hostname,
      registrableDomain,
      isIp: isIp === true,
      scheme: protocol === 'https:' ? 'https' : 'http',
      port,
      userInfo: place.userInfo,
      slashes: place.slashes,
    },
  };
}

interface Authority {
  readonly slashes: string;
  readonly userInfo: string | undefined;
  readonly host: string;
  /** Where `host` begins and ends in the raw URL. */
  readonly start: number;
  readonly end: number;
  /** Where the port ends, and what follows begins. */
  readonly authorityEnd: number;
}

/** Where the host stands in a URL, found as a browser finds it: backslashes are slashes, and any number of them will do. */
function authorityOf(raw: string): Authority | undefined {
  const opening = /^[\0- ]*[a-z][a-z0-9+.\-\t\n\r]*:([/\\\t\n\r]*)/i.exec(raw);
  if (!opening) {
    return undefined;
  }
  const authorityStart = opening[0].length;
  const length = raw.slice(authorityStart).search(/[/\\?#]/);
  const authorityEnd = length < 0 ? raw.length : authorityStart + length;
  const authority = raw.slice(authorityStart, authorityEnd);
  const at = authority.lastIndexOf('@');
  const start = authorityStart + at + 1;
  const hostAndPort = authority.slice(at + 1);
  const host = hostAndPort.slice(0, hostEnd(hostAndPort));
  return {
    slashes: opening[1] ?? '',
    userInfo: at < 0 ? undefined : authority.slice(0, at),
    host,
    start,
    end: start + host.length,
    authorityEnd,
  };
}

/** Where the port begins, or else the white space at the end. From behind: an expression would try each place anew. */
function hostEnd(hostAndPort: string): number {
  const spaces = endWithout(hostAndPort, hostAndPort.length, (code) => code <= 0x20);
  const digits = endWithout(hostAndPort, spaces, (code) => (code >= 0x30 && code <= 0x39) || isDropped(code));
  return hostAndPort[digits - 1] === ':' ? digits - 1 : spaces;
}

/** Where a text ends without such characters at its end, of what stands before `end`. */
function endWithout(text: string, end: number, isOut: (code: number) => boolean): number {
  let last = end;
  while (last > 0 && isOut(text.charCodeAt(last - 1))) {
    last -= 1;
  }
  return last;
}

function isDropped(code: number): boolean {
  return code === 0x09 || code === 0x0a || code === 0x0d;
}

function readHost(written: string): string | undefined {
  try {
    return new URL(`https://${written.replace(dropped, '')}/`).hostname;
  } catch {
    return undefined;
  }
}

function piecesOf(raw: string, place: Authority, registrableDomain: string | undefined): UrlPiece[] {
  const domainStart = place.start + lengthOfSubdomain(place.host, registrableDomain);
  const userInfoStart = place.start - (place.userInfo === undefined ? 0 : place.userInfo.length + 1);
  const pieces: UrlPiece[] = [
    { kind: 'before', text: raw.slice(0, userInfoStart) },
    { kind: 'userInfo', text: raw.slice(userInfoStart, place.start) },
    { kind: 'subdomain', text: raw.slice(place.start, domainStart) },
    { kind: 'domain', text: raw.slice(domainStart, place.end) },
    { kind: 'port', text: raw.slice(place.end, place.authorityEnd) },
    { kind: 'after', text: raw.slice(place.authorityEnd) },
  ];
  return pieces.filter(({ text }) => text !== '');
}

/** How much of the written host stands before the registrable domain: as many labels from the end belong to it. */
function lengthOfSubdomain(host: string, registrableDomain: string | undefined): number {
  if (registrableDomain === undefined || host.includes('%')) {
    // A percent-encoded dot is a dot to the browser and no place to cut for us: the whole host is then emphasised.
    return 0;
  }
  const labels = host.split(labelSeparator);
  const trailing = labels.at(-1) === '' ? 1 : 0;
  const own = registrableDomain.split('.').length + trailing;
  const before = labels.slice(0, Math.max(0, labels.length - own));
  return before.reduce((length, label) => length + label.length + 1, 0);
}

function refused(rule: string): UrlReading {
  return { ok: false, rule };
}
