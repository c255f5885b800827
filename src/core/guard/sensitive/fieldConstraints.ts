/** Derives the purpose of a field from its constraints. A server's pattern is only read as text and never run. */
import type { Field, ListField, NumberField, RecordField, TextField } from '#form/model.ts';
import { keyPrefixes } from './secretShapes.ts';
import type { SensitiveKind } from './sensitiveKinds.ts';

/** The number of UTF-16 code units that are read of a pattern. */
const patternLengthRead = 200;
const digitsPattern = /^\^?(?:\(\?:|\()?(?:\\d|\[0-9\])\{(\d{1,2})(?:,(\d{0,2}))?\}\)?\$?$/;
/** The number of single-character options from which they can spell a secret: ten digits, or letters. */
const minCharacterOptions = 10;

/** A field into which the user types. */
type TypedField = TextField | NumberField | ListField | RecordField;

/** True for texts, URIs and numbers, which can be secrets, also in rows; false for booleans, choices, dates and e-mail addresses. */
export function isTypedField(field: Field): field is TypedField {
  if (field.kind === 'list' || field.kind === 'record') {
    return isTypedField(field.row);
  }
  return field.kind === 'number' || (field.kind === 'text' && (field.format === undefined || field.format === 'uri'));
}

/** True if the options of a field are single characters: the digits of a PIN, or the letters of a password. */
export function offersSingleCharacters(field: Field): boolean {
  return (
    (field.kind === 'choice' || field.kind === 'multiChoice') &&
    field.options.length >= minCharacterOptions &&
    field.options.slice(0, 100).every(({ value, label }) => `${value}`.length <= 2 && label.length <= 2)
  );
}

/** The number of digits, if a field accepts only digits: `^\d{6}$`, or 100000 to 999999. */
export function acceptedDigits(field: Field): number | undefined {
  if (field.kind === 'text') {
    const [, min, max = min] = digitsPattern.exec(field.pattern?.slice(0, patternLengthRead) ?? '') ?? [];
    return min === undefined ? undefined : Math.max(Number(min), Number(max));
  }
  if (field.kind === 'number') {
    const { minimum, maximum } = field;
    const isRound = maximum !== undefined && /^9+$/.test(String(maximum)) && minimum !== undefined;
    return isRound && (minimum === 0 || /^10*$/.test(String(minimum))) ? String(maximum).length : undefined;
  }
  return undefined;
}

const prefixes = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${keyPrefixes.map(({ prefix }) => prefix).join('|')})(?=$|[^\\p{L}\\p{N}]|x)`,
  'u',
);

/** Matches `scheme://user:password@host`, with words or placeholders. */
const urlWithPassword = /:\/\/[^\s/:@]{1,60}:[^\s/@]{1,60}@/;

/** True if a text contains an example of a URL with a password. */
function showsPasswordInUrl(text: string): boolean {
  return urlWithPassword.test(text);
}

/** The kind of secret with a prefix that a text shows or describes: `^ghp_[A-Za-z0-9]{36}$`, "starts with sk-". */
function kindOfPrefix(text: string): SensitiveKind | undefined {
  const [match] = prefixes.exec(text) ?? [];
  return keyPrefixes.find(({ prefix }) => prefix === match)?.kind;
}

/** The kind of secret that the pattern of a field, or an example in its texts, shows. `shownTexts`: unparsed. */
export function kindInExample(field: Field, shownTexts: readonly string[]): SensitiveKind | undefined {
  const pattern = field.kind === 'text' ? (field.pattern ?? '') : '';
  const examples = [pattern.slice(0, patternLengthRead), ...shownTexts];
  const kindByPrefix = examples.map(kindOfPrefix).find((kind) => kind !== undefined);
  return kindByPrefix ?? (examples.some(showsPasswordInUrl) ? 'connectionString' : undefined);
}
