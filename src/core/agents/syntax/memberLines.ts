import type { ConfigMember, TextEdit } from './configText.ts';

/** Removes a member with its lines, or without them if something else stands on them. */
export function removeLine(text: string, member: ConfigMember): TextEdit {
  const { lineStart, lineEnd } = lineOf(text, member);
  const isAlone = isBlank(text.slice(lineStart, member.start)) && isBlank(text.slice(member.end, lineEnd));
  if (!isAlone) {
    // A comment stands behind it, or the dash of a list before it.
    return { start: member.start, end: member.end, text: '' };
  }
  const breakBefore = /\r?\n$/.exec(text.slice(0, lineStart))?.[0].length ?? 0;
  if (breakBefore > 0) {
    return { start: lineStart - breakBefore, end: lineEnd, text: '' };
  }
  const breakAfter = /^\r?\n/.exec(text.slice(lineEnd))?.[0].length ?? 0;
  return { start: member.start, end: lineEnd + breakAfter, text: '' };
}

/** Where the lines of a member begin and end, and the line break to write after them. */
export function lineOf(text: string, { start, end }: ConfigMember) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const lineEnd = found === -1 ? text.length : found - (text[found - 1] === '\r' ? 1 : 0);
  const newline = found === -1 ? (/\r?\n/.exec(text)?.[0] ?? '\n') : text.slice(lineEnd, found + 1);
  return { lineStart, lineEnd, newline };
}

function isBlank(text: string): boolean {
  return /^[ \t\ufeff]*$/.test(text);
}
