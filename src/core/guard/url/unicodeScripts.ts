/** Finds letters that look Latin, and the scripts of a name. Source: Unicode UTS #39, reduced to the characters of a host name. */

/**
 * The lower-case letters that a host name may contain after normalization (UTS #46), by the Latin letter that they look like.
 * Accents are removed before the comparison, so accented letters are not listed.
 */
const lookAlikeLetters: Readonly<Record<string, string>> = {
  a: 'аɑαạ',
  b: 'ьƅɓ',
  c: 'сϲƈⅽ',
  d: 'ԁɗđ',
  e: 'еєҽɛ',
  f: 'ſƒẝ',
  g: 'ɡԍցǥ',
  h: 'һհħ',
  i: 'іıɩιӏɪ',
  j: 'јϳɉ',
  k: 'кκĸҝ',
  l: 'ӏǀłʟ',
  m: 'мɱ',
  n: 'пոηɲ',
  o: 'оοօσøөჿഠ০೦๐໐०੦૦୦௦౦൦၀០',
  p: 'рρϱ',
  q: 'ԛգɋ',
  r: 'гɾʀᴦ',
  s: 'ѕʂꜱ',
  t: 'тτŧƭ',
  u: 'υսʋцᴜ',
  v: 'ѵνᴠ',
  w: 'ԝшաωɯ',
  x: 'хχ×',
  y: 'уүγʏყ',
  z: 'ʐᴢƶ',
};
const latinByLookAlike = new Map(
  Object.entries(lookAlikeLetters).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** Groups of characters that are hard to distinguish in many fonts, with the character that replaces them. */
const confusables: readonly (readonly [string, RegExp])[] = [
  ['m', /rn/g],
  ['w', /vv/g],
  ['d', /cl/g],
  ['o', /0/g],
  ['l', /[1i]/g],
  ['s', /5/g],
];

/** Replaces each letter that looks Latin by that Latin letter, and removes accents. */
export function toLatin(name: string): string {
  return [...withoutMarks(name)].map((letter) => latinByLookAlike.get(letter) ?? letter).join('');
}

/** The skeleton (UTS #39) of a name: names with the same skeleton are hard to distinguish. Not a text to show. */
export function skeletonOf(name: string): string {
  return confusables.reduce((text, [replacement, characters]) => text.replace(characters, replacement), toLatin(name));
}

const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Georgian',
  'Cherokee',
  'Devanagari',
  'Bengali',
  'Thai',
  'Lao',
  'Malayalam',
  'Kannada',
  'Tamil',
  'Telugu',
  'Ethiopic',
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Bopomofo',
] as const;
const matchers = scripts.map((script) => [script, new RegExp(`\\p{Script_Extensions=${script}}`, 'u')] as const);

/** The scripts that one language uses together. Source: UTS #39, "Restriction-Level Detection", highly restrictive. */
const scriptsUsedTogether: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];

/** The scripts of a name; a script that is not in `scripts` is `Other`. */
export function scriptsOf(name: string): readonly string[] {
  const found = new Set<string>();
  for (const letter of name) {
    const script = matchers.find(([, matcher]) => matcher.test(letter))?.[0];
    if (/\p{Letter}/u.test(letter) || (script !== undefined && /\p{Number}/u.test(letter))) {
      found.add(script ?? 'Other');
    }
  }
  return [...found];
}

/** True if no language uses these scripts together in one word. */
export function isMixedScript(found: readonly string[]): boolean {
  return found.length > 1 && !scriptsUsedTogether.some((allowed) => found.every((script) => allowed.includes(script)));
}

function withoutMarks(name: string): string {
  return name.normalize('NFD').replace(/\p{Mark}/gu, '');
}
