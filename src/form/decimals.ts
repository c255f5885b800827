/**
 * Numbers as a person writes them, compared as decimals: a binary fraction never decides what was typed,
 * and 0.3 is a multiple of 0.1.
 */

/** `digits` × 10^`exponent`, without leading or trailing zeros; zero has no digits. */
interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: number;
}

const DECIMAL = /^([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i;

/** What can be typed into a number field: JSON's numbers, and `+5`, `.5`, `5.`, `007` besides. */
const TYPED = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Far beyond what any number needs that survives being sent. */
const LONGEST = 400;

export type ReadNumber =
  | { readonly kind: 'number'; readonly value: number }
  /** Not a number as we read them; `hint` says how to write what was probably meant. */
  | { readonly kind: 'unreadable'; readonly hint?: string }
  /** A number that JSON would carry as infinity, or as another number than the one typed. */
  | { readonly kind: 'inexact' };

/** Reads what was typed. Surrounding spaces are ignored. The value is finite, and exactly the number typed. */
export function readNumber(typed: string): ReadNumber {
  const text = typed.trim();
  if (text.length > LONGEST) {
    return { kind: 'inexact' };
  }
  if (!TYPED.test(text)) {
    return { kind: 'unreadable', hint: hintFor(text) };
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

function hintFor(text: string): string | undefined {
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)) {
    return `Write the number without commas: ${text.replaceAll(',', '')}.`;
  }
  if (/^[+-]?\d+,\d+$/.test(text)) {
    return `Write a point instead of the comma: ${text.replace(',', '.')}.`;
  }
  if (/^[+-]?\d+(?:[_'’ \u00a0\u202f]\d+)+(?:\.\d+)?$/.test(text)) {
    return `Write the number without separators: ${text.replace(/[^\d.+-]/g, '')}.`;
  }
  if (/^0(?:x[\da-f]+|o[0-7]+|b[01]+)$/i.test(text)) {
    return `Write the number in decimal digits: ${BigInt(text)}.`;
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
