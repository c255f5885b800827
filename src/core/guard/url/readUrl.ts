import { domainToUnicode } from 'node:url';
import { hostParts } from './publicSuffix.ts';

/** A URL that a server asks the user to open, parsed into the pieces that are shown and evaluated. */
export interface ParsedUrl {
  /** The URL as received, which is also how it is opened. */
  readonly raw: string;
  /** The pieces of `raw`, whose joined texts are equal to it. */
  readonly pieces: readonly UrlPiece[];
  /** The host name that a browser uses: lower case, ASCII, normalized IP addresses. */
  readonly hostname: string;
  /** The host name as written in `raw`. */
  readonly writtenHost: string;
  /** `hostname` in Unicode. */
  readonly unicodeHostname: string;
  /**
   * The registrable domain of `hostname` (`example.co.uk`); `undefined` for IP addresses, names without a dot and bare public
   * suffixes. Source: publicsuffix.org with its private section, so `me.github.io` is a registrable domain.
   */
  readonly registrableDomain: string | undefined;
  readonly isIp: boolean;
  /** `http` or `https`. */
  readonly scheme: 'http' | 'https';
  /** Empty for the default port of the scheme. */
  readonly port: string;
  /** The text before the `@`. */
  readonly userInfo: string | undefined;
  /** The text between the scheme and the authority; `//` in a well-formed URL. */
  readonly slashes: string;
}

interface UrlPiece {
  /** `domain`: the registrable domain, or the whole host name if there is none. */
  readonly kind: 'before' | 'userInfo' | 'subdomain' | 'domain' | 'port' | 'after';
  readonly text: string;
}

type UrlReading = { readonly ok: true; readonly url: ParsedUrl } | { readonly ok: false; readonly rule: string };

/** Matches characters that a browser removes anywhere in a URL. Source: WHATWG URL, "URL parsing". */
const ignoredCharacters = /[\t\n\r]/g;
/** A longer name cannot be looked up. Source: RFC 1035 section 2.3.4, without the length of the first label and the root. */
const maxHostNameLength = 253;
const labelSeparator = /[.\u3002\uFF0E\uFF61]/u;

/**
 * Reads the `url` of a request. Accepts any string, never throws, and does not use the network. Returns the violated rule for a
 * URL whose host name cannot be shown truthfully.
 * Source: MCP specification, client/elicitation, "URL Mode Elicitation Requests" and "Safe URL Handling"; WHATWG URL.
 */
export function readUrl(raw: string): UrlReading {
  let parsed: URL;
  try {
    parsed = new URL(raw);
  } catch {
    return refusedReading('must be a valid URL');
  }
  const { protocol, hostname, port } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') {
    return refusedReading('must start with https:// or http://');
  }
  if (hostname.replace(/\.$/, '').length > maxHostNameLength) {
    return refusedReading(`must have a host name of at most ${maxHostNameLength} characters`);
  }
  const authority = authorityOf(raw);
  if (!authority || hostname === '' || hostname.includes('..') || readHost(authority.host) !== hostname) {
    return refusedReading('must be written so that its host can be told');
  }
  const { isIp, domain } = hostParts(hostname);
  const registrableDomain = isIp ? undefined : (domain ?? undefined);
  return {
    ok: true,
    url: {
      raw,
      pieces: piecesOf(raw, authority, registrableDomain),
      hostname,
      writtenHost: authority.host,
      unicodeHostname: domainToUnicode(hostname) || hostname,
      registrableDomain,
      isIp: isIp === true,
      scheme: protocol === 'https:' ? 'https' : 'http',
      port,
      userInfo: authority.userInfo,
      slashes: authority.slashes,
    },
  };
}

/** The authority of a URL and the slashes before it. Source: RFC 3986 section 3.2. */
interface Authority {
  readonly slashes: string;
  readonly userInfo: string | undefined;
  readonly host: string;
  /** The positions of `host` in the raw URL. */
  readonly start: number;
  readonly end: number;
  /** The position after the port. */
  readonly authorityEnd: number;
}

/** Finds the authority as a browser does: backslashes count as slashes, and any number of them may follow the scheme. */
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

/** The end of the host name before the port or white space. Searches backwards; a regular expression would take quadratic time. */
function hostEnd(hostAndPort: string): number {
  const spaces = endWithout(hostAndPort, hostAndPort.length, (code) => code <= 0x20);
  const digits = endWithout(hostAndPort, spaces, (code) => (code >= 0x30 && code <= 0x39) || isIgnored(code));
  return hostAndPort[digits - 1] === ':' ? digits - 1 : spaces;
}

/** The end of the text up to `end` without trailing characters for which `isTrailing` is true. */
function endWithout(text: string, end: number, isTrailing: (code: number) => boolean): number {
  let last = end;
  while (last > 0 && isTrailing(text.charCodeAt(last - 1))) {
    last -= 1;
  }
  return last;
}

function isIgnored(code: number): boolean {
  return code === 0x09 || code === 0x0a || code === 0x0d;
}

function readHost(written: string): string | undefined {
  try {
    return new URL(`https://${written.replace(ignoredCharacters, '')}/`).hostname;
  } catch {
    return undefined;
  }
}

function piecesOf(raw: string, authority: Authority, registrableDomain: string | undefined): UrlPiece[] {
  const domainStart = authority.start + lengthOfSubdomain(authority.host, registrableDomain);
  const userInfoStart = authority.start - (authority.userInfo === undefined ? 0 : authority.userInfo.length + 1);
  const pieces: UrlPiece[] = [
    { kind: 'before', text: raw.slice(0, userInfoStart) },
    { kind: 'userInfo', text: raw.slice(userInfoStart, authority.start) },
    { kind: 'subdomain', text: raw.slice(authority.start, domainStart) },
    { kind: 'domain', text: raw.slice(domainStart, authority.end) },
    { kind: 'port', text: raw.slice(authority.end, authority.authorityEnd) },
    { kind: 'after', text: raw.slice(authority.authorityEnd) },
  ];
  return pieces.filter(({ text }) => text !== '');
}

/** The length of the written host name before the labels of the registrable domain. */
function lengthOfSubdomain(host: string, registrableDomain: string | undefined): number {
  if (registrableDomain === undefined || host.includes('%')) {
    // A percent-encoded dot also separates labels, so they cannot be counted: the whole host name is the domain.
    return 0;
  }
  const labels = host.split(labelSeparator);
  const trailing = labels.at(-1) === '' ? 1 : 0;
  const domainLabels = registrableDomain.split('.').length + trailing;
  const subdomainLabels = labels.slice(0, Math.max(0, labels.length - domainLabels));
  return subdomainLabels.reduce((length, label) => length + label.length + 1, 0);
}

function refusedReading(rule: string): UrlReading {
  return { ok: false, rule };
}
