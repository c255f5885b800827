import { t } from '@vscode/l10n';
import { ConfigError, maxConfigDepth, type TextSpan } from './configText.ts';
import { TextReader } from './textReader.ts';

/** A part of a dotted key. */
export interface TomlKey extends TextSpan {
  readonly text: string;
}

/** A text in quotes. */
interface TomlString extends TextSpan {
  readonly value: string;
}

const bareKeyPattern = /[A-Za-z0-9_-]+/y;
const spacePattern = /[ \t]*/y;
const newlinePattern = /\r?\n/y;
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: TOML forbids control characters.
const commentPattern = /#[^\u0000-\u0008\u000a-\u001f\u007f]*/y;
const basicPattern = /"(?:[^"\\\u0000-\u0008\u000a-\u001f\u007f]|\\[^\r\n])*"/y;
const literalPattern = /'[^'\u0000-\u0008\u000a-\u001f\u007f]*'/y;
const longBasicPattern =
  /"""(?:[^"\\\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\\[\s\S]|"{1,2}(?!"))*"""(?:"{1,2}(?!"))?/y;
const longLiteralPattern = /'''(?:[^'\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|'{1,2}(?!'))*'''(?:'{1,2}(?!'))?/y;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: TOML forbids control characters.
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** Reads the smallest parts of a TOML text one after the other. */
export class TomlReader extends TextReader {
  /** Reads a text if it is next. */
  take(text: string): boolean {
    const isNext = this.text.startsWith(text, this.position);
    this.position += isNext ? text.length : 0;
    return isNext;
  }

  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  skipSpace(): void {
    this.match(spacePattern);
  }

  /** Skips white space, line breaks and comments. */
  skipBlank(): void {
    do {
      this.skipSpace();
      this.match(commentPattern);
    } while (this.match(newlinePattern) !== undefined);
  }

  /** Reads to the end of the line, where only a comment may stand. */
  expectLineEnd(): void {
    this.skipSpace();
    this.match(commentPattern);
    if (!this.isAtEnd && this.match(newlinePattern) === undefined) this.fail();
  }

  /** A dotted key; never empty. */
  readKeys(): [TomlKey, ...TomlKey[]] {
    const keys: [TomlKey, ...TomlKey[]] = [this.#readKey()];
    for (;;) {
      const before = this.position;
      this.skipSpace();
      if (!this.take('.')) {
        this.position = before;
        return keys;
      }
      this.skipSpace();
      if (keys.length >= maxConfigDepth) {
        throw new ConfigError(t('The file is nested too deeply to be read.'));
      }
      keys.push(this.#readKey());
    }
  }

  #readKey(): TomlKey {
    const start = this.position;
    const bare = this.match(bareKeyPattern);
    if (bare !== undefined) {
      return { text: bare, start, end: this.position };
    }
    const { value } = this.#readShortString();
    return { text: value, start, end: this.position };
  }

  /** A text of any of the four kinds. */
  readString(): TomlString {
    const start = this.position;
    const long = this.match(longBasicPattern) ?? this.match(longLiteralPattern);
    if (long === undefined) {
      return this.#readShortString();
    }
    const inner = long.slice(3, -3).replace(/^\r?\n/, '');
    const value = long.startsWith('"') ? this.#unescape(inner) : inner;
    return { value, start, end: this.position };
  }

  #readShortString(): TomlString {
    const start = this.position;
    if (this.text.startsWith('"""', start) || this.text.startsWith("'''", start)) this.fail();
    const raw = this.match(basicPattern) ?? this.match(literalPattern) ?? this.fail();
    const inner = raw.slice(1, -1);
    return { value: raw.startsWith('"') ? this.#unescape(inner) : inner, start, end: this.position };
  }

  #unescape(text: string): string {
    return text.replace(/\\([ \t]*\r?\n\s*|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/g, (_all, code: string) => {
      // A backslash at the end of a line joins it with the next text.
      if (code.includes('\n')) return '';
      const simple = escapes[code];
      if (simple !== undefined) return simple;
      const point = code.length > 1 ? Number.parseInt(code.slice(1), 16) : Number.NaN;
      const isScalar = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
      return isScalar ? String.fromCodePoint(point) : this.fail();
    });
  }

  /** @throws ConfigError with the line */
  fail(): never {
    const line = this.text.slice(0, this.position).split('\n').length;
    throw new ConfigError(t('Line {0} of the file is not TOML that is understood here.', line));
  }
}
