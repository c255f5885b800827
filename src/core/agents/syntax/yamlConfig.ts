import {
  applyEdits,
  type ConfigDocument,
  type ConfigMember,
  type ConfigNode,
  type ConfigScope,
  type ConfigSyntax,
  type ConfigValue,
  type TextEdit,
  type TextSpan,
} from './configText.ts';
import { lineOf, removeLine } from './memberLines.ts';
import { removeFromList } from './removeFromList.ts';
import { parseYaml, parseYamlValue, type YamlNode } from './yamlDocument.ts';
import type { YamlMember } from './yamlReader.ts';

/** The part of YAML 1.2 that `yamlDocument.ts` describes. */
export const yamlSyntax: ConfigSyntax = {
  parse: parseYaml,
  parseValue: parseYamlValue,
  encode,
  encodeFor,
  fits,
  insertAfter,
  removeMembers,
  comments,
};

function insertAfter({ text }: ConfigDocument, member: ConfigMember, key: string, valueText: string): TextEdit {
  if (isFlow(member)) {
    return { start: member.end, end: member.end, text: `, ${encodeKey(key)}: ${valueText}` };
  }
  const { lineStart, lineEnd, newline } = lineOf(text, member);
  // A dash of a list may stand before the first member.
  const indent = text.slice(lineStart, member.start).replace('\ufeff', '').replace(/[^ ]/g, ' ');
  return { start: lineEnd, end: lineEnd, text: `${newline}${indent}${encodeKey(key)}: ${valueText}` };
}

function removeMembers({ text }: ConfigDocument, scope: ConfigScope, members: readonly ConfigMember[]): TextEdit[] {
  const inline = members.filter(isFlow);
  const lines = members.filter((member) => !isFlow(member));
  return [...removeFromList(text, [...scope.members.values()], inline), ...lines.map((line) => removeLine(text, line))];
}

/** A list takes the place of a list with dashes in the same way. */
function encodeFor({ text }: ConfigDocument, { node }: ConfigMember, value: ConfigValue): string {
  const { indent } = node as YamlNode;
  if (indent === undefined) {
    return encode(value);
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  return Array.isArray(value) && value.length > 0
    ? value.map((item) => `${indent}- ${encodeText(item)}`).join(newline)
    : // The value may have no more indent than its key.
      `${indent}  ${encode(value)}`;
}

function fits(_document: ConfigDocument, member: ConfigMember, text: string): boolean {
  const { indent } = member.node as YamlNode;
  if (indent !== undefined) {
    return /^ *(?=- )/.exec(text)?.[0] === indent;
  }
  const isPlain = !/^["'[{]/.test(text);
  return !/[\r\n]|^ |^- /.test(text) && !(isFlow(member) && isPlain && /[,[\]{}]/.test(text));
}

function comments({ text, root }: ConfigDocument): readonly string[] {
  const edits = scopeTexts(text, root).map(({ start, end }) => ({ start, end, text: 'x' }));
  return [...applyEdits(text, edits).matchAll(/(?:^|[\s\ufeff])(#[^\r\n]*)/g)].flatMap(([, comment]) => comment ?? []);
}

/** Where a `#` may stand that begins no comment: in keys in quotes, and in values. */
function scopeTexts(text: string, { members }: ConfigScope): TextSpan[] {
  return [...members.values()].flatMap(({ start, node }) => {
    const key = /^(?:"(?:[^"\\]|\\.)*"|'[^']*')/.exec(text.slice(start, node.start))?.[0];
    return [...(key === undefined ? [] : [{ start, end: start + key.length }]), ...valueTexts(text, node)];
  });
}

function valueTexts(text: string, { start, end, scope, items }: ConfigNode): TextSpan[] {
  const first = text.charAt(start);
  // Nothing between brackets is a comment: they stand on one line.
  if ((!scope && !items) || /[[{]/.test(first)) {
    const lineEnd = text.indexOf('\n', start);
    // A comment may stand behind the head of a block of lines.
    const from = /[|>]/.test(first) && lineEnd >= 0 ? lineEnd + 1 : start;
    return end > from ? [{ start: from, end }] : [];
  }
  return scope ? scopeTexts(text, scope) : (items ?? []).flatMap((item) => valueTexts(text, item));
}

function isFlow(member: ConfigMember): boolean {
  return (member as YamlMember).isFlow;
}

function encode(value: ConfigValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(encodeText).join(', ')}]`;
  }
  if (typeof value === 'object') {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${encodeKey(key)}: ${encodeText(item)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? encodeText(value) : String(value);
}

function encodeKey(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key)
    ? key
    : encodeText(key);
}

/** A text in quotes: in single ones where escapes would make it hard to read. */
function encodeText(text: string): string {
  return /["\\]/.test(text) && /^[\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\uffef]*$/.test(text)
    ? `'${text.replaceAll("'", "''")}'`
    : JSON.stringify(text).replace(
        /[\x7f-\x9f\u2028\u2029\ufeff]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
}
