/** Server text made safe to stand in a line of ours, and the small parts that sentences are built from. */

/** Embeddings, overrides and isolates: they reorder text outside the string that carries them. */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/g;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The text on one line, or `undefined` when nothing of it would be seen. */
export function oneLine(text: string): string | undefined {
  const line = text.replace(REORDERING, '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return VISIBLE.test(line) ? line : undefined;
}

/** The text with its line breaks and tabs kept, or `undefined` when nothing of it would be seen. */
export function paragraph(text: string): string | undefined {
  const lines = text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(REORDERING, '')
    .replace(/(?![\n\t])\p{Cc}/gu, '');
  return VISIBLE.test(lines) ? lines : undefined;
}

/** Server text of unknown length and content, for quoting inside a sentence. */
export function excerpt(text: string, length = 120): string {
  const line = oneLine(text.slice(0, 2 * length)) ?? '';
  const characters = [...line];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : line;
}

/** `1 character`, `2 characters`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** Unicode code points, as JSON Schema counts them (RFC 8259 characters). */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) {
    length += 1;
  }
  return length;
}
