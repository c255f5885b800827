import type { ConfigDocument, ConfigMember, ConfigScope, ConfigSyntax, ConfigValue, TextEdit } from './configText.ts';
import { lineOf, removeLine } from './memberLines.ts';
import { removeFromList } from './removeFromList.ts';
import { parseToml, parseTomlValue } from './tomlDocument.ts';

/** TOML 1.0. */
export const tomlSyntax: ConfigSyntax = {
  parse: parseToml,
  parseValue: parseTomlValue,
  encode,
  encodeFor: (_document, _member, value) => encode(value),
  fits: () => true,
  insertAfter,
  removeMembers,
  comments: ({ text }) => [...text.matchAll(textOrComment)].flatMap(([, comment]) => comment ?? []),
};

/** The four kinds of text first, in which a `#` begins no comment. */
const textOrComment =
  /"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"{3,5}|'''[^']*(?:'(?!'')[^']*)*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|(#[^\r\n]*)/g;

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

function encodeKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : encodeText(key);
}

function encode(value: ConfigValue): string {
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
