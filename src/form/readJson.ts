import { t } from '@vscode/l10n';
import { lineAt, walkJson } from './jsonText/walkJson.ts';
import { formatNumber } from './language.ts';
import { inOneLine } from './text.ts';
import { readTypedNumber } from './typedNumber.ts';

/** Levels of nesting. The messages of a server may have about as many. */
const maxDepth = 400;

/** The value of a JSON text, or the reason why nothing or something else than the text would be sent. */
type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string; readonly line: number; readonly column: number };

/**
 * Reads a JSON text (RFC 8259). Refuses what `JSON.parse` would read as something else: a key that stands twice in an object, and
 * a number that cannot be represented exactly.
 */
export function readJson(text: string): JsonReading {
  let found: { message: string; offset: number } | undefined;
  const { end } = walkJson(text, ({ kind, start, end }, containers) => {
    found ??= problemAt(text, kind, start, end, containers);
  });
  const error = found ?? (end.message === '' ? undefined : end);
  if (error) {
    const line = lineAt(text, error.offset);
    const column = error.offset - text.lastIndexOf('\n', error.offset - 1);
    return { ok: false, message: error.message, line, column };
  }
  return { ok: true, value: JSON.parse(text) };
}

/** "Line 3: a comma is missing.": a problem of a JSON text as a sentence. */
export function jsonProblemText({ message, line }: { readonly message: string; readonly line: number }): string {
  return t('Line {0}: {1}.', formatNumber(line), message);
}

function problemAt(
  text: string,
  kind: string,
  start: number,
  end: number,
  containers: Parameters<Parameters<typeof walkJson>[1]>[1],
): { message: string; offset: number } | undefined {
  const container = containers.at(-1);
  if (kind === 'key' && container?.keys.has(String(container.step))) {
    return { message: t('"{0}" is in this object twice', inOneLine(String(container.step), 40)), offset: start };
  }
  if (kind === 'open' && containers.length >= maxDepth) {
    return { message: t('This is nested too deeply'), offset: start };
  }
  const isNumber = kind === 'scalar' && /[-\d]/.test(text[start] ?? '');
  if (isNumber && !isExact(text.slice(start, end))) {
    return { message: t('This number cannot be sent exactly'), offset: start };
  }
  return undefined;
}

function isExact(number: string): boolean {
  const read = readTypedNumber(number);
  return read.kind === 'number' && (!Number.isInteger(read.value) || Number.isSafeInteger(read.value));
}
