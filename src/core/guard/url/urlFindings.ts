import { t } from '@vscode/l10n';
import { escapeInvisible } from '#form/text.ts';
import { addressFindings } from './addressFindings.ts';
import { hostNameFindings } from './hostNameFindings.ts';
import { registrableDomainOf } from './publicSuffix.ts';
import type { ReadUrl } from './readUrl.ts';

/** Something about a URL that the person should know before it is opened. */
export interface UrlFinding {
  readonly code: UrlFindingCode;
  /** `note`: good to know. `warning`: look twice. `severe`: opening it takes a second, deliberate step. */
  readonly severity: 'note' | 'warning' | 'severe';
  /** One sentence, for people who know nothing of URLs. */
  readonly sentence: string;
}

export type UrlFindingCode =
  | 'internationalName'
  | 'mixedScripts'
  | 'strangeSigns'
  | 'lookAlike'
  | 'userInfo'
  | 'brandInSubdomain'
  | 'brandInDomain'
  | 'ipAddress'
  | 'notHttps'
  | 'ownComputer'
  | 'localName'
  | 'unusualPort'
  | 'hiddenCharacters'
  | 'encodedHost'
  | 'oddForm'
  | 'veryLong'
  | 'otherDomain'
  | 'firstTime';

interface UrlContext {
  /** Where the server itself is; `undefined` for a program on this machine. */
  readonly serverUrl?: string | undefined;
  /** Domains that this server has sent the person to before: see `siteOf`. */
  readonly visited: readonly string[];
  /** Domains that any server has sent the person to before. */
  readonly known: readonly string[];
}

/** More than a person reads. In UTF-16 code units. */
const longUrl = 500;
/** Longer than any that a person chooses. In characters. */
const longHost = 75;
const order = { severe: 0, warning: 1, note: 2 };

/** What there is to say about a URL, the most serious first. Nothing is looked up or fetched. */
export function urlFindings(url: ReadUrl, context: UrlContext): readonly UrlFinding[] {
  return [
    ...formFindings(url),
    ...addressFindings(url),
    ...hostNameFindings(url, context.known),
    ...relationFindings(url, context),
  ].sort((one, other) => order[one.severity] - order[other.severity]);
}

/** What a person remembers a site by: its registrable domain, or the host where there is none. */
export function siteOf(url: ReadUrl): string {
  return url.registrableDomain ?? url.hostname;
}

/** How it is written. */
function formFindings({ raw, userInfo, hostname, writtenHost, slashes, unicodeHostname }: ReadUrl): UrlFinding[] {
  const findings: UrlFinding[] = [];
  if (userInfo !== undefined) {
    findings.push({
      code: 'userInfo',
      severity: 'severe',
      sentence: t(
        'What stands before the @ is not the website, however much it looks like one: this leads to {0}.',
        unicodeHostname,
      ),
    });
  }
  if (escapeInvisible(raw) !== raw || raw.includes(' ')) {
    findings.push({
      code: 'hiddenCharacters',
      severity: 'severe',
      sentence: t(
        'The address has characters in it that cannot be seen, or that change the order of others. Here they are written out, as [U+…].',
      ),
    });
  }
  if (writtenHost.includes('%')) {
    findings.push({
      code: 'encodedHost',
      severity: 'severe',
      sentence: t('The name of the website is written in a code that hides it: it stands for {0}.', unicodeHostname),
    });
  }
  if (slashes !== '//' || raw.slice(0, raw.search(/[?#]|$/)).includes('\\')) {
    findings.push({
      code: 'oddForm',
      severity: 'severe',
      sentence: t('The address is written in an unusual way that can hide where it leads: to {0}.', unicodeHostname),
    });
  }
  if (hostname.length > longHost || raw.length > longUrl) {
    findings.push({
      code: 'veryLong',
      severity: 'note',
      sentence:
        hostname.length > longHost
          ? t('The name of the website is very long. Only its end, the emphasised part, says whose it is.')
          : t(
              'The address is very long ({0} characters). Only the emphasised part says whose website it is.',
              raw.length,
            ),
    });
  }
  return findings;
}

/** How it stands to the server that sent it, and to what was opened before. */
function relationFindings(url: ReadUrl, { serverUrl, visited }: UrlContext): UrlFinding[] {
  const findings: UrlFinding[] = [];
  const site = siteOf(url);
  const own = serverUrl === undefined ? undefined : registrableDomainOf(serverUrl);
  if (own !== undefined && own !== site) {
    findings.push({
      code: 'otherDomain',
      severity: 'note',
      sentence: t('The server itself is at {0}, not at {1}.', own, site),
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
