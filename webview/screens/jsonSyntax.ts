import { t } from '@vscode/l10n';

/** The reason why a text is not a JSON object, and the position of the error. Lines and columns count from 1. */
interface JsonSyntaxProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/**
 * The reason why `text` is not a JSON object (RFC 8259); `undefined` if it is a JSON object or blank. `JSON.parse` decides; the
 * scan only finds the position, which JavaScript engines report differently or not at all.
 */
export function jsonSyntaxProblem(text: string): JsonSyntaxProblem | undefined {
  if (text.trim() === '') {
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const syntaxError = new JsonScan(text).run();
    return { message: syntaxError.message, ...positionOf(text, syntaxError.offset) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { message: t('Arguments are a JSON object: start with {0} and end with {1}', '{', '}'), line: 1, column: 1 };
  }
  return undefined;
}

function positionOf(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}

type ScanResult = { readonly message: string; readonly offset: number };

/** A JSON string: escapes, and characters from U+0020 on other than quotes and backslashes (RFC 8259, section 7). */
const stringPattern = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literalPattern = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/** Finds the first error of an invalid JSON text. Without recursion, so that the nesting depth is unlimited. */
class JsonScan {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): ScanResult {
    const openContainers: ('{' | '[')[] = [];
    let expected: 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'next' = 'value';
    for (;;) {
      this.#skip(/[ \t\r\n]*/y);
      const start = this.#offset;
      const character = this.#text[start];
      const container = openContainers.at(-1);
      if (character === undefined) {
        return {
          message: container ? t('The text ends before a closing {0}', closingOf(container)) : t('A value is missing'),
          offset: start,
        };
      }
      if (expected === 'next') {
        if (container === undefined) {
          return { message: t('Nothing may follow the last {0}', '}'), offset: start };
        }
        if (character === ',') {
          this.#offset += 1;
          expected = container === '{' ? 'name' : 'value';
        } else if (character === closingOf(container)) {
          this.#offset += 1;
          openContainers.pop();
        } else {
          return { message: t('A comma or {0} is missing', closingOf(container)), offset: start };
        }
      } else if (
        (expected === 'nameOrEnd' || expected === 'valueOrEnd') &&
        container &&
        character === closingOf(container)
      ) {
        this.#offset += 1;
        openContainers.pop();
        expected = 'next';
      } else if (expected === 'name' || expected === 'nameOrEnd') {
        if (character === '}') {
          return { message: t('A comma before {0} is not allowed', '}'), offset: start };
        }
        if (character !== '"') {
          return { message: t('A property name in double quotes is missing'), offset: start };
        }
        if (!this.#skip(stringPattern)) {
          return { message: badStringText(), offset: start };
        }
        this.#skip(/[ \t\r\n]*/y);
        if (!this.#skip(/:/y)) {
          return { message: t('A colon is missing after the property name'), offset: this.#offset };
        }
        expected = 'value';
      } else if (character === '{' || character === '[') {
        this.#offset += 1;
        openContainers.push(character);
        expected = character === '{' ? 'nameOrEnd' : 'valueOrEnd';
      } else if (this.#skip(character === '"' ? stringPattern : literalPattern)) {
        expected = 'next';
      } else {
        return { message: character === '"' ? badStringText() : badValueText(character), offset: start };
      }
    }
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#offset;
    const match = pattern.exec(this.#text);
    this.#offset += match ? match[0].length : 0;
    return match !== null;
  }
}

function badStringText(): string {
  return t('This text in quotes is not closed on its line, or has a {0} that means nothing', '\\');
}

function closingOf(opening: '{' | '['): '}' | ']' {
  return opening === '{' ? '}' : ']';
}

function badValueText(character: string): string {
  return character === ']' || character === '}' || character === ','
    ? t('A value is missing before {0}', character)
    : t('This is not a JSON value: texts stand in double quotes');
}
