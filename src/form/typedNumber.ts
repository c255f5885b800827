/**
 * Reads numbers as users type them, and compares them as decimals, so that binary fractions do not matter: 0.3 is a multiple
 * of 0.1.
 */

import { t } from '@vscode/l10n';

/** `digits` × 10^`exponent`, without leading or trailing zeros; zero has no digits. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const decimalPattern = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** The accepted syntax after normalization: JSON's numbers, and also `+5`, `.5`, `5.`, `007`. */
const typedPattern = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Plain signs of a number, by their other characters: the typographic minus, Arabic separators, full-width characters. */
const plainSigns: ReadonlyMap<string, string> = new Map([
  ['\u2212', '-'],
  ['\u066b', '.'],
  ['\u066c', '’'],
  ['\uff0b', '+'],
  ['\uff0c', ','],
  ['\uff0d', '-'],
  ['\uff0e', '.'],
]);
const otherSignPattern = /[\u2212\u066b\u066c\uff0b-\uff0e]/g;
const digitPattern = /\p{Nd}/u;
const otherDigitPattern = /(?!\d)\p{Nd}/gu;

/** Common separators of thousands, other than points and commas. */
const separatedPattern = /^[+-]?\d+(?:[_'’ \u00a0\u2009\u202f]\d+)+([.,]\d+)?$/;

/** In characters. No number that can be sent exactly is as long. */
const maxTypedLength = 400;

type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** Not a number. `hint`: a sentence with the probably intended number in an accepted syntax. */
  | { readonly kind: 'unreadable'; readonly hint?: string }
  /** A number that a JSON parser would read as infinity, or as another number than the typed one. */
  | { readonly kind: 'inexact' };

/**
 * Reads a typed number. Surrounding spaces are ignored, and digits of all scripts accepted. The value is finite and exactly
 * the typed number. `integer`: a whole number is expected, so that no hint suggests a fraction.
 */
export function readTypedNumber(typed: string, integer = false): ReadNumber {
  const trimmed = typed.trim();
  if (trimmed.length > maxTypedLength) {
    return { kind: 'inexact' };
  }
  const text = toPlainSigns(trimmed);
  if (!typedPattern.test(text)) {
    return { kind: 'unreadable', hint: hintFor(text, integer) };
  }
  const value = Number(text);
  if (!Number.isFinite(value) || !isSame(decimalOf(text), decimalOf(String(value)))) {
    return { kind: 'inexact' };
  }
  // JSON.stringify writes -0 as 0.
  return { kind: 'number', value: value === 0 ? 0 : value };
}

/** True if `value` is a whole multiple of `divisor`, both taken as decimals. Both must be finite, and `divisor` above 0. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [a, b] = [decimalOf(String(value)), decimalOf(String(divisor))];
  const scale = Math.min(a.exponent, b.exponent);
  const dividend = BigInt(a.digits || '0') * 10n ** BigInt(a.exponent - scale);
  return dividend % (BigInt(b.digits) * 10n ** BigInt(b.exponent - scale)) === 0n;
}

/** Replaces signs and digits by plain ones. Does not use NFKC, which would read a superscript or circled 2 as a plain 2. */
function toPlainSigns(text: string): string {
  return text.replace(otherSignPattern, (sign) => plainSigns.get(sign) ?? sign).replace(otherDigitPattern, plainDigit);
}

/**
 * The ASCII digit for a digit of any script. The digits of a script are consecutive from 0 to 9, and the digits of some scripts
 * follow each other directly, hence the modulus. Source: The Unicode Standard, 4.6 "Numeric Value".
 */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (digitPattern.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}

function hintFor(text: string, integer: boolean): string | undefined {
  if (!integer && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) {
    // A separator of thousands in some countries, of the fraction in others.
    return t('Write {0} without the comma, or {1} with a point.', text.replace(',', ''), text.replace(',', '.'));
  }
  if (/^[+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,)$/.test(text)) {
    return t('Write the number without commas: {0}.', text.replaceAll(',', ''));
  }
  if (!integer && /^[+-]?\d+,\d+$/.test(text)) {
    return t('Write {0} with a point.', text.replace(',', '.'));
  }
  if (!integer && /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) {
    return t('Write {0} with a point.', text.replaceAll('.', '').replace(',', '.'));
  }
  const fraction = separatedPattern.exec(text)?.[1];
  if (fraction?.startsWith(',')) {
    return integer ? undefined : t('Write {0} with a point.', text.replace(/[^\d,+-]/g, '').replace(',', '.'));
  }
  if (separatedPattern.test(text) || /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(text)) {
    const separators = fraction === undefined ? /[^\d+-]/g : /[^\d.+-]/g;
    return t('Write the number without separators: {0}.', text.replace(separators, ''));
  }
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i.test(text)) {
    return t('Write the number in decimal digits: {0}.', String(BigInt(text)));
  }
  return undefined;
}

function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') {
    end -= 1;
  }
  if (end === 0) {
    return { negative: false, digits: '', exponent: 0 };
  }
  const shiftedExponent = Number(exponent) - fraction.length + (digits.length - end);
  return { negative: sign === '-', digits: digits.slice(0, end), exponent: shiftedExponent };
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a.negative === b.negative && a.digits === b.digits && a.exponent === b.exponent;
}
