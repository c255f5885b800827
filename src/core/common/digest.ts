import { hash } from 'node:crypto';

/** The SHA-256, in hexadecimal, of JSON values in the given order. An `undefined` part differs from `null` and from ''. */
export function digestOf(parts: readonly unknown[]): string {
  // JSON would write `undefined` as `null`.
  return sha256(JSON.stringify(parts.map((part) => (part === undefined ? [] : part))));
}

/** The SHA-256, in hexadecimal, of a text. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
