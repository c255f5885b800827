import { createHash } from 'node:crypto';

/** SHA-256, in hexadecimal, of JSON values in their order. */
export function digestOf(parts: readonly unknown[]): string {
  // What is absent is not the text "null", nor the same as what is empty.
  return sha256(JSON.stringify(parts.map((part) => (part === undefined ? [] : part))));
}

/** SHA-256, in hexadecimal, of a text. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
