import { inOneLine } from './text.ts';

/** Characters of a server's that a label may have. */
const LONGEST_LABEL = 300;

/** The first of the texts that would be seen, on one line; `undefined` when none would. */
export function firstVisible(...texts: readonly string[]): string | undefined {
  return texts.map((text) => inOneLine(text, LONGEST_LABEL)).find((line) => line !== '');
}

/** Unicode code points, as JSON Schema counts them (RFC 8259 characters). */
export function codePointCount(text: string): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
  }
  return length;
}
