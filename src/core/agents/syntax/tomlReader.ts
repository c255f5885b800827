import { t } from '@vscode/l10n';
import { ConfigError, maxConfigDepth, type TextSpan } from './configText.ts';
import { TextReader } from './textReader.ts';

/** A part of a dotted key. */
export interface TomlKeyPart extends TextSpan {
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

/**
 * Reads the smallest parts of a TOML text one after the other. Each method that reads what must stand there throws a ConfigError with
 * the line if something else does.
 */
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

  /** The parts of a dotted key; never empty. */
  readDottedKey(): [TomlKeyPart, ...TomlKeyPart[]] {
    const parts: [TomlKeyPart, ...TomlKeyPart[]] = [this.#readKeyPart()];
    for (;;) {
      const before = this.position;
      this.skipSpace();
      if (!this.take('.')) {
        this.position = before;
        return parts;
      }
      this.skipSpace();
      if (parts.length >= maxConfigDepth) {
        throw new ConfigError(t('The file is nested too deeply to be read.'));
      }
      parts.push(this.#readKeyPart());
    }
  }

  #readKeyPart(): TomlKeyPart {
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
    // A line break behind the opening quotes does not belong to the text.
    const opening = /^(?:"""|''')(?:\r?\n)?/.exec(long)?.[0].length ?? 3;
    const inner = long.slice(opening, -3);
    const value = long.startsWith('"') ? this.#unescape(inner, start + opening) : inner;
    return { value, start, end: this.position };
  }

  #readShortString(): TomlString {
    const start = this.position;
    if (this.text.startsWith('"""', start) || this.text.startsWith("'''", start)) this.fail();
    const raw = this.match(basicPattern) ?? this.match(literalPattern) ?? this.fail();
    const inner = raw.slice(1, -1);
    return { value: raw.startsWith('"') ? this.#unescape(inner, start + 1) : inner, start, end: this.position };
  }

  /** `start`: where `text` begins in the file. */
  #unescape(text: string, start: number): string {
    return text.replace(
      /\\([ \t]*\r?\n\s*|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/g,
      (_all, code: string, at: number) => {
        // A backslash at the end of a line joins it with the next text.
        if (code.includes('\n')) return '';
        const simple = escapes[code];
        if (simple !== undefined) return simple;
        if (code.length === 1) this.fail(start + at);
        const point = Number.parseInt(code.slice(1), 16);
        const isScalar = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
        return isScalar ? String.fromCodePoint(point) : this.fail(start + at);
      },
    );
  }

  /**
   * `at`: where that stands which is not understood.
   * @throws ConfigError with the line
   */
  fail(at = this.position): never {
    const line = this.text.slice(0, at).split('\n').length;
    throw new ConfigError(t('Line {0} of the file is not TOML that is understood here.', line));
  }
}
