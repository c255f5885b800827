import { t } from '@vscode/l10n';
import { ConfigError, type ConfigMember, type ConfigNode, type ConfigScope, maxConfigDepth } from './configText.ts';
import { TextReader } from './textReader.ts';
import {
  doubleQuotedValue,
  plainValue,
  singleQuotedValue,
  unknownEscapeIn,
  withoutSpaceBehind,
} from './yamlScalars.ts';

export interface YamlMember extends ConfigMember {
  /** True between braces. */
  readonly isFlow: boolean;
}

interface YamlKey {
  readonly text: string;
  readonly start: number;
}

const doubleQuoted = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const singleQuoted = /'[^']*(?:''[^']*)*'/y;
const doubleQuotedKey = /"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"(?=[ \t]*:(?:[ \t\r\n]|$))/y;
const singleQuotedKey = /'[^'\r\n]*(?:''[^'\r\n]*)*'(?=[ \t]*:(?:[ \t\r\n]|$))/y;
/** What a plain scalar cannot begin with: indicators, unless they are `-`, `?` or `:` before another character. */
const plainStart = /(?:[^\s,[\]{}#&*!|>'"%@`?:-]|[?:-](?=[^\s]))/y;
const plainFlowStart = /(?:[^\s,[\]{}#&*!|>'"%@`?:-]|[?:-](?=[^\s,[\]{}]))/y;

/** Reads the parts of a YAML text that stand on one line, one after the other. */
export class YamlReader extends TextReader {
  get isAtLineEnd(): boolean {
    return this.isAtEnd || this.next === '\n' || this.next === '\r';
  }

  get lineStart(): number {
    return this.text.lastIndexOf('\n', this.position - 1) + 1;
  }

  /** The number of characters before the position on its line. */
  get column(): number {
    const start = this.lineStart;
    return this.position - start - (start === 0 && this.text.startsWith('\ufeff') ? 1 : 0);
  }

  /** The end of the line, before its break. */
  get lineEnd(): number {
    const found = this.text.indexOf('\n', this.position);
    if (found === -1) return this.text.length;
    return this.text[found - 1] === '\r' ? found - 1 : found;
  }

  isNext(pattern: RegExp): boolean {
    pattern.lastIndex = this.position;
    return pattern.test(this.text);
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  /** Reads to the start of the next line. Only a comment may stand on the rest of this one. */
  expectLineEnd(): void {
    this.match(/[ \t]+(?:#[^\r\n]*)?/y);
    if (!this.isAtEnd && this.match(/\r?\n/y) === undefined) this.fail();
  }

  /** Skips empty lines and comments, to the first character of the next line that has more. */
  skipLines(): void {
    while (!this.isAtEnd && this.match(/ *(?:#[^\r\n]*)?(?:\r?\n|$)/y) !== undefined);
    this.match(/ */y);
    // Programs differ in what a tab means here.
    if (this.next === '\t') this.fail();
  }

  /** True if an entry of a list begins here. */
  get isAtDash(): boolean {
    return this.isNext(/-(?=[ \t\r\n]|$)/y);
  }

  /** A key of a mapping with its colon; `undefined` if none stands here. */
  readKey(): YamlKey | undefined {
    const start = this.position;
    const quoted = this.match(doubleQuotedKey) ?? this.match(singleQuotedKey);
    const text = quoted === undefined ? this.#readPlainKey() : this.#unquote(quoted);
    if (text === undefined) {
      this.position = start;
      return undefined;
    }
    this.skipSpace();
    this.position++;
    return { text, start };
  }

  #readPlainKey(): string | undefined {
    if (!this.isNext(plainStart)) return undefined;
    const line = this.text.slice(this.position, this.lineEnd);
    const colon = /:(?=[ \t]|$)/.exec(line)?.index ?? -1;
    const key = withoutSpaceBehind(line.slice(0, Math.max(colon, 0)));
    // Another mapping's members would be merged into this one.
    if (colon < 0 || key === '<<' || /[ \t]#/.test(key)) return undefined;
    this.position += key.length;
    return key;
  }

  /** A text in quotes, also over several lines, with the value. */
  readQuoted(): { readonly value: string | undefined; readonly raw: string } {
    const raw = this.match(doubleQuoted) ?? this.match(singleQuoted) ?? this.fail();
    return { value: this.#unquote(raw), raw };
  }

  /** The value of a text in quotes that was just read. */
  #unquote(raw: string): string | undefined {
    const inner = raw.slice(1, -1);
    if (!raw.startsWith('"')) return singleQuotedValue(inner);
    const unknown = unknownEscapeIn(inner);
    if (unknown !== -1) {
      this.position -= raw.length - 1 - unknown;
      this.fail();
    }
    return doubleQuotedValue(inner);
  }

  /** The part of a plain scalar on this line, without a comment behind it. */
  readPlainLine(isFirst: boolean): string {
    if (isFirst && !this.isNext(plainStart)) this.fail();
    const line = this.text.slice(this.position, this.lineEnd);
    const comment = /[ \t]#/.exec(line)?.index ?? line.length;
    const plain = withoutSpaceBehind(line.slice(0, comment));
    if (/:(?:[ \t]|$)/.test(plain)) this.fail();
    this.position += plain.length;
    return plain;
  }

  /** A list in brackets or a mapping in braces. It must stand on one line. */
  readFlow(depth: number): ConfigNode {
    this.checkDepth(depth);
    const start = this.position;
    const isList = this.next === '[';
    const close = isList ? ']' : '}';
    const items: ConfigNode[] = [];
    const scope = createYamlScope();
    this.position++;
    this.skipSpace();
    while (this.next !== close) {
      if (isList) items.push(this.#readFlowValue(depth));
      else this.#readFlowMember(scope, depth);
      this.skipSpace();
      if (this.next !== ',') break;
      this.position++;
      this.skipSpace();
    }
    if (this.next !== close) this.fail();
    this.position++;
    return { start, end: this.position, value: undefined, ...(isList ? { items } : { scope }) };
  }

  #readFlowMember(scope: YamlScope, depth: number): void {
    const keyStart = this.position;
    const isQuoted = this.next === '"' || this.next === "'";
    const key = isQuoted ? this.#readLineQuoted().value : this.#readPlainFlow();
    this.skipSpace();
    if (key === undefined || key === '<<' || this.next !== ':') this.fail();
    this.position++;
    const end = this.position;
    this.skipSpace();
    const isEmpty = this.isNext(/[,}]/y);
    const node = isEmpty ? { start: end, end, value: null } : this.#readFlowValue(depth);
    addYamlMember(scope, { key, node, start: keyStart, keyStart, end: node.end, isLine: false, isFlow: true });
  }

  #readFlowValue(depth: number): ConfigNode {
    const start = this.position;
    switch (this.next) {
      case '[':
      case '{':
        return this.readFlow(depth + 1);
      case '"':
      case "'":
        return { value: this.#readLineQuoted().value, start, end: this.position };
      default:
        return { value: plainValue(this.#readPlainFlow()), start, end: this.position };
    }
  }

  #readLineQuoted() {
    const quoted = this.readQuoted();
    return quoted.raw.includes('\n') ? this.fail() : quoted;
  }

  #readPlainFlow(): string {
    if (!this.isNext(plainFlowStart)) this.fail();
    // Up to a comma, a bracket, a comment, or a colon that ends a key.
    const plain = this.match(/(?:[^\r\n,[\]{}:# \t]|:(?=[^\s,[\]{}])|#|[ \t]+(?![ \t#]))+/y) ?? this.fail();
    const trimmed = withoutSpaceBehind(plain);
    this.position -= plain.length - trimmed.length;
    return trimmed;
  }

  checkDepth(depth: number): void {
    if (depth > maxConfigDepth) {
      throw new ConfigError(t('The file is nested too deeply to be read.'));
    }
  }

  /** @throws ConfigError with the line */
  fail(): never {
    const line = this.text.slice(0, this.position).split('\n').length;
    throw new ConfigError(t('Line {0} of the file is not YAML that is understood here.', line));
  }
}

interface YamlScope extends ConfigScope {
  readonly members: Map<string, YamlMember>;
  hasRepeatedKeys: boolean;
}

export function createYamlScope(): YamlScope {
  return { members: new Map(), hasRepeatedKeys: false };
}

export function addYamlMember(scope: YamlScope, member: YamlMember): void {
  scope.hasRepeatedKeys ||= scope.members.has(member.key);
  scope.members.set(member.key, member);
}
