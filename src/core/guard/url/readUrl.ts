import { domainToUnicode } from 'node:url';
import { hostParts } from './publicSuffix.ts';

/** A URL that a server asks the user to open, parsed into the pieces that are shown and evaluated. */
export interface ParsedUrl {
  /** As received, and as it is opened. */
  readonly raw: string;
  /** Their joined texts are equal to `raw`. */
  readonly pieces: readonly UrlPiece[];
  /** The host as a browser resolves it: lower case, ASCII, normalized IP addresses. */
  readonly hostname: string;
  /** The host as it is written in `raw`. */
  readonly writtenHost: string;
  /** `hostname` in Unicode. */
  readonly unicodeHostname: string;
  /**
   * The registrable domain of `hostname` (`example.co.uk`); `undefined` for IP addresses, names without a dot and bare public suffixes.
   * Source: publicsuffix.org with its private section, so `me.github.io` is a registrable domain.
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
  /** `domain` shows who owns the site: the registrable domain, or the whole host if there is none. */
  readonly kind: 'before' | 'userInfo' | 'subdomain' | 'domain' | 'port' | 'after';
  readonly text: string;
}

type UrlReading = { readonly ok: true; readonly url: ParsedUrl } | { readonly ok: false; readonly rule: string };

/** Characters that a browser's parser removes anywhere in a URL. Source: WHATWG URL, "URL parsing". */
const dropped = /[\t\n\r]/g;
const labelSeparator = /[.\u3002\uFF0E\uFF61]/u;

/**
 * Reads the `url` of a request. Accepts any string; throws, resolves and fetches nothing. Refuses a URL whose host cannot be shown
 * truthfully, with the violated rule.
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
  const authority = authorityOf(raw);
  if (!authority || hostname === '' || hostname.includes('..') || readHost(authority.host) !== hostname) {
    return refused('must be written so that its host can be told');
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

/** The position of the port, or of white space at the end. Searches backwards, because a regular expression would be quadratic. */
function hostEnd(hostAndPort: string): number {
  const spaces = endWithout(hostAndPort, hostAndPort.length, (code) => code <= 0x20);
  const digits = endWithout(hostAndPort, spaces, (code) => (code >= 0x30 && code <= 0x39) || isDropped(code));
  return hostAndPort[digits - 1] === ':' ? digits - 1 : spaces;
}

/** The end of a text before `end` without the trailing characters that `isOut` accepts. */
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

/** The length of the written host before the labels of the registrable domain. */
function lengthOfSubdomain(host: string, registrableDomain: string | undefined): number {
  if (registrableDomain === undefined || host.includes('%')) {
    // A browser decodes a percent-encoded dot, so the labels cannot be counted: the whole host is the domain.
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
