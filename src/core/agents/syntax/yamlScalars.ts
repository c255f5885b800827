/** The values of YAML scalars, as the core schema of YAML 1.2.2 (section 10.3) reads them. */

/** Plain texts of which programs differ in whether they are numbers, and in which ones. */
const ambiguousPattern = /^[-+]?(?:0b[01]+|0[0-9]+|\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const numberPattern = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const radixPattern = /^0(?:o[0-7]+|x[0-9a-fA-F]+)$/;
const words: ReadonlyMap<string, boolean | null> = new Map([
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);

/** The value of a plain scalar; `undefined` if programs differ in how they read it. */
export function plainValue(text: string): string | number | boolean | null | undefined {
  const word = words.get(text);
  if (word !== undefined) return word;
  if (ambiguousPattern.test(text)) return undefined;
  return numberPattern.test(text) || radixPattern.test(text) ? Number(text) : text;
}

/** The value of a text in single quotes, without them. */
export function singleQuotedValue(inner: string): string {
  return fold(inner.replaceAll("''", "'"));
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  t: '\t',
  '\t': '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  ' ': ' ',
  '"': '"',
  '/': '/',
  '\\': '\\',
  N: '\x85',
  _: '\xa0',
  L: '\u2028',
  P: '\u2029',
};

const escapePattern = /\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[\s\S])/g;

/** The offset of the first escape that YAML does not have in a text in double quotes, given without them; -1 if there is none. */
export function unknownEscapeIn(inner: string): number {
  for (const { index, 1: code = '' } of inner.matchAll(escapePattern)) {
    if (!/[\r\n]/.test(code) && characterOf(code) === undefined) return index;
  }
  return -1;
}

/** The value of a text in double quotes, without them, and without unknown escapes; `undefined` if programs differ in it. */
export function doubleQuotedValue(inner: string): string | undefined {
  if (!inner.includes('\\')) return fold(inner);
  return foldEscaped(inner)?.replace(escapePattern, (_all, code: string) => characterOf(code) ?? '');
}

/** What an escape stands for. `code`: what is behind the backslash. */
function characterOf(code: string): string | undefined {
  const point = code.length > 1 ? Number.parseInt(code.slice(1), 16) : Number.NaN;
  const isScalar = point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return escapes[code] ?? (isScalar ? String.fromCodePoint(point) : undefined);
}

/** `fold` for a text with escapes: a backslash at the end of a line joins it with the next one (section 7.3.1). */
function foldEscaped(text: string): string | undefined {
  const parts: string[] = [];
  const [first = '', ...rest] = text.split(/\r?\n/);
  let current = first;
  let emptyLines = 0;
  for (const [index, line] of rest.entries()) {
    const content = withoutSpaceBefore(line);
    if (content === '' && index < rest.length - 1) {
      emptyLines++;
      continue;
    }
    const isJoined = endsEscaped(current);
    const trimmed = isJoined ? current.slice(0, -1) : withoutSpaceBehind(current);
    // Programs differ in what empty lines behind a joined one are.
    if (isJoined ? emptyLines > 0 : endsEscaped(trimmed)) return undefined;
    parts.push(trimmed, isJoined ? '' : '\n'.repeat(emptyLines) || ' ');
    current = content;
    emptyLines = 0;
  }
  return parts.join('') + current;
}

function endsEscaped(text: string): boolean {
  let start = text.length;
  while (text[start - 1] === '\\') start--;
  return (text.length - start) % 2 === 1;
}

/** The lines of a scalar as one text (line folding, section 6.5): a line break is a space, each empty line a line break. */
export function fold(text: string): string {
  if (!text.includes('\n')) return text;
  const [first = '', ...rest] = text.split(/\r?\n/);
  const parts = [withoutSpaceBehind(first)];
  let emptyLines = 0;
  for (const [index, line] of rest.entries()) {
    const isLast = index === rest.length - 1;
    const content = withoutSpaceBefore(isLast ? line : withoutSpaceBehind(line));
    if (content === '' && !isLast) {
      emptyLines++;
    } else {
      parts.push('\n'.repeat(emptyLines) || ' ', content);
      emptyLines = 0;
    }
  }
  return parts.join('');
}

function withoutSpaceBefore(line: string): string {
  return line.replace(/^[ \t]+/, '');
}

/** A pattern would take quadratic time for a line with much space in it. */
export function withoutSpaceBehind(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--;
  return line.slice(0, end);
}

/** The value of a literal block scalar (section 8.1.2). `lines`: without their indent. `chomping`: `-`, or empty. */
export function literalValue(lines: readonly string[], chomping: string): string {
  const end = lines.findLastIndex((line) => line !== '') + 1;
  const text = lines.slice(0, end).join('\n');
  return chomping === '-' || end === 0 ? text : `${text}\n`;
}
