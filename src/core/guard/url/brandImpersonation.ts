import { t } from '@vscode/l10n';
import { lazy } from '#core/common/lazy.ts';
import { hostParts } from './publicSuffix.ts';
import type { ParsedUrl } from './readUrl.ts';
import { skeletonOf, toLatin } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFinding.ts';
import { isSharedDomain, isWellKnown, type WellKnownSite, wellKnownSites } from './wellKnownSites.ts';

/** The length from which a name is searched inside words, in UTF-16 code units. Shorter names are part of too many words. */
const minLengthInsideWord = 6;

/** The skeleton of the name of each site. */
const skeletonsOfSites = lazy(() => new Map(wellKnownSites.map(({ name }) => [name, skeletonOf(name)])));

/** Findings for a well-known name in the subdomain of another owner's domain, or in that domain. */
export function brandImpersonation({ hostname, unicodeHostname, registrableDomain: domain }: ParsedUrl): UrlFinding[] {
  if (domain === undefined || (isWellKnown(domain) && !isSharedDomain(domain))) {
    return [];
  }
  const labels = domain.split('.').length;
  const inFront = unicodeHostname.replace(/\.$/, '').split('.').slice(0, -labels).map(toLatin);
  const subdomain = `.${inFront.join('.')}.`;
  const labelsInFront = inFront.map(comparedLabel);
  const siteWithDomain = wellKnownSites.find(({ domains }) =>
    domains.some((known) => subdomain.includes(`.${known}.`) || subdomain.includes(known.replaceAll('.', '-'))),
  );
  const brand =
    siteWithDomain ?? wellKnownSites.find((site) => labelsInFront.some((label) => containsBrand(label, site)));
  if (brand) {
    return [
      {
        code: 'brandInSubdomain',
        severity: siteWithDomain ? 'severe' : 'warning',
        sentence: t('"{0}" is only the beginning of the name: the website belongs to {1}.', brand.name, domain),
      },
    ];
  }
  const name = hostParts(hostname).domainWithoutSuffix ?? '';
  const comparedName = comparedLabel(name);
  const siteInName = wellKnownSites.find((site) => name !== site.name && containsBrand(comparedName, site));
  return siteInName
    ? [
        {
          code: 'brandInDomain',
          severity: 'warning',
          sentence: t(
            '"{0}" is in the name, but {1} is not {2}.',
            siteInName.name,
            domain,
            siteInName.domains[0] ?? '',
          ),
        },
      ]
    : [];
}

/** A label with what is compared with the name of each site. */
interface ComparedLabel {
  readonly label: string;
  /** The words between hyphens or underscores, as written and as skeletons. */
  readonly words: ReadonlySet<string>;
  readonly skeletons: ReadonlySet<string>;
}

function comparedLabel(label: string): ComparedLabel {
  const words = label.split(/[-_]/);
  return { label, words: new Set(words), skeletons: new Set(words.map(skeletonOf)) };
}

/** True if a label contains the name: as one of its words, or anywhere if the name is long. */
function containsBrand({ label, words, skeletons }: ComparedLabel, { name, ordinary }: WellKnownSite): boolean {
  if (ordinary) {
    return false;
  }
  return (
    words.has(name) ||
    skeletons.has(skeletonsOfSites().get(name) ?? name) ||
    (name.length >= minLengthInsideWord && label.includes(name))
  );
}
