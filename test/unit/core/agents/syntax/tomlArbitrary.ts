import fc from 'fast-check';

/** A value that has the same meaning in TOML and in JSON. */
type TomlValue = string | number | boolean | TomlValue[] | TomlTable;
interface TomlTable {
  [key: string]: TomlValue;
}

const key = fc.oneof(fc.constantFrom('a', 'b-1', 'x y', '"', 'ä', '', '9'), fc.string({ maxLength: 4 }));
const text = fc.oneof(fc.string(), fc.constantFrom('#', "'", '"""', '\\', 'a\nb', '[x]', '= 1', "'''"));

const { table } = fc.letrec<{ table: TomlTable; value: TomlValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.integer(),
    fc.boolean(),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('table'),
  ),
  table: fc.dictionary(key, tie('value'), { maxKeys: 4 }),
}));

/** Tables within tables. */
export const tomlTable = table;

/** Writes a table as TOML. `next` decides between the ways to write the same. */
export function renderToml(root: TomlTable, next: () => number): string {
  const newline = next() % 4 === 0 ? '\r\n' : '\n';
  const pick = (...choices: string[]) => choices[next() % choices.length] ?? '';
  const lines: string[] = [];
  renderTable(root, [], lines, pick);
  return lines.join(newline) + pick('', newline);
}

type Pick = (...choices: string[]) => string;

function renderTable(node: TomlTable, path: readonly string[], lines: string[], pick: Pick): void {
  const tables: [string, TomlTable][] = [];
  for (const [name, value] of Object.entries(node)) {
    const isTable = typeof value === 'object' && !Array.isArray(value);
    if (isTable && pick('inline', 'header', 'header') === 'header') {
      tables.push([name, value]);
      continue;
    }
    const comment = pick('', '', ' # a = "b"', '\t#');
    if (isTable && Object.keys(value).length > 0 && pick('dotted', 'inline') === 'dotted') {
      for (const [inner, item] of Object.entries(value)) {
        const dotted = `${renderKey(name, pick)}${pick('.', ' . ')}${renderKey(inner, pick)}`;
        lines.push(`${pick('', '  ')}${dotted}${pick('=', ' = ')}${renderValue(item, pick, true)}${comment}`);
      }
    } else {
      lines.push(
        `${pick('', '\t')}${renderKey(name, pick)}${pick('=', ' = ')}${renderValue(value, pick, true)}${comment}`,
      );
    }
    if (pick('', '', 'blank') === 'blank') lines.push(pick('', '  ', '# comment'));
  }
  for (const [name, table] of tables) {
    const inner = [...path, name];
    lines.push(
      `[${pick('', ' ')}${inner.map((part) => renderKey(part, pick)).join(pick('.', ' . '))}${pick('', ' ')}]`,
    );
    renderTable(table, inner, lines, pick);
  }
}

function renderKey(name: string, pick: Pick): string {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return pick(name, `"${name}"`, `'${name}'`);
  return renderText(name);
}

function renderText(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f');
}

function renderValue(value: TomlValue, pick: Pick, mayBreak: boolean): string {
  if (typeof value === 'string') {
    const isPlain = /^[^'\p{Cc}]*$/u.test(value);
    const long = `"""${pick('', '\n')}${renderText(value).slice(1, -1).replaceAll('\\n', '\n')}"""`;
    return isPlain
      ? pick(`'${value}'`, renderText(value), `'''\n${value}'''`)
      : pick(
          renderText(value),
          mayBreak && !value.startsWith('\n') && !value.includes('\\') ? long : renderText(value),
        );
  }
  if (Array.isArray(value)) {
    const gap = () => pick('', ' ', '\n  ', ' # [\n');
    const items = value.map((item) => `${gap()}${renderValue(item, pick, true)}${gap()}`);
    return `[${items.join(',')}${items.length > 0 ? pick('', `,${gap()}`) : ''}]`;
  }
  if (typeof value === 'object') {
    const members = Object.entries(value).map(
      ([name, item]) => `${renderKey(name, pick)} = ${renderValue(item, pick, mayBreak)}`,
    );
    return `{${pick('', ' ')}${members.join(pick(',', ' , '))}${pick('', ' ')}}`;
  }
  return String(value);
}
