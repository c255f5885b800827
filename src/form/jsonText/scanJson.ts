import { t } from '@vscode/l10n';

/** A part of a JSON text. `start` and `end` are offsets; an `open` or `close` is one character. */
export interface JsonToken {
  readonly kind: 'open' | 'close' | 'key' | 'scalar';
  readonly start: number;
  readonly end: number;
}

/** The first error of a JSON text, or its end. */
export interface JsonScanEnd {
  readonly message: string;
  readonly offset: number;
  /** What would be valid at the offset. */
  readonly expected: Expected;
}

type Expected = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'next';

/** A JSON string: escapes, and characters from U+0020 on other than quotes and backslashes (RFC 8259, section 7). */
const stringPattern = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literalPattern = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/**
 * Reads a JSON text up to its first error, and calls `visit` for each part. For a valid text it ends at the end of the text, where
 * nothing more is expected. Without recursion, so that the nesting depth is unlimited.
 */
export function scanJson(text: string, visit: (token: JsonToken) => void = () => undefined): JsonScanEnd {
  return new JsonScan(text, visit).run();
}

class JsonScan {
  readonly #text: string;
  readonly #visit: (token: JsonToken) => void;
  #offset = 0;

  constructor(text: string, visit: (token: JsonToken) => void) {
    this.#text = text;
    this.#visit = visit;
  }

  run(): JsonScanEnd {
    const openContainers: ('{' | '[')[] = [];
    let expected: Expected = 'value';
    for (;;) {
      this.#skip(/[ \t\r\n]*/y);
      const start = this.#offset;
      const character = this.#text[start];
      const container = openContainers.at(-1);
      const end = (message: string, offset = start): JsonScanEnd => ({ message, offset, expected });
      if (character === undefined) {
        return end(container ? t('The text ends before a closing {0}', closingOf(container)) : t('A value is missing'));
      }
      if (expected === 'next') {
        if (container === undefined) {
          return end(t('Nothing may follow the last {0}', this.#text[start - 1] === ']' ? ']' : '}'));
        }
        if (character === ',') {
          this.#offset += 1;
          expected = container === '{' ? 'name' : 'value';
        } else if (character === closingOf(container)) {
          this.#close(openContainers);
        } else {
          return end(t('A comma or {0} is missing', closingOf(container)));
        }
      } else if (
        (expected === 'nameOrEnd' || expected === 'valueOrEnd') &&
        container &&
        character === closingOf(container)
      ) {
        this.#close(openContainers);
        expected = 'next';
      } else if (expected === 'name' || expected === 'nameOrEnd') {
        if (character === '}') {
          return end(t('A comma before {0} is not allowed', '}'));
        }
        if (character !== '"') {
          return end(t('A property name in double quotes is missing'));
        }
        if (!this.#skip(stringPattern)) {
          return end(badStringText());
        }
        this.#visit({ kind: 'key', start, end: this.#offset });
        this.#skip(/[ \t\r\n]*/y);
        if (!this.#skip(/:/y)) {
          return end(t('A colon is missing after the property name'), this.#offset);
        }
        expected = 'value';
      } else if (character === '{' || character === '[') {
        this.#visit({ kind: 'open', start, end: start + 1 });
        this.#offset += 1;
        openContainers.push(character);
        expected = character === '{' ? 'nameOrEnd' : 'valueOrEnd';
      } else if (this.#skip(character === '"' ? stringPattern : literalPattern)) {
        this.#visit({ kind: 'scalar', start, end: this.#offset });
        expected = 'next';
      } else {
        return end(character === '"' ? badStringText() : badValueText(character));
      }
      if (expected === 'next' && openContainers.length === 0 && this.#isAtEnd()) {
        return { message: '', offset: this.#text.length, expected };
      }
    }
  }

  #close(openContainers: ('{' | '[')[]): void {
    this.#visit({ kind: 'close', start: this.#offset, end: this.#offset + 1 });
    this.#offset += 1;
    openContainers.pop();
  }

  #isAtEnd(): boolean {
    this.#skip(/[ \t\r\n]*/y);
    return this.#offset === this.#text.length;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text);
    this.#offset += match ? match[0].length : 0;
    return match !== null;
  }
}

function badStringText(): string {
  return t('This text in quotes is not closed on its line, or has an invalid {0}', '\\');
}

function closingOf(opening: '{' | '['): '}' | ']' {
  return opening === '{' ? '}' : ']';
}

function badValueText(character: string): string {
  return character === ']' || character === '}' || character === ','
    ? t('A value is missing before {0}', character)
    : t('This is not a JSON value; put text in double quotes');
}
