import type { ConfigDocument, ConfigMember, ConfigScope, ConfigSyntax, TextEdit } from './configText.ts';
import { removeFromList } from './removeFromList.ts';
import { parseToml, parseTomlValue } from './tomlDocument.ts';

/** TOML 1.0. */
export const tomlSyntax: ConfigSyntax = {
  parse: parseToml,
  parseValue: parseTomlValue,
  encode,
  insertAfter,
  removeMembers,
};

function insertAfter({ text }: ConfigDocument, member: ConfigMember, key: string, valueText: string): TextEdit {
  const prefix = text.slice(member.start, member.keyStart);
  if (!member.isLine) {
    return { start: member.end, end: member.end, text: `, ${prefix}${encodeKey(key)} = ${valueText}` };
  }
  const { lineStart, lineEnd, newline } = lineOf(text, member);
  const indent = text.slice(lineStart, member.start).replace('\ufeff', '');
  const line = `${newline}${indent}${prefix}${encodeKey(key)} = ${valueText}`;
  return { start: lineEnd, end: lineEnd, text: line };
}

function removeMembers({ text }: ConfigDocument, scope: ConfigScope, members: readonly ConfigMember[]): TextEdit[] {
  const inline = members.filter(({ isLine }) => !isLine);
  const lines = members.filter(({ isLine }) => isLine);
  return [...removeFromList(text, [...scope.members.values()], inline), ...lines.map((line) => removeLine(text, line))];
}

function removeLine(text: string, member: ConfigMember): TextEdit {
  const { lineStart, lineEnd } = lineOf(text, member);
  const isAlone = isBlank(text.slice(lineStart, member.start)) && isBlank(text.slice(member.end, lineEnd));
  if (!isAlone) {
    // A comment stands behind it.
    return { start: member.start, end: member.end, text: '' };
  }
  const breakBefore = /\r?\n$/.exec(text.slice(0, lineStart))?.[0].length ?? 0;
  if (breakBefore > 0) {
    return { start: lineStart - breakBefore, end: lineEnd, text: '' };
  }
  const breakAfter = /^\r?\n/.exec(text.slice(lineEnd))?.[0].length ?? 0;
  return { start: member.start, end: lineEnd + breakAfter, text: '' };
}

/** The line on which a member ends, and the line break to write after it. */
function lineOf(text: string, { start, end }: ConfigMember) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const lineEnd = found === -1 ? text.length : found - (text[found - 1] === '\r' ? 1 : 0);
  const newline = found === -1 ? (/\r?\n/.exec(text)?.[0] ?? '\n') : text.slice(lineEnd, found + 1);
  return { lineStart, lineEnd, newline };
}

function isBlank(text: string): boolean {
  return /^[ \t\ufeff]*$/.test(text);
}

function encodeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : encodeText(key);
}

function encode(value: Parameters<ConfigSyntax['encode']>[0]): string {
  if (Array.isArray(value)) {
    return `[${value.map(encodeText).join(', ')}]`;
  }
  if (typeof value === 'object') {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${encodeKey(key)} = ${encodeText(item)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? encodeText(value) : String(value);
}

/** A literal text where escapes would make it hard to read. */
function encodeText(text: string): string {
  return /["\\]/.test(text) && /^[^'\p{Cc}]*$/u.test(text)
    ? `'${text}'`
    : JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
