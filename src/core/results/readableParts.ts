import { t } from '@vscode/l10n';
import { indentedJson } from '#form/json.ts';
import { formatNumber } from '#form/language.ts';
import { truncate } from '#form/text.ts';

/** One piece of a result, ready to be read. Source: MCP specification, server/tools, "Tool Result". */
export type ReadablePart =
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'audio'; mimeType: string; data: string }
  | { kind: 'json'; label: string; json: string }
  | { kind: 'link'; uri: string; name: string; description?: string; mimeType?: string }
  | { kind: 'resource'; uri: string; mimeType?: string; text: string }
  | { kind: 'other'; text: string }
  | { kind: 'role'; role: string };

/** A part, or a value that is yet to be written as JSON. */
export type Piece =
  | Exclude<ReadablePart, { kind: 'json' }>
  | { readonly kind: 'value'; readonly label: string; readonly value: unknown };

/** UTF-16 code units of one part. */
const longestPart = 2_000_000;
/** UTF-16 code units of the JSON of one result that is laid out; the rest is in one line each. */
const mostLaidOut = 4_000_000;

/**
 * The pieces as they are shown. JSON has a line for each entry as long as all of it is not too much, since an entry in many
 * lists inside each other begins with many spaces. What is longer than a part may be is cut, and the next part says so.
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
