import { t } from '@vscode/l10n';
import { type ConfigDocument, ConfigError, type ConfigNode } from './configText.ts';
import { addYamlMember, createYamlScope, YamlReader } from './yamlReader.ts';
import { fold, literalValue, plainValue } from './yamlScalars.ts';

export interface YamlNode extends ConfigNode {
  /** The white space before each entry of a list or mapping that begins on a line of its own; its text begins with it. */
  readonly indent?: string;
}

/**
 * Characters that YAML does not allow, or that end a line in one version and not in another. A carriage return ends a line only
 * before a line feed here.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: YAML forbids control characters.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\r(?!\n)/;

/**
 * Reads the part of YAML that configuration files consist of: one document of mappings, lists, scalars and comments, and lists and
 * mappings in brackets on one line. A text with anything else is not read at all: anchors, aliases, tags, merged mappings, complex
 * keys, directives, several documents, tabs in the indent.
 * @throws ConfigError
 */
export function parseYaml(text: string): ConfigDocument {
  const reader = new YamlReader(text, text.startsWith('\ufeff') ? 1 : 0);
  checkCharacters(reader);
  reader.skipLines();
  if (reader.column === 0 && reader.match(/---(?=[ \t\r\n]|$)/y) !== undefined) {
    reader.expectLineEnd();
    reader.skipLines();
  }
  const root = reader.isAtEnd ? createYamlScope() : readBlock(reader, -1, 0).scope;
  if (!root) {
    throw new ConfigError(t('The file does not contain a YAML mapping.'));
  }
  if (!reader.isAtEnd) reader.fail();
  return { text, root, rootSpan: { start: 0, end: text.length } };
}

