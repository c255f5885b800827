import { t } from '@vscode/l10n';
import { hostParts } from './publicSuffix.ts';
import type { ReadUrl } from './readUrl.ts';
import { skeletonOf, toLatin } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFindings.ts';
import { isSharedDomain, isWellKnown, type WellKnownSite, wellKnownSites } from './wellKnownSites.ts';

/** Shorter names are found inside too many words. */
const shortestInside = 6;

/** A well-known name where its owner has no say: in front of somebody's domain, or inside it. */
export function brandImpersonation({ hostname, unicodeHostname, registrableDomain: domain }: ReadUrl): UrlFinding[] {
  if (domain === undefined || (isWellKnown(domain) && !isSharedDomain(domain))) {
    return [];
  }
  const labels = domain.split('.').length;
  const inFront = unicodeHostname.replace(/\.$/, '').split('.').slice(0, -labels).map(toLatin);
  const subdomain = `.${inFront.join('.')}.`;
  const whole = wellKnownSites.find(({ domains }) =>
    domains.some((own) => subdomain.includes(`.${own}.`) || subdomain.includes(own.replaceAll('.', '-'))),
  );
  const brand = whole ?? wellKnownSites.find((site) => inFront.some((label) => bears(label, site)));
  if (brand) {
    return [
      {
        code: 'brandInSubdomain',
        severity: whole ? 'severe' : 'warning',
        sentence: t('"{0}" only stands in front: the website belongs to {1}.', brand.name, domain),
      },
    ];
  }
  const name = hostParts(hostname).domainWithoutSuffix ?? '';
  const inside = wellKnownSites.find((site) => name !== site.name && bears(name, site));
  return inside
    ? [
        {
          code: 'brandInDomain',
          severity: 'warning',
          sentence: t('"{0}" is in the name, but {1} is not {2}.', inside.name, domain, inside.domains[0] ?? ''),
        },
      ]
    : [];
}

/** True when a label has the name in it: as one of its words, or, where nothing else reads like it, anywhere. */
function bears(label: string, { name, ordinary }: WellKnownSite): boolean {
  if (ordinary) {
    return false;
  }
  const words = label.split(/[-_]/);
  return (
    words.some((word) => word === name || skeletonOf(word) === skeletonOf(name)) ||
    (name.length >= shortestInside && label.includes(name))
  );
}
