import { createHash } from 'node:crypto';
import { isRecord } from '#form/json.ts';

/**
 * The SHA-256, in hexadecimal, of a JSON value with sorted keys: two values have the same fingerprint if and only if they
 * are equal as JSON. A property with the value `undefined` counts as absent.
 * @throws RangeError for a value nested thousands of levels deep
 */
export function fingerprintOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? withSortedKeys(part) : part)) ?? '';
  return createHash('sha256').update(text).digest('hex');
}

function withSortedKeys(record: Record<string, unknown>): Record<string, unknown> {
  // `fromEntries` defines properties: a key `__proto__` stays a key.
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
