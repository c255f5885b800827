/**
 * Numbers as a person writes them, compared as decimals: a binary fraction never decides what was typed,
 * and 0.3 is a multiple of 0.1.
 */

import { t } from '@vscode/l10n';

/** `digits` × 10^`exponent`, without leading or trailing zeros; zero has no digits. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** What can be typed into a number field, in plain signs: JSON's numbers, and `+5`, `.5`, `5.`, `007` besides. */
const TYPED = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Signs that mean the same in a number and are other characters: the minus of pages, Arabic marks, wide characters. */
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['\u2212', '-'],
  ['\u066b', '.'],
  ['\u066c', '’'],
  ['\uff0b', '+'],
  ['\uff0c', ','],
  ['\uff0d', '-'],
  ['\uff0e', '.'],
]);
const OTHER_SIGN = /[\u2212\u066b\u066c\uff0b-\uff0e]/g;
const DIGIT = /\p{Nd}/u;
const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

/** What people write between thousands, other than points and commas. */
const SEPARATED = /^[+-]?\d+(?:[_'’ \u00a0\u2009\u202f]\d+)+([.,]\d+)?$/;

/** Far beyond what any number needs that survives being sent. */
const LONGEST = 400;

type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** Not a number as we read them; `hint` says how to write what was probably meant. */
  | { readonly kind: 'unreadable'; readonly hint?: string }
  /** A number that JSON would carry as infinity, or as another number than the one typed. */
  | { readonly kind: 'inexact' };

/**
 * Reads what was typed. Surrounding spaces are ignored, digits of all scripts read. The value is finite, and exactly the number typed. `integer`: a whole
 * number is wanted, so no hint leads to a fraction.
 */
export function readTypedNumber(typed: string, integer = false): ReadNumber {
  const trimmed = typed.trim();
  if (trimmed.length > LONGEST) {
    return { kind: 'inexact' };
  }
  const text = inPlainSigns(trimmed);
  if (!TYPED.test(text)) {
    return { kind: 'unreadable', hint: hintFor(text, integer) };
  }
  const value = Number(text);
  if (!Number.isFinite(value) || !isSame(decimalOf(text), decimalOf(String(value)))) {
    return { kind: 'inexact' };
  }
  // -0 would be written as 0 anyway.
  return { kind: 'number', value: value === 0 ? 0 : value };
}

/** Whether `value` is a whole multiple of `divisor` as decimals. Both finite, `divisor` above 0. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [a, b] = [decimalOf(String(value)), decimalOf(String(divisor))];
  const scale = Math.min(a.exponent, b.exponent);
  const dividend = BigInt(a.digits || '0') * 10n ** BigInt(a.exponent - scale);
  return dividend % (BigInt(b.digits) * 10n ** BigInt(b.exponent - scale)) === 0n;
}

/** Not Unicode's own compatibility forms (NFKC): they would read a raised 2, or one in a circle, as a 2 like any other. */
function inPlainSigns(text: string): string {
  return text.replace(OTHER_SIGN, (sign) => PLAIN.get(sign) ?? sign).replace(OTHER_DIGIT, plainDigit);
}

/** Digits stand in runs from 0 to 9, of which some follow each other. Source: The Unicode Standard, 4.6 "Numeric Value". */
function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero -= 1;
  }
  return String((code - zero) % 10);
}

function hintFor(text: string, integer: boolean): string | undefined {
  if (!integer && /^[+-]?[1-9]\d{0,2},\d{3}$/.test(text)) {
    // In some countries the thousands, in others a fraction.
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
  const fraction = SEPARATED.exec(text)?.[1];
  if (fraction?.startsWith(',')) {
    return integer ? undefined : t('Write {0} with a point.', text.replace(/[^\d,+-]/g, '').replace(',', '.'));
  }
  if (SEPARATED.test(text) || /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/.test(text)) {
    const kept = fraction === undefined ? /[^\d+-]/g : /[^\d.+-]/g;
    return t('Write the number without separators: {0}.', text.replace(kept, ''));
  }
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i.test(text)) {
    return t('Write the number in decimal digits: {0}.', String(BigInt(text)));
  }
  return undefined;
}

function decimalOf(text: string): Decimal {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  let end = all.length;
  while (end > 0 && all[end - 1] === '0') {
    end -= 1;
  }
  if (end === 0) {
    return { negative: false, digits: '', exponent: 0 };
  }
  const shift = Number(exponent) - fraction.length + (all.length - end);
  return { negative: sign === '-', digits: all.slice(0, end), exponent: shift };
}

function isSame(a: Decimal, b: Decimal): boolean {
  return a.negative === b.negative && a.digits === b.digits && a.exponent === b.exponent;
}
