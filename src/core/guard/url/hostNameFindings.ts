import { domainToUnicode } from 'node:url';
import { t } from '@vscode/l10n';
import { brandImpersonation } from './brandImpersonation.ts';
import { lookAlikes } from './lookAlikes.ts';
import type { ParsedUrl } from './readUrl.ts';
import { isMixedScript, scriptsOf } from './unicodeScripts.ts';
import type { UrlFinding } from './urlFinding.ts';

/** Findings for a host name that imitates another or has confusing characters. `known`: the sites that the user has opened. */
export function hostNameFindings(url: ParsedUrl, known: readonly string[]): UrlFinding[] {
  if (url.isIp) {
    return [];
  }
  const lookAlike = lookAlikes(url, known);
  const brands = brandImpersonation(url).filter(({ code }) => code !== 'brandInDomain' || lookAlike.length === 0);
  return [...punctuationFindings(url), ...scriptFindings(url), ...lookAlike, ...brands];
}

/** Findings for characters in the name that look like punctuation after which the name would end. */
function punctuationFindings({ unicodeHostname, hostname }: ParsedUrl): UrlFinding[] {
  const character = unusualCharacter(unicodeHostname) ?? punctuationLookAlike(unicodeHostname);
  if (character !== undefined) {
    return [
      {
        code: 'strangeSigns',
        severity: 'severe',
        sentence: t(
          'The name of the website has an unusual character in it ({0}), which can hide where the name ends.',
          character,
        ),
      },
    ];
  }
  return hostname.split('.').some(isFalsePunycode)
    ? [
        {
          code: 'strangeSigns',
          severity: 'severe',
          sentence: t('The name of the website is written so that it can be taken for another. It is {0}.', hostname),
        },
      ]
    : [];
}

function scriptFindings({ hostname, unicodeHostname }: ParsedUrl): UrlFinding[] {
  const findings: UrlFinding[] = [];
  if (unicodeHostname !== hostname) {
    findings.push({
      code: 'internationalName',
      severity: 'note',
      sentence: t('The name has letters other than a to z. Browsers read it as {0}.', hostname),
    });
  }
  const mixed = unicodeHostname.split('.').find((label) => isMixedScript(scriptsOf(label)));
  if (mixed !== undefined) {
    findings.push({
      code: 'mixedScripts',
      severity: 'severe',
      sentence: t('The name "{0}" mixes letters of different alphabets, so it can look like another name.', mixed),
    });
  }
  return findings;
}

/** True for a label with the prefix of Punycode that cannot be decoded, or decodes to ASCII letters. */
function isFalsePunycode(label: string): boolean {
  return label.startsWith('xn--') && /^[a-z0-9-]*$/.test(domainToUnicode(label));
}

/** Matches characters of ordinary host names, including the dots inside words in Catalan and Japanese. */
const ordinaryCharacter = /[\p{Letter}\p{Mark}\p{Number}\p{Extended_Pictographic}._\-\u00B7\u30FB\u200C\u200D]/u;
/** Matches letters that look like `/`, `?`, `!` or `:`. They are ordinary among letters of the same alphabet. */
const punctuationLike = /([\u01C0-\u01C3\u0294\u02D0\u02D1\u3033-\u3035\u30CE\u30BD\u30BE\u30F3\u4E36\u4E3F])/u;
const punctuationLikeBesideLatin = new RegExp(
  `[a-z0-9]${punctuationLike.source}|${punctuationLike.source}[a-z0-9]`,
  'u',
);

/** The first character of a host name that is not ordinary. Source: Unicode UTS #36, "Syntax Spoofing". */
function unusualCharacter(unicodeHostname: string): string | undefined {
  return [...unicodeHostname].find((character) => !ordinaryCharacter.test(character));
}

/** The first letter beside a Latin letter or digit that looks like punctuation. Source: Unicode UTS #36, "Syntax Spoofing". */
function punctuationLookAlike(unicodeHostname: string): string | undefined {
  const match = punctuationLikeBesideLatin.exec(unicodeHostname);
  return match?.[1] ?? match?.[2];
}
