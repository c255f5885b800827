import { createHash } from 'node:crypto';

/**
 * SHA-256, in hexadecimal, of a JSON value written in one way only: keys sorted, so that two values have the same
 * fingerprint exactly when they are equal as JSON. `undefined` counts as absent. Throws `RangeError` for a value
 * nested thousands of levels deep.
 */
export function fingerprintOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sorted(part) : part)) ?? '';
  return createHash('sha256').update(text).digest('hex');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  // `fromEntries` defines properties: a key `__proto__` stays a key.
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
