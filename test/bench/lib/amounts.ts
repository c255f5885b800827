import type { Unit } from './findings.ts';

/** The value with about three digits, and its unit: "0.62 ms", "1,437 ms". */
export function withUnit(value: number, unit: Unit): string {
  return `${digitsOf(value)} ${unit}`;
}

/** The value alone: "0.62". */
export function digitsOf(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The name of a quantile: "median", "p95", "longest". */
export function shareName(share: number): string {
  return share === 0.5 ? 'median' : share === 1 ? 'longest' : `p${share * 100}`;
}
