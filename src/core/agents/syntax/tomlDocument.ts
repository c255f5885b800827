import { t } from '@vscode/l10n';
import {
  type ConfigDocument,
  ConfigError,
  type ConfigMember,
  type ConfigNode,
  type ConfigScope,
  maxConfigDepth,
} from './configText.ts';
import { type TomlKeyPart, TomlReader } from './tomlReader.ts';

/** How a table was made, which decides what may still be added to it. */
type Origin = 'root' | 'header' | 'implicit' | 'dotted' | 'inline';

interface TomlTable extends ConfigScope {
  readonly members: Map<string, ConfigMember>;
  origin: Origin;
}

interface TomlNode extends ConfigNode {
  readonly scope?: TomlTable;
  readonly tables?: TomlTable[];
}

const numberPattern =
  /(?:[+-]?(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*)?(?:[eE][+-]?\d(?:_?\d)*)?|0x[0-9A-Fa-f](?:_?[0-9A-Fa-f])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*|[+-]?(?:inf|nan))(?![\w.:+-])/y;
const datePattern =
  /(?:\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?)?|\d\d:\d\d:\d\d(?:\.\d+)?)(?![\w.:+-])/y;

/**
 * Reads TOML 1.0. A text with anything else, such as a key that is set twice, is not read at all.
 * @throws ConfigError
 */
export function parseToml(text: string): ConfigDocument {
  const reader = new TomlReader(text, text.startsWith('\ufeff') ? 1 : 0);
  const root = createTable('root');
  let table = root;
  for (reader.skipBlank(); !reader.isAtEnd; reader.skipBlank()) {
    if (reader.next === '[') {
      table = readHeader(reader, root);
    } else {
      readAssignment(reader, table, true, 0);
    }
    reader.expectLineEnd();
  }
  return { text, root, rootSpan: { start: 0, end: text.length } };
}

/** The value that a text is, alone; `undefined` if it is not exactly one value. */
export function parseTomlValue(text: string): ConfigNode | undefined {
  try {
    const reader = new TomlReader(text);
    const node = readValue(reader, 0);
    return reader.isAtEnd ? node : undefined;
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function createTable(origin: Origin): TomlTable {
  return { members: new Map(), hasRepeatedKeys: false, origin };
}

function readHeader(reader: TomlReader, root: TomlTable): TomlTable {
  const start = reader.position;
  const isList = reader.take('[[');
  if (!isList) reader.expect('[');
  reader.skipSpace();
  const keys = reader.readDottedKey();
  reader.skipSpace();
  reader.expect(isList ? ']]' : ']');
  const span = { start, end: reader.position };
  const parent = keys.slice(0, -1).reduce((table, key) => descend(reader, table, key, 'implicit'), root);
  const key = keys[keys.length - 1] ?? keys[0];
  const existing = nodeOf(parent, key);
  if (isList) {
    const table = createTable('header');
    if (existing) {
      (existing.tables ?? reader.fail()).push(table);
    } else {
      addMember(parent, key, { ...span, value: undefined, tables: [table] }, start, true);
    }
    return table;
  }
  if (existing?.scope?.origin === 'implicit') {
    existing.scope.origin = 'header';
    return existing.scope;
  }
  if (existing) reader.fail();
  const table = createTable('header');
  addMember(parent, key, { ...span, value: undefined, scope: table }, start, true);
  return table;
}

/** `isLine`: false for an assignment in an inline table. */
function readAssignment(reader: TomlReader, table: TomlTable, isLine: boolean, depth: number): void {
  const start = reader.position;
  const keys = reader.readDottedKey();
  reader.skipSpace();
  reader.expect('=');
  reader.skipSpace();
  const node = readValue(reader, depth);
  const parent = keys.slice(0, -1).reduce((current, key) => descend(reader, current, key, 'dotted'), table);
  const key = keys[keys.length - 1] ?? keys[0];
  if (parent.members.has(key.text)) reader.fail(key.start);
  addMember(parent, key, node, start, isLine);
}

/** The table at a key, which is made if it is not there. A dotted key may only go into tables that dotted keys made. */
function descend(reader: TomlReader, table: TomlTable, key: TomlKeyPart, origin: 'implicit' | 'dotted'): TomlTable {
  const existing = nodeOf(table, key);
  if (!existing) {
    const made = createTable(origin);
    addMember(table, key, { start: key.start, end: key.end, value: undefined, scope: made }, key.start, true);
    return made;
  }
  const last = origin === 'implicit' ? existing.tables?.at(-1) : undefined;
  const scope = existing.scope ?? last ?? reader.fail(key.start);
  const mayEnter = origin === 'dotted' ? scope.origin === 'dotted' : scope.origin !== 'inline';
  return mayEnter ? scope : reader.fail(key.start);
}

function nodeOf(table: TomlTable, key: TomlKeyPart): TomlNode | undefined {
  return table.members.get(key.text)?.node as TomlNode | undefined;
}

function addMember(table: TomlTable, key: TomlKeyPart, node: TomlNode, start: number, isLine: boolean): void {
  table.members.set(key.text, { key: key.text, node, start, keyStart: key.start, end: node.end, isLine });
}

function readValue(reader: TomlReader, depth: number): TomlNode {
  if (depth > maxConfigDepth) {
    throw new ConfigError(t('The file is nested too deeply to be read.'));
  }
  const start = reader.position;
  switch (reader.next) {
    case '"':
    case "'":
      return reader.readString();
    case '[':
      return readArray(reader, depth);
    case '{':
      return readInlineTable(reader, depth);
    default:
  }
  if (reader.match(datePattern) !== undefined) {
    return { value: undefined, start, end: reader.position };
  }
  const value = readScalar(reader);
  return { value, start, end: reader.position };
}

const wordPattern = /(?:true|false)(?![\w.:+-])/y;

function readScalar(reader: TomlReader): number | boolean {
  const word = reader.match(wordPattern);
  if (word !== undefined) {
    return word === 'true';
  }
  const digits = (reader.match(numberPattern) ?? reader.fail()).replaceAll('_', '');
  return /inf|nan/.test(digits) ? Number.NaN : Number(digits);
}

function readArray(reader: TomlReader, depth: number): TomlNode {
  const start = reader.position;
  const items: ConfigNode[] = [];
  reader.expect('[');
  reader.skipBlank();
  while (!reader.take(']')) {
    items.push(readValue(reader, depth + 1));
    reader.skipBlank();
    if (!reader.take(',')) {
      reader.expect(']');
      break;
    }
    reader.skipBlank();
  }
  return { start, end: reader.position, value: undefined, items };
}

function readInlineTable(reader: TomlReader, depth: number): TomlNode {
  const start = reader.position;
  const scope = createTable('inline');
  reader.expect('{');
  reader.skipSpace();
  if (!reader.take('}')) {
    do {
      reader.skipSpace();
      readAssignment(reader, scope, false, depth + 1);
      reader.skipSpace();
    } while (reader.take(','));
    reader.expect('}');
  }
  closeTables(scope);
  return { start, end: reader.position, value: undefined, scope };
}

/** Tables that dotted keys made inside of an inline table are as closed as it. */
function closeTables(table: TomlTable): void {
  for (const { node } of table.members.values()) {
    const scope = (node as TomlNode).scope;
    if (scope?.origin === 'dotted') {
      scope.origin = 'inline';
      closeTables(scope);
    }
  }
}
