import { domainToUnicode } from 'node:url';
import { borrowedNames } from './borrowed.ts';
import type { UrlFinding } from './findings.ts';
import { lookAlikes } from './lookAlikes.ts';
import type { ReadUrl } from './readUrl.ts';
import { isMixture, scriptsOf } from './scripts.ts';
import { passesForSign, strangeSign } from './signs.ts';

/** What the name of a website says about who wants to be taken for whom. `known`: domains that were opened before. */
export function nameFindings(url: ReadUrl, known: readonly string[]): UrlFinding[] {
  if (url.isIp) {
    return [];
  }
  const alike = lookAlikes(url, known);
  const borrowed = borrowedNames(url).filter(({ code }) => code !== 'brandInDomain' || alike.length === 0);
  return [...signFindings(url), ...letterFindings(url), ...alike, ...borrowed];
}

/** Signs that look like the end of the name, and are part of it. */
function signFindings({ unicodeHostname, hostname }: ReadUrl): UrlFinding[] {
  const sign = strangeSign(unicodeHostname) ?? passesForSign(unicodeHostname);
  if (sign !== undefined) {
    return [
      {
        code: 'strangeSigns',
        severity: 'severe',
        sentence: `The name of the website has an unusual sign in it (${sign}), which can hide where the name ends.`,
      },
    ];
  }
  return hostname.split('.').some(isNoCode)
    ? [
        {
          code: 'strangeSigns',
          severity: 'severe',
          sentence: `The name of the website is written in a way that can make it pass for another: it is ${hostname}.`,
        },
      ]
    : [];
}

function letterFindings({ hostname, unicodeHostname }: ReadUrl): UrlFinding[] {
  const findings: UrlFinding[] = [];
  if (unicodeHostname !== hostname) {
    findings.push({
      code: 'internationalName',
      severity: 'note',
      sentence: `The name has letters beyond a to z. To browsers it is ${hostname}.`,
    });
  }
  const mixed = unicodeHostname.split('.').find((label) => isMixture(scriptsOf(label)));
  if (mixed !== undefined) {
    findings.push({
      code: 'mixedScripts',
      severity: 'severe',
      sentence: `The name "${mixed}" mixes letters of different alphabets, which can look like another name.`,
    });
  }
  return findings;
}

/** A label that says that it is encoded, and stands for nothing or for plain letters. */
function isNoCode(label: string): boolean {
  return label.startsWith('xn--') && /^[a-z0-9-]*$/.test(domainToUnicode(label));
}
