import { t } from '@vscode/l10n';
import { indentedJson } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { truncate } from '#form/text.ts';

/** One readable part of a result. Source: MCP specification, server/tools, "Tool Result". */
export type ReadablePart =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'audio'; mimeType: string; data: string }
  | { kind: 'json'; label: string; json: string }
  | { kind: 'link'; uri: string; name: string; description?: string; mimeType?: string }
  | { kind: 'resource'; uri: string; mimeType?: string; text: string }
  | { kind: 'other'; text: string }
  | { kind: 'role'; role: string };

/** A part, or a value that is still to be formatted as JSON. */
export type Piece =
  | Exclude<ReadablePart, { kind: 'json' }>
  | { readonly kind: 'value'; readonly label: string; readonly value: unknown };

/** UTF-16 code units of one part. */
const longestPart = 2_000_000;
/** UTF-16 code units of indented JSON in one result. Further values are formatted in one line each. */
const mostLaidOut = 4_000_000;

/**
 * Converts the pieces into parts. JSON is indented up to a total length, because deep nesting adds many spaces. A part that is
 * too long is cut, and a note follows it.
 */
export function shownParts(pieces: readonly Piece[]): ReadablePart[] {
  let left = mostLaidOut;
  return pieces.flatMap((piece) => {
    const part = piece.kind === 'value' ? jsonPart(piece, Math.min(left, longestPart)) : piece;
    if (part.kind === 'json' && part.json.length <= left) {
      left -= part.json.length;
    }
    return cut(part);
  });
}

function jsonPart({ label, value }: Extract<Piece, { kind: 'value' }>, most: number): ReadablePart {
  try {
    return { kind: 'json', label, json: indentedJson(value, most) ?? 'undefined' };
  } catch {
    return { kind: 'other', text: t('{0}: not readable.', label) };
  }
}

function cut(part: ReadablePart): ReadablePart[] {
  switch (part.kind) {
    case 'text':
    case 'resource':
      return part.text.length > longestPart
        ? [{ ...part, text: truncate(part.text, longestPart) }, cutNote(part.text.length)]
        : [part];
    case 'json':
      return part.json.length > longestPart
        ? [{ ...part, json: truncate(part.json, longestPart) }, cutNote(part.json.length)]
        : [part];
    default:
      return [part];
  }
}

function cutNote(length: number): ReadablePart {
  const text = t(
    'Only the first {0} of {1} characters are shown. Copy takes all of them.',
    formatNumber(longestPart),
    formatNumber(length),
  );
  return { kind: 'other', text };
}
