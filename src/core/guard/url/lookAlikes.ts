import { domainToUnicode } from 'node:url';
import { t } from '@vscode/l10n';
import { hostParts } from './publicSuffix.ts';
import type { ParsedUrl } from './readUrl.ts';
import { scriptsOf, skeletonOf, toLatin } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFinding.ts';
import { isWellKnown, wellKnownSites } from './wellKnownSites.ts';

/** The lengths from which names are compared for similarity and for equality, in UTF-16 code units. */
const minSimilarLength = 6;
const minEqualLength = 4;
/** Ordinary words that differ by one letter from a well-known name. */
const ordinaryWords = new Set(
  'cloud discard docked docket finance goggles locker rocker striped stripes strike strive tripe'.split(' '),
);

interface ImitatedSite {
  /** The name of the site in Unicode, without the public suffix. */
  readonly name: string;
  readonly domain: string;
  /** True for a site that the user has opened, false for one of `wellKnownSites`. */
  readonly isOpened: boolean;
  /** True if the name is an ordinary word. */
  readonly isOrdinary: boolean;
}

/** Returns a finding if the name looks like, or differs little from, that of a well-known site or of an opened site. At most one finding. */
export function lookAlikes(
  { registrableDomain: domain, unicodeHostname }: ParsedUrl,
  known: readonly string[],
): UrlFinding[] {
  const name = domain === undefined ? undefined : mainName(domain);
  if (domain === undefined || name === undefined || isWellKnown(domain)) {
    return [];
  }
  const unicode = domainToUnicode(name) || name;
  const isKnown = known.includes(domain);
  const imitated = [...wellKnownSites.map(fromWellKnown), ...(isKnown ? [] : known.flatMap(fromOpened))];
  const isLookAlikeOf = (other: ImitatedSite) =>
    skeletonOf(other.name) === skeletonOf(unicode) && (other.name !== unicode || name !== unicode);
  const same = imitated.find(isLookAlikeOf);
  if (same) {
    return [
      lookAlike(
        'severe',
        same.isOpened
          ? t('This looks like {0}, where you have been before, but it is another website.', same.domain)
          : t('This looks like {0}, but it is another website.', same.domain),
      ),
    ];
  }
  // The weaker findings are left out for a site that the user has opened, because they were shown before it was opened.
  return isKnown ? [] : [...similarNames(unicode, imitated), ...foreignAlphabet(unicode, unicodeHostname)].slice(0, 1);
}

function similarNames(unicode: string, imitated: readonly ImitatedSite[]): UrlFinding[] {
  const candidates = imitated.filter(({ isOrdinary }) => !isOrdinary);
  const sameName = candidates.find(({ name }) => name === unicode && name.length >= minEqualLength);
  if (sameName) {
    const sentence = sameName.isOpened
      ? t(
          'The name is that of {0}, where you have been before, but the ending is another: it may be another website.',
          sameName.domain,
        )
      : t('The name is that of {0}, but the ending is another: it may be another website.', sameName.domain);
    return [lookAlike('warning', sentence)];
  }
  const similar = ordinaryWords.has(unicode)
    ? undefined
    : candidates.find(({ name }) => isSimilar(unicode, name) || isSameWithoutHyphens(unicode, name));
  return similar
    ? [
        lookAlike(
          'warning',
          similar.isOpened
            ? t(
                'The name is nearly that of {0}, where you have been before, but it is another website.',
                similar.domain,
              )
            : t('The name is nearly that of {0}, but it is another website.', similar.domain),
        ),
      ]
    : [];
}

/** A finding for a name that looks Latin but is written in another alphabet. */
function foreignAlphabet(unicode: string, unicodeHostname: string): UrlFinding[] {
  const latin = toLatin(unicode);
  const foreign = scriptsOf(unicode).filter((script) => script !== 'Latin');
  // A top-level domain in the same alphabet shows that the name is not Latin.
  const suffixScripts = scriptsOf(unicodeHostname.slice(unicodeHostname.lastIndexOf('.') + 1));
  return foreign.length > 0 && !foreign.every((script) => suffixScripts.includes(script)) && /^[a-z0-9-]+$/.test(latin)
    ? [lookAlike('warning', t('The name looks like "{0}", but it is written in letters of another alphabet.', latin))]
    : [];
}

function fromWellKnown({ name, domains, ordinary }: (typeof wellKnownSites)[number]): ImitatedSite {
  return { name, domain: domains[0] ?? name, isOpened: false, isOrdinary: ordinary === true };
}

function fromOpened(domain: string): ImitatedSite[] {
  const name = mainName(domain);
  return name === undefined ? [] : [{ name: domainToUnicode(name) || name, domain, isOpened: true, isOrdinary: false }];
}

/** The domain without its public suffix: `example` of `example.co.uk`. */
function mainName(domain: string): string | undefined {
  return hostParts(domain).domainWithoutSuffix ?? undefined;
}

function isSameWithoutHyphens(one: string, other: string): boolean {
  return other.length >= minEqualLength && one.replaceAll('-', '') === other.replaceAll('-', '');
}

/** True if the names differ by one inserted, deleted or replaced letter, or by two swapped neighbours. */
function isSimilar(one: string, other: string): boolean {
  if (other.length < minSimilarLength || Math.abs(one.length - other.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) {
    start += 1;
  }
  const [a, b] = [one.slice(start), other.slice(start)];
  const swapped = a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return swapped || a.slice(1) === b || a === b.slice(1) || a.slice(1) === b.slice(1);
}

function lookAlike(severity: 'warning' | 'severe', sentence: string): UrlFinding {
  return { code: 'lookAlike', severity, sentence };
}
