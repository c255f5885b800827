import { t } from '@vscode/l10n';
import { escapeInvisible } from '#form/text.ts';
import { hostNameFindings } from './hostNameFindings.ts';
import { isUsualLoopback, type NetworkScope, networkScope } from './networkScope.ts';
import { registrableDomainOf } from './publicSuffix.ts';
import type { ParsedUrl } from './readUrl.ts';
import type { UrlFinding } from './urlFinding.ts';

interface UrlContext {
  /** The URL of the server; `undefined` for a process on this machine. */
  readonly serverUrl?: string | undefined;
  /** The sites that the user has opened for this server: see `siteOf`. */
  readonly visited: readonly string[];
  /** The sites that the user has opened for any server. */
  readonly known: readonly string[];
}

/** The length from which a URL is too long to be read, in UTF-16 code units. */
const longUrl = 500;
/** The length from which a host name is unusually long, in characters. */
const longHostName = 75;
const severityOrder = { severe: 0, warning: 1, note: 2 };

/** All findings about a URL, the most serious first. Does not use the network. */
export function urlFindings(url: ParsedUrl, context: UrlContext): readonly UrlFinding[] {
  return [
    ...notationFindings(url),
    ...originFindings(url),
    ...hostNameFindings(url, context.known),
    ...relationFindings(url, context),
  ].sort((one, other) => severityOrder[one.severity] - severityOrder[other.severity]);
}

/** The site of a URL: its registrable domain, or its host name if there is none. */
export function siteOf(url: ParsedUrl): string {
  return url.registrableDomain ?? url.hostname;
}

/** Findings about the spelling of the URL. */
function notationFindings({ raw, userInfo, hostname, writtenHost, slashes, unicodeHostname }: ParsedUrl): UrlFinding[] {
  const findings: UrlFinding[] = [];
  if (userInfo !== undefined) {
    findings.push({
      code: 'userInfo',
      severity: 'severe',
      sentence: t(
        'The part before the @ is not the website, even if it looks like one. This leads to {0}.',
        unicodeHostname,
      ),
    });
  }
  if (escapeInvisible(raw) !== raw || raw.includes(' ')) {
    findings.push({
      code: 'hiddenCharacters',
      severity: 'severe',
      sentence: t(
        'The address has invisible characters, or characters that change the order of others. They are shown as [U+…].',
      ),
    });
  }
  if (writtenHost.includes('%')) {
    findings.push({
      code: 'encodedHost',
      severity: 'severe',
      sentence: t('The name of the website is written in a code that hides it. It means {0}.', unicodeHostname),
    });
  }
  if (slashes !== '//' || raw.slice(0, raw.search(/[?#]|$/)).includes('\\')) {
    findings.push({
      code: 'oddForm',
      severity: 'severe',
      sentence: t('The address is written in an unusual way that can hide where it leads: to {0}.', unicodeHostname),
    });
  }
  if (hostname.length > longHostName || raw.length > longUrl) {
    findings.push({
      code: 'veryLong',
      severity: 'note',
      sentence:
        hostname.length > longHostName
          ? t('The name of the website is very long. Only its end, the emphasised part, says whose it is.')
          : t(
              'The address is very long ({0} characters). Only the emphasised part says whose website it is.',
              raw.length,
            ),
    });
  }
  return findings;
}

/** Findings about the scheme, port, IP address and network scope of a URL. */
function originFindings(url: ParsedUrl): UrlFinding[] {
  const scope = networkScope(url.hostname);
  const isOwnMachine = scope === 'machine';
  return [
    ...ipFindings(url),
    ...schemeFindings(url, isOwnMachine),
    ...portFindings(url, isOwnMachine),
    ...scopeFindings(url, scope),
  ];
}

function ipFindings({ isIp, hostname, writtenHost }: ParsedUrl): UrlFinding[] {
  if (!isIp) {
    return [];
  }
  if (writtenHost.toLowerCase() !== hostname) {
    return [
      {
        code: 'ipAddress',
        severity: 'severe',
        sentence: t('The address has a number in place of a name, written in an unusual way. It means {0}.', hostname),
      },
    ];
  }
  return isUsualLoopback(hostname)
    ? []
    : [
        {
          code: 'ipAddress',
          severity: 'warning',
          sentence: t('The address has a number in place of a name, which does not show whose website it is.'),
        },
      ];
}

function schemeFindings({ scheme }: ParsedUrl, isOwnMachine: boolean): UrlFinding[] {
  return scheme === 'https' || isOwnMachine
    ? []
    : [
        {
          code: 'notHttps',
          severity: 'warning',
          sentence: t('The connection is not encrypted: others can read and change what you see and type.'),
        },
      ];
}

function portFindings({ port }: ParsedUrl, isOwnMachine: boolean): UrlFinding[] {
  return port === '' || isOwnMachine
    ? []
    : [
        {
          code: 'unusualPort',
          severity: 'warning',
          sentence: t('Port {0} is unusual for a website.', port),
        },
      ];
}

function scopeFindings({ hostname, isIp }: ParsedUrl, scope: NetworkScope): UrlFinding[] {
  switch (scope) {
    case 'machine':
      return [{ code: 'ownComputer', severity: 'note', sentence: t('This page is on your own computer.') }];
    case 'network':
      return [
        {
          code: 'localName',
          severity: isIp ? 'warning' : 'note',
          sentence: t('{0} is not a public website: it is a device in your own network.', hostname),
        },
      ];
    case 'world':
      return [];
  }
}

/** Findings that depend on the server, and on the sites that were opened before. */
function relationFindings(url: ParsedUrl, { serverUrl, visited }: UrlContext): UrlFinding[] {
  const findings: UrlFinding[] = [];
  const site = siteOf(url);
  const serverSite = serverUrl === undefined ? undefined : registrableDomainOf(serverUrl);
  if (serverSite !== undefined && serverSite !== site) {
    findings.push({
      code: 'otherDomain',
      severity: 'note',
      sentence: t('The server itself is at {0}, not at {1}.', serverSite, site),
    });
  }
  if (!visited.includes(site)) {
    findings.push({
      code: 'firstTime',
      severity: 'note',
      sentence: t('This server has not sent you to {0} before.', site),
    });
  }
  return findings;
}
