/**
 * The text of a configuration file, read as scopes (objects, tables) of members that know where they stand in the text, so
 * that one member is changed without touching any other byte.
 */
import { t } from '@vscode/l10n';

/** A part of the text: from the first UTF-16 unit to the one after the last. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** Replaces a part of the text. */
export interface TextEdit extends TextSpan {
  readonly text: string;
}

/** A value in the text. */
export interface ConfigNode extends TextSpan {
  /** A text, number, `true`, `false` or `null`; `undefined` for a scope, a list, or a value of another kind, such as a date. */
  readonly value: string | number | boolean | null | undefined;
  readonly items?: readonly ConfigNode[];
  readonly scope?: ConfigScope;
  /** The tables of TOML's `[[...]]`, in their order. */
  readonly tables?: readonly ConfigScope[];
  /** Where an item of a list begins if that is before its value: at the dash of a YAML list. */
  readonly itemStart?: number;
}

export interface ConfigMember extends TextSpan {
  readonly key: string;
  readonly node: ConfigNode;
  /** Where the last part of the key begins: `b` in `a.b = 1`. */
  readonly keyStart: number;
  /** True for a line of a TOML file: the parts of a table may stand apart. False for a member that is one part of the text. */
  readonly isLine: boolean;
}

/** The members of an object or a table. */
export interface ConfigScope {
  readonly members: ReadonlyMap<string, ConfigMember>;
  /** True if a key stands there twice: programs differ in which one they use. */
  readonly hasRepeatedKeys: boolean;
}

/** A file that was understood completely. */
export interface ConfigDocument {
  readonly text: string;
  readonly root: ConfigScope;
  readonly rootSpan: TextSpan;
}

/** A value that can be written. */
export type ConfigValue = string | number | boolean | readonly string[] | Readonly<Record<string, string>>;

/** What the syntaxes do differently. */
export interface ConfigSyntax {
  /** @throws ConfigError if the text is not understood completely */
  parse(text: string): ConfigDocument;
  /** A value on one line. */
  encode(value: ConfigValue): string;
  /** A value, written so that it can replace that of a member. */
  encodeFor(document: ConfigDocument, member: ConfigMember, value: ConfigValue): string;
  /** True if the text of a value that stood at a member before can replace the one that stands there now. */
  fits(document: ConfigDocument, member: ConfigMember, text: string): boolean;
  /** The value that `text` is, alone; `undefined` if it is not exactly one value. */
  parseValue(text: string): ConfigNode | undefined;
  /** Adds a member after another one, formatted like that one. `removeMembers` undoes it to the byte. */
  insertAfter(document: ConfigDocument, member: ConfigMember, key: string, valueText: string): TextEdit;
  /** Removes members of a scope. Comments beside them stay. */
  removeMembers(document: ConfigDocument, scope: ConfigScope, members: readonly ConfigMember[]): TextEdit[];
  /** The comments in a text, as they are written. */
  comments(document: ConfigDocument): readonly string[];
}

/** Why a file or an entry cannot be changed, as a sentence for the user. */
export class ConfigError extends Error {}

/** The most of a file that is read, in UTF-16 units. Claude Code keeps its state beside its servers in one file. */
export const maxConfigLength = 8 * 1024 * 1024;
/** The most levels of lists and objects. The parsers are recursive. */
export const maxConfigDepth = 200;

/**
 * Reads a file's text.
 * @throws ConfigError if it is not understood completely
 */
export function parseConfig(syntax: ConfigSyntax, text: string): ConfigDocument {
  if (text.length > maxConfigLength) {
    throw new ConfigError(
      t('The file is larger than {0} MiB, which is the most that is read.', maxConfigLength / 2 ** 20),
    );
  }
  if (text.includes('\0')) {
    throw new ConfigError(t('The file contains NUL characters.'));
  }
  try {
    return syntax.parse(text);
  } catch (error) {
    // The parsers and their patterns are recursive.
    throw error instanceof RangeError ? new ConfigError(t('The file is nested too deeply to be read.')) : error;
  }
}

/** The text with all edits. Only removals may overlap; at one place they are inserted in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.map((edit, order) => ({ ...edit, order }));
  sorted.sort((one, other) => one.start - other.start || one.end - other.end || one.order - other.order);
  let result = '';
  let position = 0;
  for (const { start, end, text: replacement } of sorted) {
    if (start < position && replacement !== '') {
      throw new RangeError('Two edits overlap.');
    }
    result += text.slice(position, Math.max(start, position)) + replacement;
    position = Math.max(position, end);
  }
  return result + text.slice(position);
}

/** The texts in a list; `undefined` if the node is no list, or has other items. */
export function textsOf(node: ConfigNode | undefined): string[] | undefined {
  const texts = node?.items?.map(({ value }) => value);
  return texts?.every((value) => typeof value === 'string') ? texts : undefined;
}

/** The text of a member; `undefined` if there is none, or if its value is no text. */
export function textMember(scope: ConfigScope, key: string): string | undefined {
  const value = scope.members.get(key)?.node.value;
  return typeof value === 'string' ? value : undefined;
}

/** The scope at a path; `undefined` if there is none. */
export function scopeAt(scope: ConfigScope, path: readonly string[]): ConfigScope | undefined {
  return path.reduce<ConfigScope | undefined>((current, key) => current?.members.get(key)?.node.scope, scope);
}

/** True if two values are the same, in whatever way they are written. The order of members does not matter. */
export function isSameValue(one: ConfigNode | undefined, other: ConfigNode | undefined): boolean {
  if (!one || !other) {
    return one === other;
  }
  if (one.items || other.items) {
    return (
      one.items?.length === other.items?.length && !!one.items?.every((item, i) => isSameValue(item, other.items?.[i]))
    );
  }
  if (one.scope || other.scope) {
    const members = [...(one.scope?.members.values() ?? [])];
    return (
      one.scope?.members.size === other.scope?.members.size &&
      members.every(({ key, node }) => isSameValue(node, other.scope?.members.get(key)?.node))
    );
  }
  return one.value !== undefined && one.value === other.value;
}
