import { t } from '@vscode/l10n';
import { hostParts } from './publicSuffix.ts';
import type { ParsedUrl } from './readUrl.ts';
import { skeletonOf, toLatin } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFinding.ts';
import { isSharedDomain, isWellKnown, type WellKnownSite, wellKnownSites } from './wellKnownSites.ts';

/** The length from which a name is searched inside words, in UTF-16 code units. Shorter names are part of too many words. */
const minLengthInsideWord = 6;

/** Findings for a well-known name in the subdomain of another owner's domain, or in that domain. */
export function brandImpersonation({ hostname, unicodeHostname, registrableDomain: domain }: ParsedUrl): UrlFinding[] {
  if (domain === undefined || (isWellKnown(domain) && !isSharedDomain(domain))) {
    return [];
  }
  const labels = domain.split('.').length;
  const inFront = unicodeHostname.replace(/\.$/, '').split('.').slice(0, -labels).map(toLatin);
  const subdomain = `.${inFront.join('.')}.`;
  const siteWithDomain = wellKnownSites.find(({ domains }) =>
    domains.some((known) => subdomain.includes(`.${known}.`) || subdomain.includes(known.replaceAll('.', '-'))),
  );
  const brand = siteWithDomain ?? wellKnownSites.find((site) => inFront.some((label) => containsBrand(label, site)));
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
  const siteInName = wellKnownSites.find((site) => name !== site.name && containsBrand(name, site));
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

/** True if a label contains the name: as one of its words between hyphens or underscores, or anywhere if the name is long. */
function containsBrand(label: string, { name, ordinary }: WellKnownSite): boolean {
  if (ordinary) {
    return false;
  }
  const words = label.split(/[-_]/);
  return (
    words.some((word) => word === name || skeletonOf(word) === skeletonOf(name)) ||
    (name.length >= minLengthInsideWord && label.includes(name))
  );
}
