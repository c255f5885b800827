/** C0 and C1 controls, zero-width and bidirectional formatting characters: none may decide how a line is laid out. */
const invisible = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** A server's words as one short line: no controls, no text-direction tricks, at most `limit` characters. */
export function oneLine(text: string, limit = 300): string {
  const line = text
    .slice(0, limit * 4)
    .replace(invisible, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return cut(line, limit);
}

/** `text` with at most `limit` UTF-16 code units; what was dropped is said. */
export function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}... (${text.length - limit} more characters)` : text;
}
