import fc from 'fast-check';

/** Numbers that `JSON.parse` and `JSON.stringify` change. */
const unusualNumbers = ['12345678901234567890', '1.0', '1e400', '-0', '1E+2', '0.10', '-1.5e-3'];

export const space = fc.constantFrom('', '', '', ' ', '\t', ' \r ');

/** The JSON text of a string with characters that may be escaped, escaped or not, and lone surrogates. */
export const stringText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\\u0061',
        '\\/',
        '\\n',
        '\\"',
        '\\\\',
        '\\ud800',
        '\\udc00',
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '\u00e9',
        'x'.repeat(200),
        '\\\\'.repeat(100),
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }).map((text) => JSON.stringify(text).slice(1, -1)),
    ),
    { maxLength: 6 },
  )
  .map((parts) => `"${parts.join('')}"`);

/**
 * The JSON text of a key. It has no backslash, because V8 misreads escaped keys after one that has: if an earlier object had the
 * key `\`, `JSON.parse` takes the key `\u0061` for it.
 */
export const keyText = stringText.filter((text) => !JSON.parse(text).includes('\\'));

/** The JSON text of any value: unusual numbers, repeated keys, any order of keys, white space anywhere. */
export const valueText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(
      fc.constantFrom('null', 'true', 'false', ...unusualNumbers),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
      stringText,
    ),
    tie('object'),
    tie('array'),
  ),
  object: members(fc.array(fc.tuple(keyText, tie('value')), { maxLength: 5 })),
  array: fc
    .tuple(space, fc.array(fc.tuple(tie('value'), space), { maxLength: 5 }))
    .map(([start, items]) => `[${start}${items.map(([item, end]) => `${item}${end}`).join(',')}]`),
})).value;

/** The JSON text of an object with these members. */
export function members(
  entries: fc.Arbitrary<readonly (readonly [key: string, value: string])[]>,
): fc.Arbitrary<string> {
  return fc
    .tuple(entries, space, space, space)
    .map(
      ([pairs, one, two, three]) =>
        `{${one}${pairs.map(([key, value]) => `${key}${two}:${three}${value}${two}`).join(`,${one}`)}}`,
    );
}

export const lineEnd = fc.constantFrom('\n', '\r\n', ' \n');
