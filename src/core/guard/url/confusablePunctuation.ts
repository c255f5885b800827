/** Signs in the name of a website that pass for those which end it. Source: Unicode UTS #36, "Syntax Spoofing". */

/** Of ordinary names, with the dots that Catalan and Japanese write inside words. */
const ordinary = /[\p{Letter}\p{Mark}\p{Number}\p{Extended_Pictographic}._\-\u00B7\u30FB\u200C\u200D]/u;
/** Letters that look like `/`, `?`, `!` or `:`. They are at home among letters of their own alphabet. */
const passing = /([\u01C0-\u01C3\u0294\u02D0\u02D1\u3033-\u3035\u30CE\u30BD\u30BE\u30F3\u4E36\u4E3F])/u;
const besideLatin = new RegExp(`[a-z0-9]${passing.source}|${passing.source}[a-z0-9]`, 'u');

/** The first character of a host that is neither letter nor digit. */
export function unusualCharacter(unicodeHostname: string): string | undefined {
  return [...unicodeHostname].find((character) => !ordinary.test(character));
}

/** The first letter of a host that passes for a sign where it stands. */
export function punctuationLookAlike(unicodeHostname: string): string | undefined {
  const found = besideLatin.exec(unicodeHostname);
  return found?.[1] ?? found?.[2];
}