/** The value that a text is, alone; `undefined` if it is not exactly one value. A list may begin with the indent of its entries. */
export function parseYamlValue(text: string): ConfigNode | undefined {
  const reader = new YamlReader(text);
  try {
    checkCharacters(reader);
    reader.match(/ *(?=- )/y);
    const node = reader.isAtDash ? readList(reader, 0) : readInline(reader, -1, 0);
    const isWhole = reader.isAtEnd && node.end === text.length;
    return isWhole ? node : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function checkCharacters(reader: YamlReader): void {
  const found = forbidden.exec(reader.text.slice(reader.position));
  if (found) {
    reader.position += found.index;
    reader.fail();
  }
}

/** Reads the node that begins at the first character of a line. Ends at the first character of a line behind it. */
function readBlock(reader: YamlReader, parentIndent: number, depth: number): YamlNode {
  reader.checkDepth(depth);
  if (reader.isAtDash) return readList(reader, depth);
  return readMapping(reader, depth) ?? readInline(reader, parentIndent, depth);
}

/** The mapping whose first key begins here; `undefined` if no key stands here. */
function readMapping(reader: YamlReader, depth: number): YamlNode | undefined {
  const { lineStart, column, position } = reader;
  const scope = createYamlScope();
  let end = position;
  while (!reader.isAtEnd && reader.column === column) {
    const key = reader.readKey();
    if (!key && scope.members.size === 0) return undefined;
    if (!key || isMarker(reader.text, key.start, column)) reader.fail();
    const node = readValue(reader, column, depth, true);
    end = node.end;
    addYamlMember(scope, {
      key: key.text,
      node,
      start: key.start,
      keyStart: key.start,
      end,
      isLine: false,
      isFlow: false,
    });
  }
  if (!reader.isAtEnd && reader.column > column) reader.fail();
  return { ...spanOf(reader, lineStart, position, end), value: undefined, scope };
}

/** The list whose first dash is next. */
function readList(reader: YamlReader, depth: number): YamlNode {
  reader.checkDepth(depth);
  const { lineStart, column, position } = reader;
  const items: ConfigNode[] = [];
  let end = position;
  while (!reader.isAtEnd && reader.column === column && reader.isAtDash) {
    const itemStart = reader.position;
    reader.position++;
    if (reader.next === '\t') reader.fail();
    const node = readValue(reader, column, depth, false);
    items.push({ ...node, itemStart });
    end = node.end;
  }
  if (!reader.isAtEnd && reader.column > column) reader.fail();
  return { ...spanOf(reader, lineStart, position, end), value: undefined, items };
}

/** The text of a list or mapping. It begins with its indent if nothing but that stands before it on its line. */
function spanOf({ text }: YamlReader, lineStart: number, position: number, end: number) {
  const indent = text.slice(lineStart, position);
  return /^ *$/.test(indent) ? { start: lineStart, end, indent } : { start: position, end };
}

/** The value behind a colon or a dash. */
function readValue(reader: YamlReader, column: number, depth: number, isMember: boolean): YamlNode {
  const start = reader.position;
  reader.match(/ */y);
  if (isMember) reader.skipSpace();
  if (!reader.isAtLineEnd && !(reader.next === '#' && reader.position > start)) {
    if (isMember) return readInline(reader, column, depth);
    if (reader.isAtDash) return readList(reader, depth + 1);
    reader.checkDepth(depth + 1);
    return readMapping(reader, depth + 1) ?? readInline(reader, column, depth);
  }
  reader.position = start;
  reader.expectLineEnd();
  reader.skipLines();
  if (reader.isAtEnd) return { start, end: start, value: null };
  if (reader.column > column) return readBlock(reader, column, depth + 1);
  // The entries of a list may stand below the key, without more indent.
  const isListBelow = isMember && reader.column === column && reader.isAtDash;
  return isListBelow && !isMarker(reader.text, reader.position, column)
    ? readList(reader, depth + 1)
    : { start, end: start, value: null };
}

/** A scalar or a flow collection. Its further lines have more indent than `parentIndent`. */
function readInline(reader: YamlReader, parentIndent: number, depth: number): ConfigNode {
  const start = reader.position;
  switch (reader.next) {
    case '[':
    case '{': {
      const node = reader.readFlow(depth + 1);
      return behindValue(reader, node);
    }
    case '"':
    case "'": {
      const { value, raw } = reader.readQuoted();
      const further = raw.split('\n').slice(1);
      if (further.some((line) => !isEmptyLine(line) && indentOf(line) <= parentIndent)) reader.fail();
      return behindValue(reader, { value, start, end: reader.position });
    }
    case '|':
    case '>':
      return readBlockScalar(reader, parentIndent);
    default:
      return readPlain(reader, parentIndent);
  }
}

/** Reads the rest of the line behind a value, and the lines to the next content. */
function behindValue(reader: YamlReader, node: ConfigNode): ConfigNode {
  reader.expectLineEnd();
  reader.skipLines();
  return node;
}

const furtherLine = /[ \t]*\r?\n(?: *\r?\n)*( *)(?=[^\s#])/y;

function readPlain(reader: YamlReader, parentIndent: number): ConfigNode {
  const start = reader.position;
  const first = reader.readPlainLine(true);
  let end = reader.position;
  for (;;) {
    const gap = reader.match(furtherLine);
    if (gap === undefined || indentOf(gap.slice(gap.lastIndexOf('\n') + 1)) <= parentIndent) break;
    reader.readPlainLine(false);
    end = reader.position;
  }
  reader.position = end;
  const raw = reader.text.slice(start, end);
  return behindValue(reader, { value: raw === first ? plainValue(raw) : fold(raw), start, end });
}

/** A literal or folded scalar (YAML 1.2.2, section 8.1). */
function readBlockScalar(reader: YamlReader, parentIndent: number): ConfigNode {
  const start = reader.position;
  const header = reader.match(/[|>](?:[1-9][+-]?|[+-][1-9]?)?/y) ?? '';
  let end = reader.position;
  const digit = /\d/.exec(header)?.[0];
  const chomping = /[+-]/.exec(header)?.[0] ?? '';
  let indent = digit === undefined ? undefined : Math.max(parentIndent, 0) + Number(digit);
  reader.expectLineEnd();
  const lines: string[] = [];
  let widestEmpty = 0;
  while (!reader.isAtEnd) {
    const line = reader.text.slice(reader.position, reader.lineEnd);
    const isEmpty = isEmptyLine(line);
    if (!isEmpty && indent === undefined) {
      indent = indentOf(line);
      if (indent < widestEmpty) reader.fail();
    }
    if (!isEmpty && (indent === undefined || indentOf(line) < indent || indent <= parentIndent)) break;
    if (isEmpty) widestEmpty = Math.max(widestEmpty, line.length);
    lines.push(line);
    reader.position = reader.lineEnd;
    if (!isEmpty || chomping === '+') end = reader.position;
    reader.match(/\r?\n/y);
  }
  const isKnown = header.startsWith('|') && digit === undefined && chomping !== '+';
  const value = isKnown
    ? literalValue(
        lines.map((line) => line.slice(indent ?? line.length)),
        chomping,
      )
    : undefined;
  reader.skipLines();
  return { value, start, end };
}

function isEmptyLine(line: string): boolean {
  return /^ *\r?$/.test(line);
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** True if a line begins or ends a document: this reader knows one document. */
function isMarker(text: string, start: number, column: number): boolean {
  return column === 0 && /^(?:---|\.\.\.)(?:[ \t\r\n]|$)/.test(text.slice(start, start + 4));
}
