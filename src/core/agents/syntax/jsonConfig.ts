import { t } from '@vscode/l10n';
import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import {
  type ConfigDocument,
  ConfigError,
  type ConfigMember,
  type ConfigNode,
  type ConfigScope,
  type ConfigSyntax,
  type ConfigValue,
  maxConfigDepth,
  type TextEdit,
  type TextSpan,
} from './configText.ts';
import { removeFromList } from './removeFromList.ts';

/** JSON with comments and trailing commas. */
export const jsonSyntax: ConfigSyntax = {
  parse,
  parseValue,
  encode,
  encodeFor: (_document, _member, value) => encode(value),
  fits: () => true,
  insertAfter,
  removeMembers: ({ text }, scope, members) => removeFromList(text, [...scope.members.values()], members),
  comments: ({ text }) =>
    [...text.matchAll(textOrComment)].flatMap(([all, quoted]) => (quoted === undefined ? all : [])),
};

const textOrComment = /("(?:[^"\\\n]|\\.)*"?)|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g;

function parse(text: string): ConfigDocument {
  const offset = text.startsWith('\ufeff') ? 1 : 0;
  const node = parseText(text.slice(offset), offset);
  if (typeof node === 'number') {
    throw new ConfigError(t('The file is not valid JSON (line {0}).', node));
  }
  if (!node.scope) {
    throw new ConfigError(t('The file does not contain a JSON object.'));
  }
  return { text, root: node.scope, rootSpan: { start: node.start, end: node.end } };
}

function parseValue(text: string): ConfigNode | undefined {
  if (nestingOf(text) > maxConfigDepth) {
    return undefined;
  }
  const node = parseText(text, 0);
  return typeof node !== 'number' && node.start === 0 && node.end === text.length ? node : undefined;
}

/** The node of a text, or the line of its first error. */
function parseText(text: string, offset: number): ConfigNode | number {
  const source = maskComments(text);
  if (nestingOf(source) > maxConfigDepth) {
    throw new ConfigError(t('The file is nested too deeply to be read.'));
  }
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error || !root) {
    return source.slice(0, error?.offset ?? 0).split('\n').length;
  }
  return toNode(root, offset);
}

/** The text with spaces in place of comments, so that positions stay. */
function maskComments(text: string): string {
  return text.replace(textOrComment, (all, quoted: string | undefined) =>
    quoted === undefined ? all.replace(/[^\r\n]/g, ' ') : all,
  );
}

/** The number of levels of a text without comments. */
function nestingOf(source: string): number {
  let depth = 0;
  let deepest = 0;
  let inText = false;
  for (let index = 0; index < source.length; index++) {
    const character = source[index];
    if (inText) {
      if (character === '\\') index++;
      else if (character === '"' || character === '\n') inText = false;
    } else if (character === '"') {
      inText = true;
    } else if (character === '{' || character === '[') {
      depth++;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') {
      depth--;
    }
  }
  return deepest;
}

function toNode(node: Node, offset: number): ConfigNode {
  const span = { start: node.offset + offset, end: node.offset + node.length + offset };
  if (node.type === 'object') {
    return { ...span, value: undefined, scope: toScope(node, offset) };
  }
  if (node.type === 'array') {
    return { ...span, value: undefined, items: (node.children ?? []).map((item) => toNode(item, offset)) };
  }
  return { ...span, value: node.value as string | number | boolean | null };
}

function toScope(object: Node, offset: number): ConfigScope {
  const members = new Map<string, ConfigMember>();
  let hasRepeatedKeys = false;
  for (const property of object.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (!keyNode || !valueNode) continue;
    const key = String(keyNode.value);
    hasRepeatedKeys ||= members.has(key);
    const start = property.offset + offset;
    const node = toNode(valueNode, offset);
    members.set(key, { key, node, start, keyStart: start, end: node.end, isLine: false });
  }
  return { members, hasRepeatedKeys };
}

function insertAfter({ text }: ConfigDocument, member: ConfigMember, key: string, valueText: string): TextEdit {
  const keyEnd = jsonKeyEnd(text, member);
  const colon = text.slice(keyEnd, member.node.start);
  const separator = /^[ \t]*:[ \t]*$/.test(colon) ? colon : ': ';
  return insertBehind(text, member, () => `${JSON.stringify(key)}${separator}${valueText}`);
}

/**
 * Adds a member or an item behind another one, on a line of its own if that has one.
 * @param write its text, of which the lines begin with the line break and the indent of `gap`
 */
export function insertBehind(text: string, previous: TextSpan, write: (gap: string) => string): TextEdit {
  const gap = gapBefore(text, previous.start);
  return { start: previous.end, end: previous.end, text: `,${gap}${write(gap)}` };
}

/** JSON, indented from the line break and the indent of `gap` on; in one line if it has no line break. */
export function formatJson(value: object, gap: string): string {
  return gap.includes('\n') ? JSON.stringify(value, null, 2).replaceAll('\n', gap) : JSON.stringify(value);
}

/** The one that stands last in the text. */
export function lastOf(spans: Iterable<TextSpan>): TextSpan | undefined {
  return [...spans].sort((one, other) => one.start - other.start).at(-1);
}

function jsonKeyEnd(text: string, member: ConfigMember): number {
  return (/^"(?:[^"\\]|\\.)*"/.exec(text.slice(member.start, member.node.start))?.[0].length ?? 0) + member.start;
}

/** The white space before a member or an item: its line break with its indent, or a space if others stand on its line. */
export function gapBefore(text: string, start: number): string {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const indent = text.slice(lineStart, start);
  if (lineStart === 0 || !/^[ \t]*$/.test(indent)) {
    return /[ \t]$/.test(text.slice(0, start)) ? ' ' : '';
  }
  return (text[lineStart - 2] === '\r' ? '\r\n' : '\n') + indent;
}

function encode(value: ConfigValue): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
  }
  if (typeof value === 'object') {
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${JSON.stringify(key)}: ${JSON.stringify(item)}`)
      .join(', ')} }`;
  }
  return JSON.stringify(value);
}
