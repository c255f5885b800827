import { domainToUnicode } from 'node:url';
import { t } from '@vscode/l10n';
import { brandImpersonation } from './brandImpersonation.ts';
import { punctuationLookAlike, unusualCharacter } from './confusablePunctuation.ts';
import { lookAlikes } from './lookAlikes.ts';
import type { ReadUrl } from './readUrl.ts';
import { isMixedScript, scriptsOf } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFindings.ts';

/** What the name of a website says about who wants to be taken for whom. `known`: domains that were opened before. */
export function hostNameFindings(url: ReadUrl, known: readonly string[]): UrlFinding[] {
  if (url.isIp) {
    return [];
  }
  const alike = lookAlikes(url, known);
  const borrowed = brandImpersonation(url).filter(({ code }) => code !== 'brandInDomain' || alike.length === 0);
  return [...signFindings(url), ...letterFindings(url), ...alike, ...borrowed];
}

/** Signs that look like the end of the name, and are part of it. */
function signFindings({ unicodeHostname, hostname }: ReadUrl): UrlFinding[] {
  const sign = unusualCharacter(unicodeHostname) ?? punctuationLookAlike(unicodeHostname);
  if (sign !== undefined) {
    return [
      {
        code: 'strangeSigns',
        severity: 'severe',
        sentence: t(
          'The name of the website has an unusual sign in it ({0}), which can hide where the name ends.',
          sign,
        ),
      },
    ];
  }
  return hostname.split('.').some(isNoCode)
    ? [
        {
          code: 'strangeSigns',
          severity: 'severe',
          sentence: t(
            'The name of the website is written in a way that can make it pass for another: it is {0}.',
            hostname,
          ),
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
      sentence: t('The name has letters beyond a to z. To browsers it is {0}.', hostname),
    });
  }
  const mixed = unicodeHostname.split('.').find((label) => isMixedScript(scriptsOf(label)));
  if (mixed !== undefined) {
    findings.push({
      code: 'mixedScripts',
      severity: 'severe',
      sentence: t('The name "{0}" mixes letters of different alphabets, which can look like another name.', mixed),
    });
  }
  return findings;
}

/** A label that says that it is encoded, and stands for nothing or for plain letters. */
function isNoCode(label: string): boolean {
  return label.startsWith('xn--') && /^[a-z0-9-]*$/.test(domainToUnicode(label));
}
