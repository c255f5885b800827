/** What a field accepts, where that tells what it is for. Patterns of a server are read as text and never run. */
import type { Field, NumberField, TextField } from '#form/model.ts';
import { keyPrefixes } from './secretShapes.ts';
import type { SensitiveKind } from './sensitiveKinds.ts';

/** So much of a pattern is read. */
export const patternLengthRead = 200;
const DIGITS_PATTERN = /^\^?(?:\(\?:|\()?(?:\\d|\[0-9\])\{(\d{1,2})(?:,(\d{0,2}))?\}\)?\$?$/;
/** Options so short and so many spell something: ten digits, or letters. */
const FEWEST_SPELLING = 10;

/** A field into which something is typed. */
type TypedField = TextField | NumberField;

/** Text and numbers can be a secret; a yes, a choice, a date, an address of mail cannot. */
export function isTypedField(field: Field): field is TypedField {
  return field.kind === 'number' || (field.kind === 'text' && (field.format === undefined || field.format === 'uri'));
}

/** Whether a field offers single characters to choose from: a digit of a PIN, a letter of a password. */
export function offersSingleCharacters(field: Field): boolean {
  return (
    (field.kind === 'choice' || field.kind === 'multiChoice') &&
    field.options.length >= FEWEST_SPELLING &&
    field.options.slice(0, 100).every(({ value, label }) => `${value}`.length <= 2 && label.length <= 2)
  );
}

/** How many digits a field accepts, where it accepts nothing else: `^\d{6}$`, 100000 to 999999. */
export function acceptedDigits(field: Field): number | undefined {
  if (field.kind === 'text') {
    const [, least, most = least] = DIGITS_PATTERN.exec(field.pattern?.slice(0, patternLengthRead) ?? '') ?? [];
    return least === undefined ? undefined : Math.max(Number(least), Number(most));
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

/** `scheme://user:password@host`, in words or in brackets. */
const URL_WITH_PASSWORD = /:\/\/[^\s/:@]{1,60}:[^\s/@]{1,60}@/;

/** Whether a text shows how an address with a password in it is written. */
export function showsPasswordInUrl(text: string): boolean {
  return URL_WITH_PASSWORD.test(text);
}

/** The service whose keys a text shows or describes: `^ghp_[A-Za-z0-9]{36}$`, "starts with sk-". */
export function kindOfPrefix(text: string): SensitiveKind | undefined {
  const [found] = prefixes.exec(text) ?? [];
  return keyPrefixes.find(({ prefix }) => prefix === found)?.kind;
}
